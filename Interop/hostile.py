#!/usr/bin/env python3
"""Hostile HCI, both ways, over sockets and with seeds.

    hostile.py BIN_DIRECTORY [--packets N] [--seed N]

1. Hosts gone wild against `faraday serve`: N packets over many connections, each of which connects, pairs and
   encrypts properly before it sends mutated commands and data, and does so again when its link is gone. Some of the
   devices can measure distances: procedures of Channel Sounding are set up properly on their links too. Beside
   them some never read, one reads a byte now and then, some lose sync, and a thousand connect and disconnect.
   Meanwhile a pair of Bumble devices on the same air reads, and must not notice. Memory must stay flat.
2. A controller gone wild against programs on the live driver: N packets of mutated events and data, on links that
   come and go. No program may trap, whatever it makes of its radio.

The seed decides what is sent; how it interleaves with the answers is up to the machine.
"""

import argparse
import asyncio
import os
import random
import struct
import time

from bumble import crypto

import layout
from central_checks import Central
from peers import Air, Bumble, Program

COMMANDS = [
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
# Channel Sounding; the link's handle is put into octets 4 and 5.
ALL_CHANNELS = "fcff7ffcffffffffff1f"
SOUNDING = [
    "018d2005000003ff14",
    "018a20020000",
    "018c20020000",
    "0190201c0000000102ff00000003000001" + ALL_CHANNELS + "0100000201",
    "01932017000000e803010014000000e20400409c0000018000ffff",
    "0194200400000001",
    "0190201c0000010103ff00000003010001" + ALL_CHANNELS + "0100000200",
    "0194200400000000",
    "01912003000000",
    "018e20020000",
    "018b201e0000" + "01" * 28,
    "018f204a0000" + "00" * 72,
]
# What a controller can do in it.
SOUNDING_ABILITIES = "04000001010301071e1e1e000000000612007e007e00e0010300001f"
# How many of them, in this order, start procedures.
STARTING = 6
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
    "043e42080077777777777777" + "77" * 57,
    "043e2209006666666666666666666666666666666666666666666666666666666666666666",
    "043e202c000000" + SOUNDING_ABILITIES,
    "043e042e000000",
    "043e222f00000000 01 02ff00000003010001".replace(" ", "") + ALL_CHANNELS + "01000002011e143c0a",
    "043e1630000000000100 00 d61d00 01 0000 0300 0200 0000 0c00".replace(" ", ""),
    "043e1c31 0000 00 0300 0200 00c0 00 00 00 00 01 01 024c09 0023d1ed0000000013".replace(" ", ""),
    "043e1532 0000 00 00 00 00 01 01 024c09 0023d1ed0000000013".replace(" ", ""),
]


def frame(handle, channel, payload, flags=0):
    """An L2CAP frame in an ACL packet."""
    data = struct.pack("<HH", len(payload), channel) + payload
    return struct.pack("<BHH", 2, handle | flags << 12, len(data)) + data


INNER = [(4, bytes.fromhex(text)) for text in (
    "02f700", "0a0300", "0c03000000", "040100ffff", "080100ffff0328", "100100ffff0028", "1204000100", "5204000100",
    "160400000001", "1801", "20030005000700", "d2040001" + "00" * 12, "0103000a0a", "1b0300aa", "1d0300aa")]
INNER += [(5, bytes.fromhex(text)) for text in (
    "12010800060018000000c800", "14020a008000400040004000 0a00".replace(" ", ""), "17031000800040004000050040004100",
    "160304004000 0100".replace(" ", ""), "06040400400040 00".replace(" ", ""), "010102000000")]
INNER += [(6, bytes.fromhex(text)) for text in (
    "01030000100303", "02030000100303", "0b0d", "0505", "0e01")]
INNER += [(6, bytes([code]) + bytes(range(size))) for code, size in (
    (3, 16), (4, 16), (6, 16), (7, 10), (8, 16), (9, 7), (10, 16), (12, 64), (13, 16))]
INNER += [(0x40, bytes.fromhex("0400aabbccdd"))]
# The Ranging Service of a tag: subscriptions, and writes to the control point.
INNER += [(4, bytes.fromhex(text)) for text in (
    "1213000100", "1216000100", "1216000000", "1219000200", "121c000100", "121f000100", "521800000000",
    "521800010000", "52180002000000ff", "52180003", "5218000403ff", "0a1100")]


