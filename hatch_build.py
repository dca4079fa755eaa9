"""Builds the table's geometry as C extensions where WARHOST_COMPILE=1 asks for it; else the wheel is pure Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = ("shapes", "shadow", "sight", "moves", "turning", "contact")


class CompileHook(BuildHookInterface[Any]):
    """Compiles the modules that battles spend their time in. Their Python sources stay in the wheel beside them."""

    PLUGIN_NAME = "custom"

    def _wanted(self) -> bool:
        return os.environ.get("WARHOST_COMPILE") == "1" and self.target_name == "wheel"

    def dependencies(self) -> list[str]:
        return ["mypy[mypyc]>=1.11,<3", "setuptools>=70", "msgspec>=0.18.6,<1"] if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._wanted():
            return
        root = Path(self.root)
        out = root / "build" / "compiled"
        out.mkdir(parents=True, exist_ok=True)
        sources = [f"warhost/table/{name}.py" for name in MODULES]
        script = (
            "from setuptools import setup; from mypyc.build import mypycify; import sys;"
            f"setup(name='warhost', ext_modules=mypycify({sources!r}, opt_level='3'),"
            f"script_args=['build_ext', '--build-lib', {str(out)!r}, '--build-temp', {str(out / 'temp')!r}])"
        )
        environment = {**os.environ, "MYPYPATH": str(root / "src")}
        subprocess.run([sys.executable, "-c", script], cwd=root / "src", check=True, env=environment)
        compiled = [path for path in out.rglob("*") if path.suffix in (".so", ".pyd")]
        for path in compiled:
            build_data["force_include"][str(path)] = path.relative_to(out).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
