"""The package can be imported again after its modules were forgotten."""

import pytest

from tests.safety.programs import run

FORGET = {
    "all modules": "for name in [n for n in sys.modules if n.startswith('entrostream')]:\n"
    "    del sys.modules[name]",
    "the compiled one": "del sys.modules['entrostream._core']",
    "all but the compiled one": "for name in [n for n in sys.modules "
    "if n.startswith('entrostream') and n != 'entrostream._core']:\n    del sys.modules[name]",
}


@pytest.mark.parametrize("forget", FORGET.values(), ids=FORGET.keys())
def test_import_after_the_modules_were_forgotten(forget):
    """The classes are the same ones: what was made before goes on working."""
    program = f"""
import importlib, sys
import entrostream as es
before = es.Tally()
before.update("a")
{forget}
import entrostream as again
assert again.Tally is es.Tally
assert importlib.import_module('entrostream._core').Tally is es.Tally
after = again.Tally()
after.update_many(["a"])
assert after == before
assert again.Tally.from_bytes(before.to_bytes()) == before
try:
    again.Tally.from_bytes(b"?")
except again.StateError:
    print("as before")
"""
    assert run(program) == (0, "as before\n", "")


def test_reload():
    """So does a module that is loaded again in its place."""
    program = """
import importlib
import entrostream as es
tally = es.Tally()
importlib.reload(es._core)
importlib.reload(es)
tally.update_many([1, 2])
assert isinstance(tally, es.Tally)
print(es.entropy([1, 2]), tally.entropy)
"""
    assert run(program) == (0, "1.0 1.0\n", "")
