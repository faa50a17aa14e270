#!/usr/bin/env python3
"""Hostile HCI, both ways, over sockets and with seeds.

    hostile.py BIN_DIRECTORY [--packets N] [--seed N]

1. A host gone wild against `faraday serve`: N packets of noise and of mutated commands, over many connections,
   some of which stay half open or never read; a thousand connects and disconnects. Meanwhile a pair of Bumble
   devices on the same air reads and is notified, and must not notice. Memory must stay flat.
2. A controller gone wild against a program on the live driver: N packets of noise and of mutated events. The
   program must not trap, whatever it makes of its radio.
"""

import argparse
import asyncio
import os
import random
import struct
import sys

import layout
from central_checks import Central
from peers import Air, Bumble, Program

COMMANDS = [
    "01030c00",
    "01010c08ffffffffffffff3f",
    "01012008ffffffff00000000",
    "010520060102030405c6",
    "0106200e2000200000010000000000000700",
    "01082021030201061f00000000000000000000000000000000000000000000000000000000",
    "010a200101",
    "010a200100",
    "010b200701100010000100",
    "010c20020100",
    "010c20020000",
    "010d20196000600000010102030405c600180018000000480000000000",
    "010e2000",
    "0113200e0000180028000000480000000000",
    "01060403000013",
    "0117202000112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
    "01182000",
    "0119201c00000000000000000000000000000000000000000000000000000000",
    "011a2012000011111111111111111111111111111111",
    "011b20020000",
    "01252000",
    "012620405555555555555555" + "55" * 56,
    "01272027000000000000000000000000000000000000000000000000000000000000000000000000000000",
    "01292000",
    "012d200101",
    "0136201900130020000020000007010000000000000000000000000000",
    "0137200700030103020106",
    "01392006010100000000",
    "014120080100010110001000",
    "01422006010000000000",
    "0200000700030004000a0300",
    "0200000a0007000600010400010f10",
]
EVENTS = [
    "040e0401030c00",
    "040e0401010c00",
    "040f0400011320",
    "04050400000013",
    "043e1201000000000102030405c618000000480000",
    "043e0a03020000180000004800",
    "043e0d05000000000000000000000000",
    "043e1d0d01130000000000000000000000000000000000000000000000000000",
    "0413050100000100",
    "04080400000001",
    "043003000000",
    "043e0c020100000102030405c600c8",
    "0200200800040004001b0300aa",
    "0200200700030004000b0102",
    "0200200b00070006000201000d100303",
    "04100142",
    "043e42080077777777777777" + "77" * 57,
    "043e2209006666666666666666666666666666666666666666666666666666666666666666",
]


def mutate(source, rng):
    """A sample with a few things changed, or noise with a plausible header."""
    if rng.random() < 0.2:
        body = rng.randbytes(rng.randrange(0, 40))
        return bytes([rng.choice([1, 2, 4])]) + rng.randbytes(2) + bytes([len(body)]) + body
    packet = bytearray(rng.choice(source))
    for _ in range(rng.randrange(0, 3)):
        if len(packet) > 4:
            packet[rng.randrange(4 if rng.random() < 0.9 else 1, len(packet))] = rng.randrange(256)
    return bytes(packet)


def samples(texts):
    return [bytes.fromhex(text) for text in texts]