def mutate(source, rng, handle=0, flags=0):
    """A sample or data with a few things changed, its length put right: whole packets, whatever is in them."""
    draw = rng.random()
    if draw < 0.35:
        channel, payload = rng.choice(INNER)
        payload = bytearray(payload)
        for _ in range(rng.randrange(0, 3)):
            payload[rng.randrange(len(payload))] = rng.randrange(256)
        if rng.random() < 0.1:
            payload = payload[: rng.randrange(len(payload))]
        packet = bytearray(frame(handle, channel, bytes(payload), flags if rng.random() < 0.95 else rng.randrange(4)))
        if rng.random() < 0.05 and len(packet) > 6:
            packet[5] = rng.randrange(256)  # An L2CAP length that is not true.
        return bytes(packet)
    packet = bytearray(rng.choice(source))
    size = {1: 4, 2: 5, 4: 3}[packet[0]]
    if draw < 0.38:
        packet[size:] = rng.randbytes(rng.randrange(0, 40))
    for _ in range(rng.randrange(0, 3)):
        if len(packet) > size:
            packet[rng.randrange(size, len(packet))] = rng.randrange(256)
    if draw > 0.97:
        del packet[max(size, len(packet) - 1) :]
    packet[3 if packet[0] != 4 else 2] = len(packet) - size
    return bytes(packet)


def torn(source, rng):
    """A stream that does not keep to packets."""
    lump = bytearray(b"".join(mutate(source, rng) for _ in range(20)))
    for _ in range(20):
        lump[rng.randrange(len(lump))] = rng.randrange(256)
    return bytes(lump)


def samples(texts):
    return [bytes.fromhex(text) for text in texts]


