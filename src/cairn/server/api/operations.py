"""For those who run the server: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import os

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess
from starlette.requests import Request

from cairn.server.api.common import services_of
from cairn.server.problems import Problem

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def alive() -> dict[str, str]:
    return {"status": "alive"}


@router.get("/readyz")
async def ready(request: Request) -> dict[str, str | int]:
    """Whether this worker should get requests; and how many tables are stopped, which concerns an operator only."""
    services = services_of(request)
    problem = await services.unready()
    if problem is not None:
        raise Problem("closing", problem)
    return {"status": "ready", "quarantined": services.tables.quarantined}


@router.get("/metrics")
async def measured() -> Response:
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
