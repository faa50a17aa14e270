#!/usr/bin/env python3
"""What the same work costs between two Bumble devices in one process.

Two `bumble.device.Device`s, each on a controller of its own, share a `bumble.link.LocalLink`: the closest thing
Bumble has to a world with a phone and a device. Everything is at Bumble's defaults, nothing is logged or printed
while the clock runs, and each measurement is warmed up first.

Prints one JSON object per line, named as the lines of faraday-bench are:

    {"name": "gatt-read", "rate": 4321.0, "nanoseconds": 231427.7, "count": 5000, ...}

`nanoseconds` is wall time for one operation. Bumble runs in real time, so the typical test, which scans and
connects, also waits for advertisements (sent every 20 ms, the shortest interval there is); `cpuNanoseconds`
leaves the waiting out.
"""

import argparse
import asyncio
import json
import logging
import platform
import statistics
import sys
import time

import bumble
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device, Peer
from bumble.gatt import Characteristic, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport.common import AsyncPipeSink

SERVICE = UUID("5F0A0001-8C7E-4B6D-9E57-3B2F6F1C9A10")
READABLE = UUID("5F0A0002-8C7E-4B6D-9E57-3B2F6F1C9A10")
NOTIFYING = UUID("5F0A0003-8C7E-4B6D-9E57-3B2F6F1C9A10")
CENTRAL = Address("F0:F0:F0:F0:F0:F0")
SENSOR = Address("F1:F1:F1:F1:F1:F1")
NAME = "Bench"
ADVERTISING_INTERVAL = 20.0  # milliseconds


class Pair:
    """A central and a sensor on one local link."""

    def __init__(self):
        link = LocalLink()
        self.central = self.make_device("central", link, CENTRAL)
        self.sensor = self.make_device("sensor", link, SENSOR)
        readable = Characteristic(
            READABLE, Characteristic.Properties.READ, Characteristic.READABLE, bytes(range(20))
        )
        self.notifying = Characteristic(
            NOTIFYING, Characteristic.Properties.NOTIFY, Characteristic.READABLE, bytes(20)
        )
        self.sensor.add_service(Service(SERVICE, [readable, self.notifying]))
        self.sensor.advertising_data = bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, bytes([0x06])),
                    (AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, bytes(SERVICE)),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode()),
                ]
            )
        )

    @staticmethod
    def make_device(name, link, address):
        controller = Controller(name, link=link, public_address=str(address))
        return Device(name=name, address=address, host=Host(controller, AsyncPipeSink(controller)))

    async def power_on(self):
        await self.central.power_on()
        await self.sensor.power_on()
        await self.sensor.start_advertising(
            advertising_interval_min=ADVERTISING_INTERVAL, advertising_interval_max=ADVERTISING_INTERVAL
        )

    async def connect(self):
        """Connects without a scan; the peer with everything discovered, and the way to the subscribers."""
        await self.power_on()
        return await self.discover(await self.central.connect(SENSOR))

    async def discover(self, connection):
        peer = Peer(connection)
        [service] = await peer.discover_service(SERVICE)
        await peer.discover_characteristics(service=service)
        return peer

    @staticmethod
    def characteristic(peer, uuid):
        return peer.get_characteristics_by_uuid(uuid)[0]


