"""Arguments that do not fit: Python's own words, with the name that was meant."""

import pytest

import entrostream as es
from entrostream.tree import VFDTClassifier
from tests.refusals import refused

TALLY = es.Tally("aab")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: es.SlidingWindow(5, mising="skip"),
            "SlidingWindow.__init__() got an unexpected keyword argument 'mising'. "
            "Did you mean 'missing'?",
        ),
        (
            lambda: es.SlidingWindow(),
            "SlidingWindow.__init__() missing 1 required positional argument: 'size'",
        ),
        (
            lambda: es.SlidingWindow(3, "skip"),
            "SlidingWindow.__init__() takes 2 positional arguments but 3 were given",
        ),
        (
            lambda: TALLY.update("a", 2),
            "Tally.update() takes 2 positional arguments but 3 were given",
        ),
        (
            lambda: TALLY.update(lable="a"),
            "Tally.update() got an unexpected keyword argument 'lable'. Did you mean 'label'?",
        ),
        (
            lambda: TALLY.update("a", label="b"),
            "Tally.update() got multiple values for argument 'label'",
        ),
        (
            lambda: TALLY.update_many(),
            "Tally.update_many() missing 1 required positional argument: 'labels'",
        ),
        (
            lambda: TALLY.most_common(1, 2),
            "Tally.most_common() takes from 1 to 2 positional arguments but 3 were given",
        ),
        (
            lambda: es.Tally.from_bytes(),
            "Tally.from_bytes() missing 1 required positional argument: 'state'",
        ),
        (
            lambda: es.TimeWindow("10min").update("a"),
            "TimeWindow.update() missing 1 required keyword-only argument: 'at'",
        ),
        (
            lambda: es.ContingencyTable().update_many("ab"),
            "ContingencyTable.update_many() missing 1 required positional argument: 'ys'",
        ),
        (
            lambda: es.Adwin(dleta=0.1),
            "Adwin.__init__() got an unexpected keyword argument 'dleta'. Did you mean 'delta'?",
        ),
        (
            lambda: VFDTClassifier().learn_one({}, wieght=2),
            "VFDTClassifier.learn_one() got an unexpected keyword argument 'wieght'. "
            "Did you mean 'weight'?",
        ),
    ],
)
def test_call_is_refused_as_python_refuses_it(call, message):
    """The class, the method and the argument, in one line."""
    with refused(TypeError, message):
        call()


def test_no_function_answers_with_a_list_of_signatures():
    """Whatever it is: an argument that nobody knows is named."""
    methods = [
        getattr(summary, name)
        for summary in (TALLY, es.AdaptiveWindow(), es.ContingencyWindow(3), es.Adwin())
        for name in dir(summary)
        if not name.startswith("__") and callable(getattr(summary, name))
    ]
    assert len(methods) > 50
    for method in methods:
        with pytest.raises(TypeError) as caught:
            method(no_such_argument=1)
        assert "incompatible function arguments" not in str(caught.value)


def test_subclass_is_called_by_its_own_name():
    """Errors speak of the class that was called."""

    class Mine(es.Tally):
        pass

    with refused(TypeError, "Mine.update() missing 1 required positional argument: 'label'"):
        Mine().update()


def test_errors_of_the_call_itself_stay():
    """What a label or a callback raises is not touched."""

    class Bad:
        def __hash__(self):
            raise TypeError("incompatible, says the label")

    with refused(TypeError, "incompatible, says the label"):
        TALLY.remove(Bad())
