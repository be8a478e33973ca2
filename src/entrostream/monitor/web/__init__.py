"""The monitor in a browser, and its programming interface over HTTP."""

try:
    import starlette as _starlette  # noqa: F401
    import uvicorn as _uvicorn  # noqa: F401
except ImportError as error:
    raise ImportError(
        f'the live monitor needs {error.name}: pip install "entrostream[monitor]"'
    ) from error

from entrostream.monitor.web.app import AppSettings, make_app
from entrostream.monitor.web.server import bind, run_server

__all__ = ["AppSettings", "bind", "make_app", "run_server"]


def __dir__() -> list[str]:
    return __all__
