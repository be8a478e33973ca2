"""Build and run the C++ tests for other compilers, standard libraries and CPUs.

    python tools/test_platforms.py [NAME ...]

Each platform is built in `build/platforms`. One whose tools are not installed is skipped, and the
Debian packages that have them are named. The exit code is 0 if at least one platform was tested and
none failed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDS = ROOT / "build" / "platforms"
TOOLS = Path(sys.executable).parent  # cmake, ctest and ninja are installed next to Python

# Not run under an emulator, with the reason.
SKIPPED_IF_EMULATED = {
    "test_cpu_features": "compares with /proc/cpuinfo, which shows the host's CPU",
    "test_all_or_nothing": "lets every single allocation fail: minutes",
    "test_undo": "lets every single allocation fail: minutes",
}


class NotInstalledError(Exception):
    """Something that a platform needs is not installed."""


@dataclass(frozen=True)
class Platform:
    """How to build the tests for a platform, and what runs them."""

    build: str  # a folder in BUILDS; platforms may share one
    compiler: Callable[[], str]
    flags: str = ""
    cmake: tuple[str, ...] = ()
    emulator: tuple[str, ...] = ()
    packages: str = field(default="", kw_only=True)


def program(name: str) -> str:
    """Return the path of a program."""
    path = shutil.which(name)
    if path is None:
        raise NotInstalledError(f"{name} is not installed")
    return path


def newest_clang() -> str:
    """Return the clang++ with the highest version; Debian installs each under its number."""
    versions = [
        int(match[1])
        for folder in os.get_exec_path()
        for path in Path(folder).glob("clang++-*")
        if (match := re.fullmatch(r"clang\+\+-(\d+)", path.name))
    ]
    return program(f"clang++-{max(versions)}" if versions else "clang++")


def clang_with_libcxx() -> str:
    """Return the same clang if it has libc++."""
    compiler = newest_clang()
    command = [compiler, "-stdlib=libc++", "-x", "c++", "-E", "-"]
    result = subprocess.run(command, input=b"#include <vector>", capture_output=True, check=False)
    if result.returncode != 0:
        raise NotInstalledError(f"{Path(compiler).name} has no libc++")
    return compiler


PLATFORMS = {
    "clang": Platform("clang", newest_clang, packages="clang-19"),
    "libc++": Platform(
        "libc++",
        clang_with_libcxx,
        "-stdlib=libc++",
        packages="clang-19 libc++-19-dev libc++abi-19-dev",
    ),
    # The tests of "clang", on an x86-64 CPU of 2008.
    "no-avx2": Platform(
        "clang",
        newest_clang,
        emulator=("qemu-x86_64", "-cpu", "Nehalem"),
        packages="clang-19 qemu-user",
    ),
    "aarch64": Platform(
        "aarch64",
        lambda: program("aarch64-linux-gnu-g++"),
        cmake=("-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64"),
        emulator=("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
        packages="g++-aarch64-linux-gnu qemu-user",
    ),
}


def run(*command: str | Path) -> None:
    """Run a build step; its output is shown only if it fails."""
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if result.returncode != 0:
        print(result.stdout[-8000:])
        raise subprocess.CalledProcessError(result.returncode, command)


def build(platform: Platform) -> Path:
    """Build the C++ tests; return the folder."""
    folder = BUILDS / platform.build
    # Afresh: CMake forgets the options below if the compiler is another one than the last time.
    run(
        *(TOOLS / "cmake", "--fresh", "-S", ROOT, "-B", folder, "-G", "Ninja"),
        f"-DCMAKE_MAKE_PROGRAM={TOOLS / 'ninja'}",
        f"-DCMAKE_CXX_COMPILER={platform.compiler()}",
        f"-DCMAKE_CXX_FLAGS={platform.flags}",
        *("-DENTROSTREAM_TESTS=ON", "-DENTROSTREAM_BINDINGS=OFF"),
        *platform.cmake,
    )
    run(TOOLS / "cmake", "--build", folder)
    return folder


def tests_in(folder: Path) -> dict[str, list[str]]:
    """Return the command of each test; fuzz targets run as long as CMake says, a second."""
    listing = subprocess.run(
        [TOOLS / "ctest", "--test-dir", folder, "--show-only=json-v1"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return {test["name"]: test["command"] for test in json.loads(listing)["tests"]}


def failures(platform: Platform, tests: dict[str, list[str]]) -> list[str]:
    """Run the tests one after the other; return the names of those that fail."""
    failed = []
    for name, command in tests.items():
        started = time.monotonic()
        result = subprocess.run(
            [*platform.emulator, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        seconds = time.monotonic() - started
        if seconds > 30:
            print(f"  {name} took {seconds:.0f} s", flush=True)
        if result.returncode != 0:
            print(f"  {name} failed with exit code {result.returncode}:\n{result.stdout}")
            failed.append(name)
    return failed


def test(name: str, platform: Platform) -> bool:
    """Build and test a platform; return whether all tests passed."""
    if platform.emulator:
        program(platform.emulator[0])
    compiler = Path(platform.compiler()).name
    print(f"\n== {name}: {' '.join([compiler, platform.flags, *platform.emulator])}", flush=True)
    started = time.monotonic()
    tests = tests_in(build(platform))
    built = time.monotonic()
    skipped = SKIPPED_IF_EMULATED if platform.emulator else {}
    for test_name, reason in skipped.items():
        print(f"  skipped: {test_name} ({reason})")
    to_run = {each: command for each, command in tests.items() if each not in skipped}
    failed = failures(platform, to_run)
    print(
        f"  {len(to_run) - len(failed)} of {len(to_run)} tests passed; "
        f"built in {built - started:.0f} s, run in {time.monotonic() - built:.0f} s"
    )
    return not failed


def outcome(passed: bool | None) -> str:
    """Return the word for what became of a platform."""
    if passed is None:
        return "skipped"
    return "passed" if passed else "failed"


def main(names: list[str]) -> int:
    """Test the platforms named, by default all; say which ran, which failed and which did not."""
    if unknown := set(names) - PLATFORMS.keys():
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(PLATFORMS)}")
    passed: dict[str, bool] = {}
    for name in names or PLATFORMS:
        platform = PLATFORMS[name]
        try:
            passed[name] = test(name, platform)
        except NotInstalledError as reason:
            print(f"\n== {name}: skipped, {reason} (Debian: apt-get install {platform.packages})")
        except subprocess.CalledProcessError as error:
            print(f"  {error}")
            passed[name] = False
    print()
    for name in names or PLATFORMS:
        print(f"{name}: {outcome(passed.get(name))}")
    if not passed:
        print("no platform could be tested", file=sys.stderr)
    return 0 if passed and all(passed.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