async def read(count):
    """Central reads a stored value of 20 bytes, one read after the other."""
    peer = await (pair := Pair()).connect()
    value = pair.characteristic(peer, READABLE)
    for _ in range(max(100, count // 10)):
        await value.read_value()
    start = time.perf_counter()
    for _ in range(count):
        await value.read_value()
    seconds = time.perf_counter() - start
    if bytes(await value.read_value()) != bytes(range(20)):
        raise RuntimeError("read a wrong value")
    return seconds


async def notify(count):
    """The sensor sends notifications of 20 bytes; the clock stops when the last has arrived."""
    peer = await (pair := Pair()).connect()
    received = 0
    arrived = asyncio.Event()
    expected = 0

    def on_value(_):
        nonlocal received
        received += 1
        if received == expected:
            arrived.set()

    await pair.characteristic(peer, NOTIFYING).subscribe(on_value)

    async def send(number):
        nonlocal received, expected
        received, expected = 0, number
        arrived.clear()
        for index in range(number):
            await pair.sensor.notify_subscribers(pair.notifying, index.to_bytes(20, "little"))
        await asyncio.wait_for(arrived.wait(), 60)

    await send(max(100, count // 10))
    start = time.perf_counter()
    await send(count)
    return time.perf_counter() - start


async def typical():
    """Scan, connect, discover, subscribe, ten notifications, disconnect, in fresh devices."""
    pair = Pair()
    loop = asyncio.get_running_loop()
    await pair.power_on()

    found = loop.create_future()
    pair.central.on("advertisement", lambda seen: found.done() or found.set_result(seen.address))
    await pair.central.start_scanning()
    address = await asyncio.wait_for(found, 60)
    await pair.central.stop_scanning()

    connection = await pair.central.connect(address)
    peer = await pair.discover(connection)
    received = []
    complete = loop.create_future()

    def on_value(value):
        received.append(bytes(value))
        if len(received) == 10:
            complete.set_result(None)

    await pair.characteristic(peer, NOTIFYING).subscribe(on_value)
    for index in range(10):
        await pair.sensor.notify_subscribers(pair.notifying, index.to_bytes(20, "little"))
    await asyncio.wait_for(complete, 60)

    gone = loop.create_future()
    connection.on("disconnection", lambda *_: gone.done() or gone.set_result(None))
    await connection.disconnect()
    await asyncio.wait_for(gone, 60)
    await pair.sensor.stop_advertising()


def emit(name, **fields):
    fields = {key: round(value, 9) if isinstance(value, float) else value for key, value in fields.items()}
    print(json.dumps({"name": name, **fields}), flush=True)


def emit_rate(name, count, measured):
    least = min(measured)
    emit(
        name,
        rate=round(count / least, 1),
        medianRate=round(count / statistics.median(measured), 1),
        nanoseconds=round(least / count * 1e9, 1),
        count=count,
        repeats=len(measured),
        seconds=least,
    )


def run_typical(repeats):
    """Wall and processor seconds of each of `repeats` tests."""
    asyncio.run(typical())
    walls, cpus = [], []
    for _ in range(repeats):
        wall, cpu = time.perf_counter(), time.process_time()
        asyncio.run(typical())
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    emit(
        "typical-test",
        nanoseconds=round(min(walls) * 1e9),
        medianNanoseconds=round(statistics.median(walls) * 1e9),
        cpuNanoseconds=round(min(cpus) * 1e9),
        medianCPUNanoseconds=round(statistics.median(cpus) * 1e9),
        count=1,
        repeats=repeats,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=["gatt-read", "notifications", "typical-test"])
    parser.add_argument("--count", type=int, default=5000, help="reads and notifications per repetition")
    parser.add_argument("--repeat", type=int, default=3, help="repetitions; the best counts")
    parser.add_argument("--quick", action="store_true", help="1000 operations, once")
    options = parser.parse_args()
    if options.count < 1 or options.repeat < 1:
        parser.error("--count and --repeat take numbers from 1")
    count, repeat = (1000, 1) if options.quick else (options.count, options.repeat)
    logging.disable(logging.CRITICAL)

    wanted = options.only or ["gatt-read", "notifications", "typical-test"]
    emit("host", stack="bumble", version=getattr(bumble, "__version__", "?"), python=platform.python_version())
    if "gatt-read" in wanted:
        emit_rate("gatt-read", count, [asyncio.run(read(count)) for _ in range(repeat)])
    if "notifications" in wanted:
        emit_rate("notifications", count, [asyncio.run(notify(count)) for _ in range(repeat)])
    if "typical-test" in wanted:
        run_typical(max(3, repeat * 3))


if __name__ == "__main__":
    sys.exit(main())
