"""The files for those who run a server are well-formed and agree with what the program takes."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from cairn.server import metrics
from cairn.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    # The program and the user that the unit names are not there on this machine, so others stand for them.
    text = (DEPLOY / "cairn.service").read_text().replace("/opt/cairn/bin/cairn", "/bin/true")
    unit = tmp_path / "cairn.service"
    unit.write_text(re.sub(r"^(User|Group)=.*$", r"\1=root", text, flags=re.MULTILINE))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60, check=False)
    ours = [line for line in done.stderr.splitlines() if "cairn.service" in line]
    assert ours == []


def test_a_unit_with_a_mistake_would_be_noticed(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "cairn.service"
    unit.write_text("[Service]\nExecStart=/bin/true\nRestrt=always\n")
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60, check=False)
    assert "Restrt" in done.stderr


def test_the_compose_file_starts_workers_that_share_postgresql_and_redis() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert set(services) == {"cairn", "postgres", "redis"}
    ours = services["cairn"]
    assert set(ours["depends_on"]) == {"postgres", "redis"}
    assert all("healthcheck" in services[name] for name in ours["depends_on"])
    names = {name.removeprefix(PREFIX).lower() for name in ours["environment"]}
    assert names <= set(Settings.model_fields)
    settings = Settings(
        **{
            name.removeprefix(PREFIX).lower(): value
            for name, value in ours["environment"].items()
            if name in ("CAIRN_WORKERS", "CAIRN_DATABASE", "CAIRN_REDIS")
        }
    )
    assert (settings.workers, settings.is_sqlite) == (2, False)
    assert (ROOT / ours["build"]["dockerfile"]).exists()
    assert ours["ports"] == ["127.0.0.1:8000:8000"]


def test_the_dockerfile_copies_what_there_is() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    copied = [name for line in re.findall(r"^COPY (?!--)(.*)$", text, re.MULTILINE) for name in line.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_page_for_operators_names_every_setting_and_only_real_metrics() -> None:
    table = OPERATIONS[OPERATIONS.index("## Settings") : OPERATIONS.index("## With systemd")]
    named = {
        name for line in re.findall(r"^\| (`[^|]*)\|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)
    }
    assert named == set(Settings.model_fields)
    made = {name.removesuffix("_total") for thing in vars(metrics).values() for name in _names(thing)}
    assert {name.removesuffix("_total") for name in re.findall(r"`(cairn_\w+)`", OPERATIONS)} <= made


def _names(metric: object) -> list[str]:
    return [metric._name] if hasattr(metric, "_name") else []
