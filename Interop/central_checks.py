"""Bumble as the central: what it finds at, and does with, a peer that publishes the layout."""

import asyncio

from bumble.att import ATT_Error
from bumble.core import UUID, AdvertisingData
from bumble.device import Peer

import layout
from layout import LONG_VALUE


class Checks:
    """Runs checks one after the other and keeps their outcomes."""

    def __init__(self):
        self.results = []

    async def check(self, name, work, timeout=180):
        try:
            await asyncio.wait_for(work, timeout)
            self.results.append((name, None))
        except Exception as error:  # Whatever it is: it is this case's outcome.
            self.results.append((name, f"{type(error).__name__}: {error}"))

    @property
    def is_good(self):
        return all(problem is None for _, problem in self.results)


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


class Central:
    """A Bumble device that checks one peer."""

    def __init__(self, bumble, name, refusal=0x81, failure=0x80):
        self.device = bumble.device
        self.name = name
        self.refusal = refusal
        self.failure = failure
        self.address = None
        self.connection = None
        self.peer = None

    async def find(self):
        found = asyncio.get_running_loop().create_future()
        heard = {}

        def advertisement(report):
            data = report.data
            entry = heard.setdefault(str(report.address), {})
            names = data.get(AdvertisingData.COMPLETE_LOCAL_NAME) or data.get(
                AdvertisingData.SHORTENED_LOCAL_NAME
            )
            if names:
                entry["name"] = names
            for kind in (
                AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
                AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
            ):
                if layout.SERVICE in (data.get(kind) or []):
                    entry["service"] = True
            is_wanted = entry.get("service") and self.name.startswith(entry.get("name") or "?")
            if is_wanted and not found.done():
                found.set_result(report.address)

        self.device.on("advertisement", advertisement)
        await self.device.start_scanning(active=True, filter_duplicates=False)
        try:
            self.address = await asyncio.wait_for(found, 120)
        finally:
            self.device.remove_listener("advertisement", advertisement)
            await self.device.stop_scanning()

    async def connect(self):
        self.connection = await self.device.connect(self.address, timeout=120)
        self.peer = Peer(self.connection)

    async def discover(self):
        await self.peer.discover_services()
        for service in self.peer.services:
            await service.discover_characteristics()
        expect(self.peer.get_services_by_uuid(layout.SERVICE), f"only {self.peer.services}")

    def characteristic(self, uuid):
        found = self.peer.get_characteristics_by_uuid(uuid)
        expect(found, f"{uuid} was not discovered")
        return found[0]

    async def mtu(self, wanted):
        mtu = await self.peer.request_mtu(517)
        expect(mtu == wanted, f"MTU {mtu}")

    async def read(self, uuid, expected):
        value = bytes(await self.characteristic(uuid).read_value())
        expect(value == bytes(expected), f"{len(value)} bytes: {value[:16].hex()}")

    async def fails(self, work, code):
        try:
            await work
        except ATT_Error as error:
            expect(error.error_code == code, f"error {error.error_code:#x}")
            return
        raise AssertionError("it succeeded")

    async def write(self, uuid, value):
        await self.characteristic(uuid).write_value(bytes(value), with_response=True)

    async def echo(self, value):
        await self.write(layout.ECHO, value)
        await self.read(layout.ECHO, value)

    async def stream(self):
        characteristic = self.characteristic(layout.STREAM)
        for number in range(200):
            await characteristic.write_value(bytes([number, number // 2, 3]), with_response=False)
        for _ in range(1200):
            if bytes(await characteristic.read_value()) == bytes([200, 1]):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"the server has seen {bytes(await characteristic.read_value()).hex()}")

    async def updates(self, uuid, count):
        values = []
        enough = asyncio.Event()

        def received(value):
            values.append(bytes(value))
            if len(values) >= count:
                enough.set()

        characteristic = self.characteristic(uuid)
        await characteristic.subscribe(received, prefer_notify=uuid == layout.NOTIFYING)
        await asyncio.wait_for(enough.wait(), 120)
        expect(values == [bytes([number]) for number in range(count)], f"{values}")
        await characteristic.unsubscribe(received)

    async def included(self, uuid):
        service = self.peer.get_services_by_uuid(layout.SERVICE)[0]
        found = await self.peer.gatt_client.discover_included_services(service)
        expect([entry.uuid for entry in found] == [uuid], f"{found}")

    async def description(self):
        characteristic = self.characteristic(layout.SHORT)
        await characteristic.discover_descriptors()
        descriptor = characteristic.get_descriptor(UUID.from_16_bits(0x2901))
        expect(descriptor is not None, "no description")
        expect(bytes(await descriptor.read_value()) == b"short", "another description")

    async def disconnect(self):
        await self.connection.disconnect()
        self.connection = self.peer = None

    async def peer_disconnects(self):
        gone = asyncio.get_running_loop().create_future()
        self.connection.on("disconnection", gone.set_result)
        await self.write(layout.CONTROL, [1])
        reason = await asyncio.wait_for(gone, 120)
        expect(reason == 0x13, f"reason {reason:#x}")


async def check_everything(central, mtu, included, has_control=True):
    """All that takes no pairing."""
    checks = Checks()
    run = checks.check
    await run("scan: name and service", central.find())
    await run("connect", central.connect())
    if central.connection is None:
        return checks
    await run(f"MTU {mtu}", central.mtu(mtu))
    await run("discover services and characteristics", central.discover())
    await run("discover included services", central.included(included))
    await run("discover and read a descriptor", central.description())
    await run("read", central.read(layout.SHORT, [1, 2, 3]))
    await run("read a long value (400 bytes)", central.read(layout.LONG, LONG_VALUE))
    await run(
        f"read: the application's error {central.failure:#04x}",
        central.fails(central.characteristic(layout.FAILING).read_value(), central.failure),
    )
    await run("write with response", central.echo(bytes([5, 6, 7])))
    await run("write a long value (512 bytes, prepared)", central.echo((LONG_VALUE * 2)[:512]))
    await run(
        f"write: the application's error {central.refusal:#04x}",
        central.fails(central.write(layout.REFUSING, [1]), central.refusal),
    )
    await run("write without response, 200 packets in order", central.stream())
    await run(
        f"notifications, {layout.NOTIFICATIONS} in order",
        central.updates(layout.NOTIFYING, layout.NOTIFICATIONS),
    )
    await run(
        f"indications, {layout.INDICATIONS} in order",
        central.updates(layout.INDICATING, layout.INDICATIONS),
    )
    if has_control:
        await run("the peer disconnects: reason 0x13", central.peer_disconnects())
        await run("connect again", central.connect())
        await run("discover again", central.discover())
        await run("read again", central.read(layout.SHORT, [1, 2, 3]))
    await run("the central disconnects", central.disconnect())
    return checks


async def check_pairing(central, user, uuid, expected, level):
    """Pairs, uses what takes it, and comes back with the bond."""
    checks = Checks()
    run = checks.check
    await run("scan", central.find())
    await run("connect", central.connect())
    if central.connection is None:
        return checks
    await run("discover", central.discover())
    await run(
        "an unpaired read is refused",
        central.fails(central.characteristic(uuid).read_value(), 0x05),
    )
    await run("pair", central.connection.pair())

    async def is_secured():
        expect(central.connection.is_encrypted, "the link is not encrypted")
        (_, keys), = await central.device.keystore.get_all()
        key = keys.ltk or keys.ltk_central
        expect(key.authenticated == (level == "authenticated"), "the key is of another level")

    await run(f"the link is {level}", is_secured())
    await run("a read that takes it", central.read(uuid, expected))
    await run("disconnect", central.disconnect())
    asked = len(user.asked)
    await run("connect again", central.connect())
    await run("discover again", central.discover())
    await run("encrypt with the bond", central.connection.encrypt())
    await run("the same read", central.read(uuid, expected))

    async def nobody_was_asked():
        expect(len(user.asked) == asked, f"{user.asked}")

    await run("nobody was asked again", nobody_was_asked())
    await run("disconnect again", central.disconnect())
    return checks
