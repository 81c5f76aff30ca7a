"""Traces for OpenTelemetry, where its own variable says where to send them (OTEL_EXPORTER_OTLP_ENDPOINT).

Spans tell what was done and how long it took: routes, kinds of messages, commits, thoughts. As logs do, they hold no
ids, names, paths or texts, and no messages of errors. The provider is our own and not the global one: instrumentation
that finds a global one would add addresses with table ids and invitations in them.
"""

from __future__ import annotations

import logging
import os
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import orjson

from cairn.server.settings import BadSettings

log = logging.getLogger(__name__)

ENDPOINT: Final = "OTEL_EXPORTER_OTLP_ENDPOINT"
TRACES_ENDPOINT: Final = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
HEADERS: Final = "OTEL_EXPORTER_OTLP_HEADERS"
SECONDS: Final = 5.0

_tracer: Any = None
_provider: Any = None


def configure() -> None:
    """Begin to trace if the environment says where to; once for each process."""
    global _tracer, _provider
    target = os.environ.get(TRACES_ENDPOINT) or _with_path(os.environ.get(ENDPOINT))
    if not target or _tracer is not None:
        return
    if not target.startswith(("http://", "https://")):
        raise BadSettings(f"{ENDPOINT} begins with http:// or https://: traces go out as OTLP over HTTP")
    try:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise BadSettings(f"{ENDPOINT} is set, which needs: pip install 'cairn-tabletop[traces]'") from None
    resource = Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", "cairn")})
    _provider = TracerProvider(resource=resource)
    _provider.add_span_processor(BatchSpanProcessor(_exporter(target)))
    _tracer = _provider.get_tracer("cairn")


def close() -> None:
    """Send what has not been sent."""
    global _tracer, _provider
    if _provider is not None:
        _provider.shutdown()
    _tracer = _provider = None


class Span:
    """A span that nobody listens to."""

    def tell(self, attributes: dict[str, Any]) -> None:
        pass


class _Traced(Span):
    def __init__(self, span: Any) -> None:
        self._span = span

    def tell(self, attributes: dict[str, Any]) -> None:
        for name, value in attributes.items():
            self._span.set_attribute(name, value)


SILENT: Final = Span()


@contextmanager
def span(name: str, attributes: dict[str, Any] | None = None) -> Iterator[Span]:
    """What is done inside, as a span; free of cost where nobody traces."""
    if _tracer is None:
        yield SILENT
        return
    # What an error says may quote what is secret.
    with _tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as made:
        traced = _Traced(made)
        traced.tell(attributes or {})
        yield traced


def rename(name: str) -> None:
    """Call the present span something better, now that it is known."""
    if _tracer is not None:
        from opentelemetry import trace

        trace.get_current_span().update_name(name)


def _with_path(endpoint: str | None) -> str | None:
    return None if not endpoint else f"{endpoint.rstrip('/')}/v1/traces"


def _headers() -> dict[str, str]:
    pairs = (pair.partition("=") for pair in os.environ.get(HEADERS, "").split(",") if "=" in pair)
    return {"Content-Type": "application/json", **{name.strip(): value.strip() for name, _, value in pairs}}


def _exporter(target: str) -> Any:
    """OTLP over HTTP in JSON, which every collector takes and which needs no further package."""
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

    class Exporter(SpanExporter):
        def export(self, spans: Sequence[Any]) -> SpanExportResult:
            request = urllib.request.Request(target, orjson.dumps(payload(spans)), _headers())
            try:
                with urllib.request.urlopen(request, timeout=SECONDS):
                    return SpanExportResult.SUCCESS
            except OSError as error:
                log.warning("traces could not be sent", extra={"fault": type(error).__name__})
                return SpanExportResult.FAILURE

    return Exporter()


def payload(spans: Sequence[Any]) -> dict[str, Any]:
    """Spans as an ExportTraceServiceRequest."""
    resource = spans[0].resource.attributes if spans else {}
    shown = [
        {
            "traceId": f"{one.context.trace_id:032x}",
            "spanId": f"{one.context.span_id:016x}",
            "parentSpanId": "" if one.parent is None else f"{one.parent.span_id:016x}",
            "name": one.name,
            "kind": one.kind.value + 1,
            "startTimeUnixNano": str(one.start_time),
            "endTimeUnixNano": str(one.end_time),
            "attributes": _attributes(one.attributes or {}),
        }
        for one in spans
    ]
    scope = {"scope": {"name": "cairn"}, "spans": shown}
    return {"resourceSpans": [{"resource": {"attributes": _attributes(resource)}, "scopeSpans": [scope]}]}


def _attributes(values: Any) -> list[dict[str, Any]]:
    return [{"key": name, "value": _value(value)} for name, value in values.items()]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    return {"doubleValue": value} if isinstance(value, float) else {"stringValue": str(value)}
