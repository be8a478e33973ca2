"""A standalone cluster on the loopback address: a master and workers, each a process."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyspark

from tests.spark.processes import descendants

LOOPBACK = "127.0.0.1"
SPARK_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"
EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend"
PATIENCE = 120  # seconds: other tests may hold all cores


class Cluster:
    """Begins and ends with a `with` block.

    Parameters
    ----------
    folder : Path
        For logs and for the files of the workers.
    workers : int
        How many there are.
    cores, memory : int, str
        Of each worker.

    Attributes
    ----------
    url : str
        The master of a session.
    """

    def __init__(self, folder, *, workers=2, cores=1, memory="1g"):
        self._folder = Path(folder)
        self._workers, self._cores, self._memory = workers, cores, memory
        self.url = f"spark://{LOOPBACK}:{free_port()}"
        self._processes = []

    def __enter__(self):
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._start_all()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error):
        executors = self.executors()  # a worker that is killed leaves them for a while
        for process in self._processes:
            process.kill()
            process.wait()
        for pid in executors:
            kill_quietly(pid)

    def executors(self):
        """Return the process ids of the executors of all applications."""
        return [
            child.pid
            for process in self._processes
            for child in descendants(process.pid)
            if EXECUTOR in child.command()
        ]

    def _start_all(self):
        port = self.url.rpartition(":")[2]
        master = self._start("master", MASTER, "--port", port)
        self._wait_for("I have been elected leader", 1, master)
        for number in range(self._workers):
            limits = ("--cores", str(self._cores), "--memory", self._memory)
            self._start(f"worker{number}", WORKER, *limits, self.url)
        self._wait_for("Registering worker", self._workers, master)

    def _start(self, name, main, *arguments):
        log = self._folder / f"{name}.log"
        command = [SPARK_CLASS, main, "--host", LOOPBACK, "--webui-port", "0", *arguments]
        with log.open("wb") as output:
            self._processes.append(
                subprocess.Popen(command, env=self._environment(), stdout=output, stderr=output)
            )
        return log

    def _environment(self):
        """Return what processes and the Python workers of executors find."""
        return os.environ | {
            "SPARK_LOCAL_IP": LOOPBACK,
            "SPARK_WORKER_DIR": str(self._folder / "work"),
            "SPARK_DAEMON_MEMORY": "256m",
            # It listens at a fixed port: a second cluster would not start.
            "SPARK_DAEMON_JAVA_OPTS": "-Dspark.master.rest.enabled=false",
            "PYSPARK_PYTHON": sys.executable,
        }

    def _wait_for(self, text, times, log):
        end = time.monotonic() + PATIENCE
        while log.read_text(errors="replace").count(text) < times:
            if time.monotonic() > end or any(p.poll() is not None for p in self._processes):
                raise TimeoutError(f"no {text!r}, {times} times, in the log of the cluster: {log}")
            time.sleep(0.1)


def settings():
    """Return the settings of a session on the cluster: small executors, on the loopback address."""
    return {
        "spark.driver.bindAddress": LOOPBACK,
        "spark.driver.host": LOOPBACK,
        "spark.executor.cores": 1,
        "spark.executor.memory": "512m",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
    }


def free_port():
    """Return a port of the loopback address that nobody listens at."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]


def kill_quietly(pid):
    """Send SIGKILL to a process that may have ended."""
    try:
        os.kill(pid, 9)
    except ProcessLookupError:
        return
