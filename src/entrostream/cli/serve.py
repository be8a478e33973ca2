"""What `entrostream serve` does."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Sequence
from typing import Any

from entrostream.cli.exits import stop, usage
from entrostream.cli.inputs import note
from entrostream.ingest import BadRecords, InputError, TimeParser, follow_reader
from entrostream.monitor import Monitor, MonitorSettings, Store, StoreError
from entrostream.monitor.file_input import STDIN, FileInput, ReadSettings
from entrostream.monitor.notifications import (
    Command,
    JsonLines,
    Notifications,
    Target,
    TextLines,
    Webhook,
)
from entrostream.monitor.sample import FIELDS, SampleInput
from entrostream.monitor.service import Service, ServiceLimits
from entrostream.streaming import Reorder

__all__ = ["serve"]

SHORTEST_TOKEN = 16  # characters
DEMO = {"window": "1min", "alarms": ("dport.entropy outside 1..4 for 10s",), "title": "Sample"}


def serve(**options: Any) -> int:
    """Run the command, and return its exit code."""
    if options["demo"]:
        options = demo_options(options)
    host, port = address_of(options["listen"])
    require_token(options["token_file"], host)
    service, reading, listener = make_service(options, host, port)
    if options["check"]:
        listener.close()
        note("the configuration is good")
        return 0
    return run(options, service, reading, listener, token_of(options["token_file"]))


def demo_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the demo."""
    if options["files"] or options["fields"]:
        stop("--demo has a stream of its own: leave files and fields out")
    return {**options, **DEMO, "fields": FIELDS}


def make_service(
    options: dict[str, Any], host: str, port: int
) -> tuple[Service, ReadSettings, socket.socket]:
    """Return the service, how requests are read, and the socket; nothing has begun yet."""
    fields = tuple(options["fields"]) or stop("which fields? pass -f FIELD, once for each")
    with usage():
        settings = MonitorSettings(
            fields,
            window=options["window"],
            every=options["every"],
            alarms=options["alarms"],
            min_shift=options["min_shift"],
            season=options["season"],
            max_labels=options["max_labels"],
            missing=options["missing"],
            keep=options["keep"],
        )
        reorder = Reorder(options["lateness"], options["late"])
        TimeParser(options["time_format"])
        targets = targets_of(options)
    reading = ReadSettings(
        fields,
        options["form"],
        options["delimiter"],
        not options["no_header"],
        options["max_line"],
        options["time_field"],
        options["time_format"],
    )
    inputs = inputs_of(options, reading)
    listener = listen(host, port)
    service = Service(
        Monitor(settings),
        inputs,
        store=store_of(options["db"]),
        reorder=reorder,
        notifications=Notifications(targets, note) if not options["check"] else None,
        limits=ServiceLimits(queue=options["max_queue"], memory=options["max_memory"]),
        title=options["title"] or ", ".join(each.name for each in inputs) or "entrostream",
        say=note,
    )
    return service, reading, listener


def run(
    options: dict[str, Any],
    service: Service,
    reading: ReadSettings,
    listener: socket.socket,
    token: str | None,
) -> int:
    """Serve until a signal comes, or the input of a program without a terminal is over."""
    from entrostream.monitor.web import AppSettings, make_app, run_server

    hosts = [*options["allow_hosts"], options["listen"].rpartition(":")[0].strip("[]")]
    app = make_app(
        service, reading, AppSettings(token, hosts, options["max_body"], options["public_metrics"])
    )
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(f"entrostream: http://{shown}:{port}/  (Ctrl-C ends)", flush=True)
    service.start()
    ends_by_itself = options["demo"] and not sys.stdout.isatty()
    try:
        run_server(
            app,
            listener,
            on_end=service.close_streams,
            should_end=lambda: service.failure is not None or (ends_by_itself and service.ended),
        )
    except KeyboardInterrupt:
        pass
    finally:
        service.stop()
    if service.failure is not None:
        raise service.failure
    return 0


def inputs_of(options: dict[str, Any], reading: ReadSettings) -> list[Any]:
    """Return the inputs; a file that is there is looked at first: a wrong name is said at once."""
    if options["demo"]:
        return [SampleInput()]
    for path in options["files"]:
        if path != STDIN and os.path.isfile(path) and os.path.getsize(path):
            reader = follow_reader(path, reading.options(BadRecords()))
            events = reading.events(BadRecords(), reader.format)
            events.begin(path, reader.names, open_ended=reader.open_ended)
            reader.source.close()
        elif path != STDIN and os.path.exists(path) and not os.path.isfile(path):
            stop(f"cannot follow {path}: it is not a regular file")
    return [FileInput(each, reading, from_end=options["from_end"]) for each in options["files"]]


def targets_of(options: dict[str, Any]) -> Sequence[tuple[str, Target]]:
    """Return who is told of alarms."""
    lines = TextLines(sys.stdout) if sys.stdout.isatty() else JsonLines(sys.stdout)
    targets: list[tuple[str, Target]] = [("standard output", lines)]
    targets += [(f"the webhook {url}", Webhook(url)) for url in options["webhooks"]]
    targets += [(f"the command {each!r}", Command(each)) for each in options["commands"]]
    return targets


def store_of(path: str | None) -> Store | None:
    """Return the database, if there is to be one."""
    try:
        return None if path is None else Store(path)
    except StoreError as error:
        raise InputError(str(error)) from None


def address_of(listen: str) -> tuple[str, int]:
    """Return host and port."""
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        stop(f"--listen must be HOST:PORT, such as 127.0.0.1:8790, got {listen!r}")
    return host.strip("[]"), int(port)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound, or say why there is none."""
    from entrostream.monitor.web import bind

    try:
        return bind(host, port)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return stop(f"cannot listen at {host}:{port}: {why}; --listen HOST:PORT takes another")


def require_token(path: str | None, host: str) -> None:
    """Refuse to serve other machines without a token, or with one that is none."""
    from entrostream.monitor.web.security import is_loopback

    if path is None and not is_loopback(host):
        stop(
            f"--listen {host} can be reached from other machines: pass --token-file FILE "
            "(it is made if it is not there)"
        )
    if path is not None and os.path.exists(path):
        token_of(path)


def token_of(path: str | None) -> str | None:
    """Return the token of a file, made if it is not there."""
    if path is None or not os.path.exists(path):
        return None if path is None else new_token(path)
    try:
        with open(path, encoding="utf-8") as file:
            token = file.read().strip()
    except (OSError, UnicodeDecodeError) as error:
        stop(f"cannot read the token of {path}: {error}")
    if len(token) < SHORTEST_TOKEN:
        stop(f"the token of {path} is shorter than {SHORTEST_TOKEN} characters")
    return token


def new_token(path: str) -> str:
    """Write a random token to a file that only its owner reads, and return it."""
    token = secrets.token_urlsafe(24)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        stop(f"cannot write {path}: {(error.strerror or str(error)).lower()}")
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(token + "\n")
    note(f"a new token is in {path}")
    return token
