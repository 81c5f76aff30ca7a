from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lab.toy_bots import seated


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with seated():
        yield
