"""A program of Documentation/PortProtocol.md in another language: as much of it as the hostile checks need."""

import asyncio
import socket
import struct

HELLO, OPEN, CLOSE, CENTRAL, ASK = 0x01, 0x02, 0x03, 0x04, 0x09
WELCOME, REFUSED, ANSWER = 0x81, 0x82, 0x83


def frame(kind, fields=b""):
    return struct.pack("<IB", len(fields) + 1, kind) + fields


def text(value):
    value = value.encode()
    return struct.pack("<I", len(value)) + value


def fields(value):
    return struct.pack("<I", len(value)) + value


def hello(app, version=1, phone=""):
    return frame(HELLO, fields(struct.pack("<H", version) + text(phone) + text(app) + bytes(4) + text("") + bytes(3)))


def open_central(manager):
    return frame(OPEN, struct.pack("<IB", manager, 1) + fields(bytes(3)))


def scan(manager, call):
    """For anything."""
    return frame(CENTRAL, struct.pack("<IB", manager, 1) + fields(bytes(4 + 1 + 4)) + struct.pack("<I", call))


def ask_authorization(manager, call):
    return frame(ASK, struct.pack("<IBI", manager, 1, call))


class Client:
    """A connection to a server of phones."""

    @classmethod
    async def connect(cls, port):
        self = cls()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        return self

    @classmethod
    async def join(cls, port, app):
        """Joins as an app; waits if the server has not noticed yet that the app's last process has ended."""
        for _attempt in range(500):
            self = await cls.connect(port)
            self.send(hello(app))
            length = struct.unpack("<I", await self.reader.readexactly(4))[0]
            if (await self.reader.readexactly(length))[0] == WELCOME:
                return self
            await self.close()
            await asyncio.sleep(0.02)
        raise AssertionError(f"{app} is not let in")

    def send(self, *frames):
        self.writer.write(b"".join(frames))

    async def next(self, kind=None):
        """The next frame, or the next of a kind; its fields."""
        while True:
            length = struct.unpack("<I", await self.reader.readexactly(4))[0]
            data = await self.reader.readexactly(length)
            if kind is None or data[0] == kind:
                return data[1:]

    async def reason(self):
        """Why the server refuses this program, and that it closes then."""
        data = await self.next(REFUSED)
        if await self.reader.read():
            raise AssertionError("something comes behind a refusal")
        return data[4:].decode()

    async def close(self, rudely=False):
        if rudely:
            # The other end gets a reset, as from a machine that is gone.
            self.writer.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
            )
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except ConnectionError:
            pass
