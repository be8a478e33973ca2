"""Java is found, or its absence is said in one sentence with the way out."""

import pytest

pytest.importorskip("pyspark")

from entrostream.spark import java

WAY_OUT = r"install one \(Debian: apt install .*\), or set JAVA_HOME to one$"
MODULES = 'MODULES="java.base jdk.incubator.vector"\n'


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return a function that makes a Java; without one, there is none to be found."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(java, "find_spec", lambda name: None)

    def make(release, name="jvm"):
        folder = tmp_path / name / "bin"
        folder.mkdir(parents=True)
        (folder / "java").touch(mode=0o755)
        if release is not None:
            (folder.parent / "release").write_text(release)
        return str(folder.parent)

    return make


def test_java_home_comes_first(home, monkeypatch):
    """Before the PATH."""
    other = home('JAVA_VERSION="21.0.1"\n', "other")
    monkeypatch.setenv("PATH", f"{other}/bin")
    assert java.java_home() == other

    given = home('JAVA_VERSION="17.0.15"\n' + MODULES)
    monkeypatch.setenv("JAVA_HOME", given)

    assert java.java_home() == given


def test_java_of_unknown_version_is_taken(home, monkeypatch):
    """Spark itself will say what is wrong with it."""
    monkeypatch.setenv("JAVA_HOME", home(None))

    java.provide_java()

    assert java.java_home().endswith("jvm")


def test_absence_is_said_in_one_sentence(home):
    """With the way out."""
    with pytest.raises(
        RuntimeError,
        match=rf"^Spark needs Java 17 or later, and there is none on the PATH: {WAY_OUT}",
    ):
        java.java_home()


def test_wrong_java_home_is_named(home, monkeypatch):
    """Rather than another Java taken in its place."""
    monkeypatch.setenv("JAVA_HOME", "/nowhere")

    with pytest.raises(
        RuntimeError, match=rf"^JAVA_HOME is /nowhere, which has no bin/java: {WAY_OUT}"
    ):
        java.java_home()


@pytest.mark.parametrize(
    ("release", "what"),
    [
        ('JAVA_VERSION="11.0.2"\n', "Java 11"),
        ('JAVA_VERSION="1.8.0_402"\n', "Java 8"),
        (
            'JAVA_VERSION="25.0.2"\nMODULES="java.base java.sql"\n',
            r"a Java without the module jdk\.incubator\.vector",
        ),
    ],
    ids=["11", "8", "reduced"],
)
def test_java_that_spark_cannot_use_is_named(home, monkeypatch, release, what):
    """With what is wrong with it."""
    found = home(release)
    monkeypatch.setenv("PATH", f"{found}/bin")

    with pytest.raises(
        RuntimeError, match=rf"^Spark needs Java 17 or later, and {found} is {what}: {WAY_OUT}"
    ):
        java.java_home()


def test_wheel_comes_last(home, monkeypatch):
    """It is taken if what is on the PATH is too old."""
    old = home('JAVA_VERSION="11.0.2"\n', "old")
    wheel = home('JAVA_VERSION="25.0.2"\n' + MODULES, "wheel")
    monkeypatch.setenv("PATH", f"{old}/bin")
    monkeypatch.setattr(java, "installed", lambda: iter([old, wheel]))

    assert java.java_home() == wheel
