"""The real server in a process of its own."""

import subprocess
import sys
from contextlib import contextmanager


class Server:
    """`entrostream serve`, which says its address in its first line."""

    def __init__(self, *options, port=0):
        command = [sys.executable, "-m", "entrostream.cli", "serve", *options]
        self.process = subprocess.Popen(
            [*command, "--listen", f"127.0.0.1:{port}"], stdout=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http"))
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self):
        """End it as a power failure would."""
        self.process.kill()
        self._wait()

    def stop(self):
        """End it as an operator would."""
        self.process.terminate()
        self._wait()

    def _wait(self):
        self.process.wait(timeout=30)
        self.process.stdout.close()


@contextmanager
def serving(*options, port=0):
    """Give a server that ends with the block, if it has not ended before."""
    server = Server(*options, port=port)
    try:
        yield server
    finally:
        if server.process.returncode is None:
            server.stop()
