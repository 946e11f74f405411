"""Settings, all of them from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Config:
    database: Path
    """TIDEPOOL_DATABASE; tidepool.db in the working folder if unset."""
    port: int
    """TIDEPOOL_PORT; 8640 if unset."""
    web_root: Path
    """TIDEPOOL_WEB; the folder of the built client."""


def read_config(environment: Mapping[str, str] = os.environ) -> Config:
    port = environment.get("TIDEPOOL_PORT", "8640")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise SystemExit(f"TIDEPOOL_PORT is not a port: {port}")
    return Config(
        database=Path(environment.get("TIDEPOOL_DATABASE", "tidepool.db")),
        port=int(port),
        web_root=Path(environment.get("TIDEPOOL_WEB", "../web")),
    )
