"""The HTTP service. docs/api.md is its contract."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .config import Config, read_config
from .extremes import extremes
from .harbours import HarbourStore, UnknownHarbour
from .prediction import heights

MAX_HOURS = 168


class BadRequest(ValueError):
    """The caller asked for something that makes no sense."""


class TideHandler(SimpleHTTPRequestHandler):
    """Answers /api/ itself and leaves everything else to the files of the client."""

    def __init__(self, *args: Any, store: HarbourStore, **kwargs: Any) -> None:
        self._store = store
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:  # noqa: N802, the base class asks for this name
        url = urlsplit(self.path)
        if not url.path.startswith("/api/"):
            super().do_GET()
            return
        try:
            self._answer(200, self._route(url.path)(parse_qs(url.query)))
        except BadRequest as error:
            self._answer(400, {"error": str(error)})
        except UnknownHarbour as error:
            self._answer(404, {"error": f"unknown harbour: {error}"})

    def _route(self, path: str) -> Callable[[dict[str, list[str]]], Any]:
        match path.removeprefix("/api/").split("/"):
            case ["harbours"]:
                return self._harbours
            case ["tides", harbour_id]:
                return partial(self._tides, harbour_id)
            case _:
                raise BadRequest(f"no such resource: {path}")

    def _harbours(self, _query: dict[str, list[str]]) -> list[dict[str, Any]]:
        return [
            {"id": h.id, "name": h.name, "latitude": h.latitude, "longitude": h.longitude}
            for h in self._store.all()
        ]

    def _tides(self, harbour_id: str, query: dict[str, list[str]]) -> dict[str, Any]:
        start, length = _period(query)
        harbour = self._store.get(harbour_id)
        return {
            "harbour": harbour.id,
            "heights": [
                {"time": _iso(h.time), "height": round(h.metres, 2)}
                for h in heights(harbour, start, length)
            ],
            "extremes": [
                {"time": _iso(e.time), "height": round(e.metres, 2), "kind": e.kind}
                for e in extremes(harbour, start, length)
            ],
        }

    def _answer(self, status: int, body: Any) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _period(query: dict[str, list[str]]) -> tuple[datetime, timedelta]:
    hours = query.get("hours", ["24"])[0]
    if not hours.isdecimal() or not 1 <= int(hours) <= MAX_HOURS:
        raise BadRequest(f"hours must be 1 to {MAX_HOURS}, not {hours}")
    if "from" not in query:
        return datetime.now(UTC), timedelta(hours=int(hours))
    try:
        start = datetime.fromisoformat(query["from"][0])
    except ValueError as error:
        raise BadRequest("from is not an ISO 8601 time") from error
    if start.tzinfo is None:
        raise BadRequest("from needs a time zone, for example a Z at its end")
    return start.astimezone(UTC), timedelta(hours=int(hours))


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")


def serve(config: Config) -> None:
    handler = partial(
        TideHandler, store=HarbourStore(config.database), directory=str(config.web_root)
    )
    with ThreadingHTTPServer(("localhost", config.port), handler) as server:
        print(f"tidepool listens at http://localhost:{config.port}/")
        server.serve_forever()


def main() -> None:
    serve(read_config())


if __name__ == "__main__":
    main()