def resident(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Neighbours:
    """Two Bumble devices that mind their own business on the same air."""

    async def start(self, air):
        self.server = await Bumble.on(air.where, "Neighbour", "F0:F1:F2:F3:F4:A0")
        layout.Server(self.server.device)
        await layout.advertise(self.server.device, "Neighbour")
        self.client = await Bumble.on(air.where, "Friend", "F0:F1:F2:F3:F4:A1")
        self.central = Central(self.client, "Neighbour")
        await self.central.find()
        await self.central.connect()
        await self.central.discover()
        self.reads = 0
        self.ended = []
        self.central.connection.on("disconnection", self.ended.append)
        self.task = asyncio.ensure_future(self.work())

    async def work(self):
        while True:
            await asyncio.wait_for(self.central.read(layout.LONG, layout.LONG_VALUE), 20)
            self.reads += 1

    async def stop(self):
        if self.task.done():
            raise AssertionError(f"the neighbours were disturbed: {self.task.exception()}")
        self.task.cancel()
        if self.ended:
            raise AssertionError(f"the neighbours' link ended: {self.ended}")
        await self.client.close()
        await self.server.close()


async def drain(reader):
    while await reader.read(65536):
        pass


async def wild_host(air, count, rng, source):
    """One connection that sends `count` packets in lumps of any size, and reads what comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", air.port)
    reading = asyncio.ensure_future(drain(reader))
    sent = 0
    try:
        writer.write(bytes.fromhex("01030c00"))
        while sent < count:
            lump = b"".join(mutate(source, rng) for _ in range(min(200, count - sent)))
            sent += min(200, count - sent)
            cut = rng.randrange(len(lump) + 1)
            writer.write(lump[:cut])
            await writer.drain()
            writer.write(lump[cut:])
            await writer.drain()
    except (ConnectionError, BrokenPipeError):
        pass  # The server may hang up on noise without packet boundaries.
    finally:
        writer.close()
        reading.cancel()
    return sent


async def against_serve(options):
    rng = random.Random(options.seed)
    air = await Air.start(os.path.join(options.bin, "faraday"), "--quiet", "--device", "heart-rate")
    neighbours = Neighbours()
    await neighbours.start(air)
    source = samples(COMMANDS)
    half_open = [await asyncio.open_connection("127.0.0.1", air.port) for _ in range(5)]
    for _, writer in half_open:  # Ask for reports for ever, and read none of them.
        writer.write(bytes.fromhex("01030c00010b200701100010000000010c20020100"))
    sent, before = 0, None
    while sent < options.packets:
        part = min(20_000, options.packets - sent)
        sent += await wild_host(air, part, rng, source)
        if before is None and sent >= options.packets // 5:
            before = resident(air.program.process.pid)
    for _ in range(1000):
        _, writer = await asyncio.open_connection("127.0.0.1", air.port)
        writer.write(mutate(source, rng)[: rng.randrange(1, 12)])
        writer.close()
    after = resident(air.program.process.pid)
    await neighbours.stop()
    if air.program.process.returncode is not None:
        raise AssertionError(f"faraday serve ended: {air.program.lines[-5:]}")
    growth = (after - before) / 1e6
    print(f"a host gone wild: {sent} packets, 1000 connects; the neighbours read {neighbours.reads} long values;")
    print(f"  memory {before / 1e6:.1f} MB after a fifth, {after / 1e6:.1f} MB at the end")
    if growth > 20:
        raise AssertionError(f"memory grew by {growth:.1f} MB")
    for _, writer in half_open:
        writer.close()
    await air.stop()
    if air.program.process.returncode not in (0, -15):
        raise AssertionError(f"faraday serve ended with {air.program.process.returncode}")


class WildController:
    """A controller that starts a host properly, and then says anything."""

    RETURNS = {
        0x0C03: "", 0x1002: "ff" * 64, 0x1003: "00" * 4 + "60" + "00" * 3, 0x1009: "010203040506",
        0x2002: "fb000c", 0x1005: "000000000000"[:14], 0x2003: "ff79010000000000"[:16], 0x200F: "10",
        0x202F: "fb00 9042 fb00 9042".replace(" ", ""), 0x203A: "7206", 0x202A: "10", 0x2018: "11" * 8,
        0x2001: "", 0x0C01: "",
    }

    def __init__(self, count, rng):
        self.count, self.rng, self.sent = count, rng, 0
        self.done = asyncio.Event()
        self.source = samples(EVENTS)

    async def serve(self, reader, writer):
        commands = asyncio.ensure_future(self.answer(reader, writer))
        await asyncio.sleep(0.3)
        try:
            while self.sent < self.count:
                lump = b"".join(mutate(self.source, self.rng) for _ in range(100))
                self.sent += 100
                writer.write(lump)
                await writer.drain()
        except (ConnectionError, BrokenPipeError):
            pass
        commands.cancel()
        writer.close()
        self.done.set()

    async def answer(self, reader, writer):
        while True:
            kind = (await reader.readexactly(1))[0]
            if kind == 1:
                opcode, length = struct.unpack("<HB", await reader.readexactly(3))
                await reader.readexactly(length)
                result = bytes([0]) + bytes.fromhex(self.RETURNS.get(opcode, ""))
                writer.write(bytes([4, 0x0E, 3 + len(result), 1]) + struct.pack("<H", opcode) + result)
            else:
                _, length = struct.unpack("<HH", await reader.readexactly(4))
                await reader.readexactly(length)


async def against_live_driver(options):
    total, round_number, statuses = 0, 0, []
    while total < options.packets:
        round_number += 1
        controller = WildController(options.packets - total, random.Random(options.seed + round_number))
        server = await asyncio.start_server(controller.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        app = await Program.start(
            os.path.join(options.bin, "interop-peripheral" if round_number % 2 else "heart-rate"),
            FARADAY_HCI=f"tcp:127.0.0.1:{port}",
        )
        await asyncio.wait_for(controller.done.wait(), 600)
        total += max(controller.sent, 1)
        server.close()
        if app.process.returncode is not None and app.process.returncode < 0:
            raise AssertionError(f"the program was killed by signal {-app.process.returncode}: {app.lines[-5:]}")
        await app.stop()
        statuses.append(app.process.returncode)
    print(f"a controller gone wild: {total} packets to {round_number} programs, none trapped")


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("--packets", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    await against_serve(options)
    await against_live_driver(options)


if __name__ == "__main__":
    asyncio.run(main())
