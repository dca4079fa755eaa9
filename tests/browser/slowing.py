"""A page at a part of its speed: by Chromium itself, or by a control group of Linux.

Chromium slows a page by keeping the processor busy in its place, so that two slowed pages are as much as two cores
bear. A control group lets it wait instead: many slowed pages run side by side. WARHOST_BROWSER_CGROUP names a folder of
the cpu controller that the tests may write to, of either version, such as one made by
`mkdir /sys/fs/cgroup/cpu/warhost`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLOWDOWN = float(os.environ.get("WARHOST_BROWSER_SLOWDOWN", "1"))
GROUP = os.environ.get("WARHOST_BROWSER_CGROUP", "")

PERIOD = 30_000
"""In so many microseconds a slowed page has its share of one core."""


def slow_down(browser: Browser, page: Page) -> None:
    """Let a page that was just opened run as slowly as is wanted."""
    if SLOWDOWN <= 1:
        return
    if not GROUP:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        return
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    for process in told["processInfo"]:
        if process["type"] == "renderer":
            _hold_back(Path(GROUP), process["id"])


def _hold_back(folder: Path, process: int) -> None:
    """A group of its own for a process of Chromium; those of processes that are gone are removed."""
    own = folder / str(process)
    if own.exists():
        return
    for other in folder.iterdir():
        if other.is_dir() and other.name.isdigit() and not Path("/proc", other.name).exists():
            with suppress(OSError):
                other.rmdir()
    own.mkdir()
    share = round(PERIOD / SLOWDOWN)
    if (own / "cpu.max").exists():
        (own / "cpu.max").write_text(f"{share} {PERIOD}")
    else:
        (own / "cpu.cfs_period_us").write_text(str(PERIOD))
        (own / "cpu.cfs_quota_us").write_text(str(share))
    (own / "cgroup.procs").write_text(str(process))