def resident(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Neighbours:
    """Two Bumble devices that mind their own business on the same air."""

    async def start(self, air):
        self.server = await Bumble.on(air.where, "Near", "F0:F1:F2:F3:F4:A0")
        layout.Server(self.server.device)
        await layout.advertise(self.server.device, "Near")
        self.client = await Bumble.on(air.where, "Friend", "F0:F1:F2:F3:F4:A1")
        self.central = Central(self.client, "Near")
        await self.central.find()
        await self.central.connect()
        await self.central.discover()
        self.reads = 0
        self.ended = []
        self.central.connection.on("disconnection", self.ended.append)
        self.task = asyncio.ensure_future(self.work())

    async def work(self):
        while True:
            await asyncio.wait_for(self.central.read(layout.LONG, layout.LONG_VALUE), 120)
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
    try:
        while await reader.read(65536):
            pass
    except ConnectionError:
        pass


async def sip(reader):
    """Reads a byte now and then."""
    try:
        while await reader.read(1):
            await asyncio.sleep(0.05)
    except ConnectionError:
        pass


class WildHost:
    """A host that finds a device, connects, pairs with Just Works and encrypts, and then says anything."""

    ADDRESS = bytes.fromhex("0102030405c6")
    START = ["01030c00", "01010c08ffffffffffffff3f", "01012008ffffffffffffffff", "017420022f01"]

    def __init__(self, air, count, seed, tally):
        self.air, self.count, self.tally = air, count, tally
        self.rng = random.Random(seed)
        self.address = bytes([seed & 0xFF]) + self.ADDRESS[1:]
        self.source = samples(COMMANDS) + samples(SOUNDING)
        self.handle, self.peer, self.sent, self.ltk = None, None, 0, None
        self.is_answered = self.wants_tag = False

    async def run(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.air.port)
        reading = asyncio.ensure_future(self.listen())
        try:
            await self.set_up()
            while self.sent < self.count:
                if self.rng.random() < (0.05 if self.handle is None else 0.02):
                    await self.begin_anew()
                size = min(200, self.count - self.sent)
                lump = b"".join(self.packet() for _ in range(size))
                cut = self.rng.randrange(len(lump) + 1)
                self.writer.write(lump[:cut])
                await self.writer.drain()
                self.writer.write(lump[cut:])
                await self.writer.drain()
                self.sent += size
            self.writer.write(bytes.fromhex("01010400"))  # Nobody knows it, and so it is answered.
            # Its answer says that all before it was read.
            if not await self.wait(lambda: self.is_answered, 120):
                self.tally["silent"] += 1
        except ConnectionError:
            self.tally["hung up"] += 1
        finally:
            self.tally["sent"].append(self.sent)
            self.writer.close()
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    def packet(self):
        if self.rng.random() < 0.0003:
            return bytes.fromhex("01030c00")
        return mutate(self.source, self.rng, self.handle or 0)

    async def begin_anew(self):
        if self.handle is not None:
            self.writer.write(b"\x01\x06\x04\x03" + struct.pack("<HB", self.handle, 0x13))
            await self.wait(lambda: self.handle is None, 1)
        await self.set_up()

    async def set_up(self):
        """The proper way to an encrypted link; gives up when it takes too long."""
        for text in self.START:
            self.writer.write(bytes.fromhex(text))
        self.writer.write(b"\x01\x05\x20\x06" + self.address)
        self.peer = self.handle = None
        self.wants_tag = self.rng.random() < 0.6
        self.writer.write(bytes.fromhex("010b2007001000100000 00010c20020100".replace(" ", "")))
        if not await self.wait(lambda: self.peer):
            return
        self.writer.write(bytes.fromhex("010c20020000"))
        kind, address = self.peer
        parameters = struct.pack("<HHBB6sBHHHHHH", 0x60, 0x60, 0, kind, address, 1, 24, 24, 0, 72, 0, 0)
        self.writer.write(b"\x01\x0d\x20\x19" + parameters)
        if not await self.wait(lambda: self.handle is not None):
            return
        self.tally["connected"] += 1
        self.request = bytes.fromhex("01030001100000")
        self.own = self.rng.randbytes(16)
        self.writer.write(frame(self.handle, 6, self.request))
        self.ltk = None
        self.encrypted = self.is_refused = self.has_results = False
        if await self.wait(lambda: self.encrypted):
            self.tally["encrypted"] += 1
            await self.start_sounding()

    async def start_sounding(self):
        """The proper way to procedures, with time for each step; most devices refuse it."""
        commands = [packet[:4] + struct.pack("<H", self.handle) + packet[6:] for packet in samples(SOUNDING)]
        self.source = samples(COMMANDS) + commands
        for packet in commands[:STARTING]:
            self.writer.write(packet)
            if self.is_refused or await self.wait(lambda: self.is_refused or self.handle is None, 0.25):
                return
        self.tally["set up"] += 1
        await self.wait(lambda: self.has_results, 1.5)

    async def wait(self, condition, seconds=3.0):
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            await self.writer.drain()
            await asyncio.sleep(0.005)
        return condition()

    async def listen(self):
        while True:
            kind = (await self.reader.readexactly(1))[0]
            if kind == 4:
                code, length = await self.reader.readexactly(2)
                self.event(code, await self.reader.readexactly(length))
            else:
                handle, length = struct.unpack("<HH", await self.reader.readexactly(4))
                data = await self.reader.readexactly(length)
                if data[2:4] == b"\x06\x00" and handle & 0xFFF == self.handle:
                    self.pairing(data[4:])

    def event(self, code, body):
        self.tally["heard"] += 1
        if (code, body[-2:]) == (0x0F, b"\x01\x04") or (code, body[1:3]) == (0x0E, b"\x01\x04"):
            self.is_answered = True
        elif code == 0x3E and body[0] == 2 and self.peer is None and body[2] == 0:
            # A tag's advertisement has the Ranging Service.
            if not self.wants_tag or b"\x5b\x18" in body:
                self.peer = (body[3], body[4:10])
        elif code == 0x3E and body[0] in (1, 10) and body[1] == 0:
            self.handle = struct.unpack_from("<H", body, 2)[0]
        elif code == 0x05 and body[0] == 0:
            self.handle = None
        elif code == 0x08 and body[0] == 0 and body[3]:
            self.encrypted = True
        elif code == 0x3E and body[0] in (0x2C, 0x38) and body[1] != 0:
            self.is_refused = True
        elif code == 0x3E and body[0] == 0x31:
            self.tally["results"] += 1
            self.has_results = True

    def pairing(self, pdu):
        """LE legacy pairing, with nobody to ask (Core 6.0, Vol 3, Part H, 2.3.5)."""
        if self.ltk is not None or self.peer is None or self.handle is None:
            return
        if pdu[0] == 2:
            confirm = crypto.c1(
                bytes(16), self.own, self.request, pdu, 1, self.peer[0], self.address, self.peer[1])
            self.writer.write(frame(self.handle, 6, b"\x03" + confirm))
        elif pdu[0] == 3:
            self.writer.write(frame(self.handle, 6, b"\x04" + self.own))
        elif pdu[0] == 4 and len(pdu) == 17:
            self.ltk = crypto.s1(bytes(16), pdu[1:], self.own)
            self.writer.write(b"\x01\x19\x20\x1c" + struct.pack("<HQH", self.handle, 0, 0) + self.ltk)


async def come_and_go(air, source, rng, count):
    for _ in range(count):
        _, writer = await asyncio.open_connection("127.0.0.1", air.port)
        writer.write(mutate(source, rng)[: rng.randrange(1, 12)])
        writer.close()


async def against_serve(options):
    rng = random.Random(options.seed)
    air = await Air.start(os.path.join(options.bin, "faraday"), *["--device", "heart-rate"] * 3, *["--device", "tag"] * 3, "--channel-sounding")
    neighbours = Neighbours()
    await neighbours.start(air)
    source = samples(COMMANDS)
    half_open = [await asyncio.open_connection("127.0.0.1", air.port) for _ in range(5)]
    for _, writer in half_open:  # Ask for reports for ever, and read none of them.
        writer.write(bytes.fromhex("01030c00010b200701100010000000010c20020100"))
    reader, writer = half_open[0]
    slow = asyncio.ensure_future(sip(reader))
    for _ in range(20):
        stray_reader, stray = await asyncio.open_connection("127.0.0.1", air.port)
        stray.write(torn(source, rng))
        asyncio.ensure_future(drain(stray_reader))
        half_open.append((stray_reader, stray))
        if len(half_open) > 8:
            half_open.pop(5)[1].close()
    tally = {"set up": 0, "results": 0, "sent": [], "hung up": 0, "silent": 0, "connected": 0, "encrypted": 0, "heard": 0}
    start, before, seed = time.monotonic(), None, options.seed * 1000
    while sum(tally["sent"]) < options.packets:
        left = options.packets - sum(tally["sent"])
        part = max(1, min(20_000, left // 3 + 1))
        hosts = [WildHost(air, part, seed + number, tally) for number in range(3)]
        seed += 3
        await asyncio.gather(*(host.run() for host in hosts))
        if before is None and sum(tally["sent"]) >= options.packets // 5:
            before = resident(air.program.process.pid)
        if air.program.process.returncode is not None:
            raise AssertionError(f"faraday serve ended: {air.program.lines[-5:]}")
    seconds = time.monotonic() - start
    await come_and_go(air, source, rng, 1000)
    after = resident(air.program.process.pid)
    await neighbours.stop()
    sent = tally["sent"]
    print(f"hosts gone wild: {sum(sent)} packets in {seconds:.0f} s ({sum(sent) / seconds:.0f} /s) over {len(sent)}")
    print(f"  connections ({min(sent)} to {max(sent)} each), {tally['hung up']} hung up on, {tally['silent']} not answered; {tally['connected']} links,")
    print(f"  {tally['encrypted']} encrypted, {tally['set up']} with procedures set up, {tally['results']} subevents reported;")
    print(f"  {tally['heard']} events heard; 1000 connects;")
    print(f"  the neighbours read {neighbours.reads} long values;")
    print(f"  memory {before / 1e6:.1f} MB after a fifth, {after / 1e6:.1f} MB at the end", flush=True)
    if tally["silent"] or tally["hung up"]:
        raise AssertionError("a connection with whole packets did not get to its end")
    if after - before > 20e6:
        raise AssertionError(f"memory grew by {(after - before) / 1e6:.1f} MB")
    slow.cancel()
    for _, writer in half_open:
        writer.close()
    await air.stop()
    if air.program.process.returncode not in (0, -15):
        raise AssertionError(f"faraday serve ended with {air.program.process.returncode}")


class WildController:
    """A controller that starts a host properly, and then says anything."""

    # The handle of the link that tells whether the host has read everything.
    LAST = 0x0E00
    RETURNS = {
        0x0C03: "", 0x1002: "ff" * 64, 0x1003: "00" * 4 + "60" + "00" * 3, 0x1009: "010203040506",
        0x2002: "fb000c", 0x1005: "000000000000"[:14], 0x2003: "ff79010000c00000", 0x200F: "10",
        0x202F: "fb00 9042 fb00 9042".replace(" ", ""), 0x203A: "7206", 0x202A: "10", 0x2018: "11" * 8,
        0x2001: "", 0x0C01: "", 0x2089: SOUNDING_ABILITIES, 0x20A5: SOUNDING_ABILITIES + "7e00001e1e1e",
    }

    def __init__(self, count, rng):
        self.count, self.rng, self.sent = count, rng, 0
        self.done = asyncio.Event()
        self.heard, self.is_silent = set(), False
        self.source = samples(EVENTS)

    async def serve(self, reader, writer):
        commands = asyncio.ensure_future(self.answer(reader, writer))
        await asyncio.sleep(0.3)
        try:
            while self.sent < self.count:
                # A link to send on, and pairing and encryption on it, before it goes wild.
                if self.sent % 2000 == 0:
                    writer.write(bytes.fromhex("0405040000 0013043e13010000000100 0102030405c6180000004800 00".replace(" ", "")))
                    writer.write(frame(0, 6, bytes.fromhex("01030001100303"), 2))
                    writer.write(bytes.fromhex("043e0d05000000000000000000000000"))
                lump = b"".join(mutate(self.source, self.rng, 0, 2) for _ in range(100))
                self.sent += 100
                writer.write(lump)
                await writer.drain()
            # A link anew and a request: data says that the host has read all before it.
            writer.write(bytes.fromhex("04050400000013043e130100000e010007 02030405c618000000480000".replace(" ", "")))
            end = time.monotonic() + 120
            writer.write(frame(self.LAST, 4, bytes.fromhex("02f700"), 2))
            await writer.drain()
            while self.LAST not in self.heard and time.monotonic() < end and not commands.done():
                await asyncio.sleep(0.02)
            self.is_silent = self.LAST not in self.heard
        except ConnectionError:
            pass  # The host has had enough of its controller.
        commands.cancel()
        await asyncio.gather(commands, return_exceptions=True)
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
                handle, length = struct.unpack("<HH", await reader.readexactly(4))
                await reader.readexactly(length)
                self.heard.add(handle & 0x0FFF)


async def against_live_driver(options):
    silent = 0
    # Every kind of program has its turn.
    part = min(100_000, -(-options.packets // 3))
    total, round_number, sent, start, memory = 0, 0, [], time.monotonic(), []
    while total < options.packets:
        round_number += 1
        controller = WildController(min(part, options.packets - total), random.Random(options.seed + round_number))
        server = await asyncio.start_server(controller.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        where = f"tcp:127.0.0.1:{port}"
        programs = (["interop-peripheral"], ["heart-rate"], ["faraday", "device", "tag", "--hci", where])
        command = programs[round_number % 3]
        app = await Program.start(os.path.join(options.bin, command[0]), *command[1:], FARADAY_HCI=where)
        await asyncio.wait_for(controller.done.wait(), 3600)
        total += max(controller.sent, 1)
        sent.append(controller.sent)
        silent += controller.is_silent
        server.close()
        if app.process.returncode is None:
            memory.append(resident(app.process.pid))
        if app.process.returncode is not None and app.process.returncode < 0:
            raise AssertionError(f"the program was killed by signal {-app.process.returncode}: {app.lines[-5:]}")
        await app.stop()
    seconds = time.monotonic() - start
    print(f"a controller gone wild: {total} packets in {seconds:.0f} s ({total / seconds:.0f} /s) to {round_number}")
    print(f"  programs ({min(sent)} to {max(sent)} each), none trapped, {silent} silent at the end; the largest had {max(memory, default=0) / 1e6:.1f} MB")


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
