"""The description of the programming interface, as OpenAPI."""

from __future__ import annotations

from typing import Any

import entrostream

__all__ = ["description"]

JSON = "application/json"
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}
TEXT = {"type": "string"}
YES_NO = {"type": "boolean"}
OPTIONAL_NUMBER = {"type": ["number", "null"]}
OPTIONAL_TEXT = {"type": ["string", "null"]}


def description() -> dict[str, Any]:
    """Return the description of all paths that a program may use.

    Examples
    --------
    >>> from entrostream.monitor.web.openapi import description
    >>> description()["openapi"]
    '3.1.0'
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "entrostream monitor",
            "version": entrostream.__version__,
            "description": "Entropy of a stream's fields over time, and alarms. Times are "
            "milliseconds since 1970 by the clock of the stream.",
        },
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
        "paths": paths(),
    }


def schemas() -> dict[str, Any]:
    """Return the objects of the answers."""
    numbers = ("rate", "memory", "every", "window")
    counts = ("lines", "bad", "late", "rejected", "alarms")
    return {
        "Snapshot": record(
            title=TEXT,
            now=OPTIONAL_NUMBER,
            **dict.fromkeys(numbers, NUMBER),
            **dict.fromkeys(counts, WHOLE),
            checkpoint_age=OPTIONAL_NUMBER,
            ended=YES_NO,
            note=OPTIONAL_TEXT,
            version=TEXT,
            fields=array(reference("Field")),
        ),
        "Field": record(
            name=TEXT,
            **dict.fromkeys(("entropy", "evenness", "gini", "distinct", "n"), OPTIONAL_NUMBER),
            regime=OPTIONAL_NUMBER,
            folded=WHOLE,
            alarm=OPTIONAL_TEXT,
            muted_until=OPTIONAL_NUMBER,
            sparkline=array(OPTIONAL_NUMBER),
            top=array(record(label=TEXT, share=NUMBER, change=OPTIONAL_NUMBER)),
            point={"type": ["array", "null"], "items": OPTIONAL_NUMBER},
        ),
        "History": record(
            field=TEXT,
            step=NUMBER,
            **dict.fromkeys(
                ["time", "entropy", "evenness", "gini", "distinct", "n", "regime", "low", "high"],
                array(OPTIONAL_NUMBER),
            ),
        ),
        "Alarms": record(revision=WHOLE, alarms=array(reference("Alarm"))),
        "Alarm": record(
            id=WHOLE,
            time=NUMBER,
            began=NUMBER,
            cleared=OPTIONAL_NUMBER,
            field=TEXT,
            kind={"type": "string", "enum": ["change", "limit"]},
            text=TEXT,
            severity=NUMBER,
            entropy_before=OPTIONAL_NUMBER,
            entropy_after=OPTIONAL_NUMBER,
            labels=array(record(label=TEXT, before=NUMBER, after=NUMBER)),
            rule=OPTIONAL_TEXT,
            acknowledged=YES_NO,
            muted=YES_NO,
            notified={"type": "string", "enum": ["", "raised", "cleared"]},
        ),
        "Error": record(error=TEXT),
    }


def paths() -> dict[str, Any]:
    """Return the requests."""
    return {
        "/ingest": {"post": ingest()},
        "/api/snapshot": {"get": answer("The values of all fields now.", reference("Snapshot"))},
        "/api/stream": {
            "get": {
                "summary": "The values of all fields, twice a second, as server-sent events.",
                "responses": {
                    "200": {
                        "description": "Events named `snapshot`, each with a Snapshot.",
                        "content": {"text/event-stream": {"schema": TEXT}},
                    }
                },
            }
        },
        "/api/history": {
            "get": answer(
                "The values of a field over time.",
                reference("History"),
                query("field", TEXT, "The field.", required=True),
                query("from", NUMBER, "The first time."),
                query("to", NUMBER, "The last time."),
                query("points", WHOLE, "The number of points at most; 4000 by default."),
                errors=("400", "404"),
            )
        },
        "/api/alarms": {
            "get": answer(
                "The alarms.",
                reference("Alarms"),
                query("order", {"enum": ["time", "severity"]}, "What comes first."),
                query("limit", WHOLE, "The number of alarms at most; 200 by default."),
                errors=("400",),
            )
        },
        "/api/alarms/{number}/acknowledge": {
            "post": done("Note that somebody has seen an alarm.", in_path("number", WHOLE))
        },
        "/api/fields/{name}/mute": {
            "post": {
                **done("Send no notifications of a field for some time.", in_path("name", TEXT)),
                "requestBody": body({JSON: {"schema": record(seconds=NUMBER)}}),
            }
        },
        "/api/clients/{client}": {
            "get": answer(
                "The last sequence number of a client that is stored.",
                record(client=TEXT, durable={"type": ["integer", "null"]}),
                in_path("client", TEXT),
            )
        },
        "/metrics": {"get": plain_text("Metrics for Prometheus.")},
        "/healthz": {
            "get": answer("Whether the monitor works.", record(status=TEXT), errors=("503",))
        },
        "/api/openapi.json": {"get": answer("This description.", {"type": "object"})},
    }


def ingest() -> dict[str, Any]:
    """Return the description of `POST /ingest`."""
    taken = record(
        accepted=WHOLE,
        bad=WHOLE,
        first_bad=TEXT,
        duplicate=YES_NO,
        stored=YES_NO,
        durable={"type": ["integer", "null"]},
    )
    result = answer(
        "Take events.",
        taken,
        query("sync", {"enum": ["1"]}, "Answer after the events are stored; needs --db."),
        query("client", TEXT, "Who sends, so that a repeated request is recognised."),
        query("sequence", WHOLE, "The number of the request, larger each time."),
        query("format", TEXT, "The format, where the content type does not say it."),
        errors=("400", "401", "409", "413", "415", "429", "503"),
    )
    result["responses"]["202"] = {**result["responses"]["200"], "description": "Taken."}
    result["responses"]["200"]["description"] = "Taken and stored."
    content = {
        "application/x-ndjson": {"schema": TEXT, "example": '{"src": "10.0.0.7", "port": 443}\n'},
        "text/csv": {"schema": TEXT, "example": "src,port\n10.0.0.7,443\n"},
    }
    result["requestBody"] = body(content)
    return result


def record(**properties: Any) -> dict[str, Any]:
    """Return the schema of an object."""
    return {"type": "object", "properties": properties}


def array(items: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def reference(name: str) -> dict[str, Any]:
    """Return a reference to one of the schemas."""
    return {"$ref": f"#/components/schemas/{name}"}


def query(
    name: str, schema: dict[str, Any], text: str, *, required: bool = False
) -> dict[str, Any]:
    """Return a parameter of the query."""
    return {
        "name": name,
        "in": "query",
        "schema": schema,
        "description": text,
        "required": required,
    }


def in_path(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter that is part of the path."""
    return {"name": name, "in": "path", "schema": schema, "required": True}


def body(content: dict[str, Any]) -> dict[str, Any]:
    """Return the body of a request."""
    return {"required": True, "content": content}


def answer(
    summary: str,
    schema: dict[str, Any],
    *parameters: dict[str, Any],
    errors: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return a request that is answered with JSON."""
    good = {"description": summary, "content": {JSON: {"schema": schema}}}
    return {
        "summary": summary,
        "parameters": list(parameters),
        "responses": {"200": good, **dict.fromkeys(errors, error())},
    }


def done(summary: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    """Return a request that is answered without a body."""
    return {
        "summary": summary,
        "parameters": list(parameters),
        "responses": {"204": {"description": "Done."}, "404": error()},
    }


def plain_text(summary: str) -> dict[str, Any]:
    """Return a request that is answered with text."""
    content = {"text/plain": {"schema": TEXT}}
    return {"summary": summary, "responses": {"200": {"description": summary, "content": content}}}


def error() -> dict[str, Any]:
    """Return the answer to a request that is refused."""
    return {
        "description": "Refused, with the reason.",
        "content": {JSON: {"schema": reference("Error")}},
    }
