"""The view without a terminal: keys go in, the characters on the screen come out."""

import asyncio

from textual.events import Key

from entrostream.cli.watch.view import WatchApp

SMALL, LARGE = (80, 24), (200, 50)
NEVER = 1e6  # seconds between snapshots: tests ask for the next one themselves
CHARACTERS = {"slash": "/", "question_mark": "?"}
# How many widgets a message may pass from a key to the screen: widget, parents, app, and back.
LONGEST_PATH = 8


class Driver:
    """A running view, its pilot, and the snapshot that it gets next."""

    def __init__(self, app, pilot, source):
        self.app, self.pilot, self.source = app, pilot, source

    async def settle(self):
        """Wait until all keys are handled and drawn: not for a time, as Textual's pilot does.

        Drawing a new layout sends messages to the widgets, hence twice.
        """
        for _ in range(2):
            for _ in range(LONGEST_PATH):
                await self.pilot._wait_for_screen()
            drawn = asyncio.Event()
            self.app.screen.call_after_refresh(drawn.set)
            await asyncio.wait_for(drawn.wait(), timeout=60)

    async def press(self, *keys):
        """Send keys, and wait for what they do."""
        self.send(*keys)
        await self.settle()

    def send(self, *keys):
        """Send keys at once, as ssh may do."""
        for key in keys:
            character = key if len(key) == 1 else CHARACTERS.get(key)
            self.app.post_message(Key(key, character))

    async def until_exit(self):
        """Wait until the view ends."""

        async def exited():
            while not self.app._exit:
                await asyncio.sleep(0)

        await asyncio.wait_for(exited(), timeout=60)

    async def show(self, snapshot):
        """Let the view ask for a snapshot."""
        self.source.snapshot = snapshot
        self.app.poll()
        await self.settle()

    async def resize(self, width, height):
        await self.pilot.resize_terminal(width, height)
        await self.settle()

    @property
    def strips(self):
        return self.app.screen._compositor.render_strips()

    @property
    def lines(self):
        """The rows of the screen, without spaces at their ends."""
        return [strip.text.rstrip() for strip in self.strips]

    @property
    def text(self):
        return "\n".join(self.lines)

    def line_with(self, words):
        """Return the only row that has these words."""
        (line,) = [line for line in self.lines if words in line]
        return line


class Source:
    """What the engine is to the view."""

    def __init__(self, snapshot):
        self.snapshot, self.calls = snapshot, 0

    def __call__(self):
        self.calls += 1
        return self.snapshot


def drive(snapshot, story, size=SMALL):
    """Start a view with a snapshot, and let a coroutine use it."""

    async def run():
        source = Source(snapshot)
        app = WatchApp(source, interval=NEVER)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot, source)
            await driver.settle()
            return await story(driver)

    return asyncio.run(run())


def screen(snapshot, *keys, size=SMALL):
    """Return the driver's lines after some keys."""

    async def story(view):
        await view.press(*keys)
        return view.lines

    return drive(snapshot, story, size)
