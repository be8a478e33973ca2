"""The queue before the monitor: bounded, and no request of a client is taken twice."""

import threading
from concurrent.futures import Future

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.monitor.batch import Batch, FileState
from entrostream.monitor.intake import CLIENTS, BusyError, Intake
from entrostream.streaming import Events


def request(size=10, client=None, sequence=None, stored=None):
    """Return a batch of a request."""
    events = Events(1, {"src": ["a"]})
    return Batch("x", events, size, client=client, sequence=sequence, stored=stored)


def from_file():
    """Return a batch of a file."""
    return Batch("log", Events(1, {"src": ["a"]}), file=FileState(None, "csv"))


def test_requests_beyond_the_size_are_refused_until_there_is_room():
    """A single one that is too large passes: its body was small enough."""
    intake = Intake(batches=1, size=100)
    assert intake.submit(request(500))
    with pytest.raises(BusyError, match="wait"):
        intake.submit(request(1))
    intake.get(0)
    assert intake.submit(request(60))
    assert intake.submit(request(40))
    with pytest.raises(BusyError):
        intake.submit(request(1))


def test_files_wait_for_room():
    """And go on as soon as a batch was taken."""
    intake = Intake(batches=1, size=100)
    intake.put(from_file())
    thread = threading.Thread(target=intake.put, args=(from_file(),))
    thread.start()
    thread.join(0.3)
    assert thread.is_alive()
    assert intake.get(0) is not None
    thread.join(5)
    assert not thread.is_alive()
    assert not intake.is_empty


def test_a_file_that_waits_ends_with_the_intake():
    """Its batch is read again after the restart."""
    intake = Intake(batches=0, size=100)
    intake.closed = True
    intake.put(from_file())
    assert intake.is_empty
    with pytest.raises(BusyError, match="end"):
        intake.submit(request())


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 20)), max_size=40))
def test_only_growing_numbers_of_a_client_are_taken(requests):
    """Whatever the order in which they come."""
    intake, largest = Intake(batches=1, size=10**6), {"a": -1, "b": -1}
    for client, sequence in requests:
        is_new = sequence > largest[client]
        assert intake.submit(request(client=client, sequence=sequence)) == is_new
        largest[client] = max(largest[client], sequence)


def test_a_repeated_request_waits_without_its_events():
    """It is answered once the first one is stored."""
    intake = Intake(batches=1, size=10**6)
    intake.submit(request(client="a", sequence=1))
    waiting = Future()
    assert not intake.submit(request(client="a", sequence=1, stored=waiting))
    assert intake.get(0).events.n == 1
    again = intake.get(0)
    assert (again.events.n, again.size, again.stored) == (0, 0, waiting)


def test_the_number_of_clients_is_bounded():
    """The one that was silent for longest is forgotten."""
    intake = Intake(batches=1, size=10**9)
    for number in range(CLIENTS + 1):
        intake.submit(request(1, client=str(number), sequence=0))
    assert not intake.knows("0")
    assert intake.knows("1")
