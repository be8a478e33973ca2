"""The chart library is fetched once, checked, and its absence is one sentence."""

import io
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tools import fetch_chart_library as library

ROOT = Path(__file__).resolve().parents[2]
CONTENT = {name: name.encode() for name in library.FILES}


def archive_of(contents):
    """Return the bytes of an npm archive."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as archive:
        for name, content in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return whole.getvalue()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return where the files go; the digests are those of made-up files."""
    digests = {name: library.hashlib.sha256(text).hexdigest() for name, text in CONTENT.items()}
    monkeypatch.setattr(library, "FILES", digests)
    monkeypatch.setattr(library, "FOLDER", tmp_path / "static/vendor")
    return tmp_path / "static/vendor"


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """Return a function that puts a pretended npm on the PATH, with an archive or without."""

    def install(archive):
        script = tmp_path / "bin/npm"
        script.parent.mkdir()
        (tmp_path / "uplot.tgz").write_bytes(archive or b"")
        copy = f"cp {tmp_path / 'uplot.tgz'} ." if archive else "exit 1"
        script.write_text(f"#!/bin/sh\necho call >> {tmp_path / 'calls'}\n{copy}\n")
        script.chmod(0o755)
        monkeypatch.setenv("PATH", str(script.parent), prepend=":")

    return install


def test_files_are_taken_from_the_archive(folder, npm, tmp_path):
    """Three files, and nothing is done the second time."""
    npm(archive_of(CONTENT | {"package/README.md": b"not wanted"}))

    library.main()
    library.main()

    names = ["uPlot.LICENSE", "uPlot.iife.min.js", "uPlot.min.css"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert (tmp_path / "calls").read_text().split() == ["call"]


def test_damaged_file_is_fetched_again(folder, npm):
    """The digest decides, not the name."""
    npm(archive_of(CONTENT))
    library.main()
    script = folder / "uPlot.iife.min.js"
    genuine = script.read_bytes()
    script.write_bytes(b"alert(1)")

    library.main()

    assert script.read_bytes() == genuine


def test_other_content_is_refused(folder, npm):
    """And nothing is written."""
    npm(archive_of(CONTENT | {"package/dist/uPlot.iife.min.js": b"alert(1)"}))

    with pytest.raises(SystemExit) as refusal:
        library.main()

    assert str(refusal.value) == (
        "The chart library is missing: package/dist/uPlot.iife.min.js of uplot@1.6.32 "
        "is not the reviewed file: SHA-256 differs"
    )
    assert not folder.exists()


def test_no_network_is_one_sentence(folder, npm):
    """No traceback."""
    npm(None)

    with pytest.raises(SystemExit) as failure:
        library.main()

    assert str(failure.value) == (
        "The chart library is missing: npm could not download uplot@1.6.32; "
        "is there a network connection?"
    )


def test_git_ignores_the_library():
    """The repository holds no third-party code."""
    path = library.FOLDER / "uPlot.iife.min.js"

    done = subprocess.run(["git", "check-ignore", "-q", path], cwd=ROOT, check=False)

    assert done.returncode == 0


def test_wheel_holds_the_library_all_the_same(monkeypatch):
    """By the file list of the build backend itself."""
    pathutil = pytest.importorskip("scikit_build_core.build._pathutil")
    settings = pytest.importorskip("scikit_build_core.settings.skbuild_read_settings")
    if not library.is_there():
        pytest.skip(f"no chart library; {sys.executable} tools/fetch_chart_library.py")
    monkeypatch.chdir(ROOT)
    read = settings.SettingsReader.from_file("pyproject.toml", {}).settings

    packed = pathutil.iter_package_files(
        packages={"entrostream": "src/entrostream"},
        include=read.sdist.include,
        src_exclude=read.sdist.exclude,
        target_exclude=read.wheel.exclude,
        build_dir=read.build_dir,
        mode=read.sdist.inclusion_mode or "default",
    )

    folder = "entrostream/monitor/web/static/"
    names = {str(target).removeprefix(folder) for _, target in packed if folder in str(target)}
    assert {"vendor/uPlot.iife.min.js", "vendor/uPlot.min.css", "vendor/uPlot.LICENSE"} <= names
    assert {"index.html", "login.html", "main.js", "monitor.css", "icon.svg"} <= names
