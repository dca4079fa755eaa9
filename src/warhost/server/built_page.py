"""The built page and its files, as browsers ask for them."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

__all__ = ["page"]

NO_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Warhost</title>
<body style="font-family:system-ui;max-width:40rem;margin:4rem auto;line-height:1.5">
<h1>The page is not built yet</h1>
<p>The server runs, but the browser table is missing. Build it in the project's folder, then load this page again:</p>
<pre>cd web &amp;&amp; npm install &amp;&amp; npm run build</pre>
<p>The server itself answers at <a href="api/rulesets">api/rulesets</a>; what else it answers is in
<a href="api/openapi.json">api/openapi.json</a>.</p></body></html>
"""


async def page(request: Request) -> Response:
    """The built page and its files; whatever names no file leads to the page, which finds all else beside itself."""
    path: str = request.path_params["path"]
    if path.startswith("api/"):
        raise HTTPException(404, "There is no such address.")
    static: Path = request.app.state.static
    index = static / "index.html"
    wanted = _file(static, path)
    if wanted is not None:
        # Built files carry a hash in their names, so they never change under one name; the rest is asked for anew.
        lasting = wanted.parent.name == "assets"
        return FileResponse(wanted, headers={"Cache-Control": "max-age=31536000, immutable" if lasting else "no-cache"})
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404, "There is no such file.")
    if path:
        # Relative: below which path of its site a proxy has put this server, only the browser knows.
        up = request.scope["raw_path"].count(b"/") - 1
        return Response(status_code=302, headers={"Location": "../" * up or "./", "Cache-Control": "no-cache"})
    if not index.is_file():
        return HTMLResponse(NO_PAGE)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _file(folder: Path, path: str) -> Path | None:
    """The file of that name in the folder, or below it; nothing if there is none, or could be none of that name."""
    try:
        wanted = (folder / path).resolve()
        return wanted if path and wanted.is_relative_to(folder.resolve()) and wanted.is_file() else None
    except (OSError, ValueError):
        return None
