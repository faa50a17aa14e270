"""The database that both stacks publish for these checks, and a Bumble server of it.

`layout/Layout.swift` has the same numbers.
"""

import asyncio

from bumble.att import ATT_Error, ErrorCode
from bumble.core import UUID, AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service


def uuid(number):
    return UUID(f"FADA{number:04X}-0F0F-4A4A-8B8B-C0FFEE000000")


SERVICE = uuid(0x0001)
SHORT = uuid(0x0002)
LONG = uuid(0x0003)
FAILING = uuid(0x0004)
ECHO = uuid(0x0005)
STREAM = uuid(0x0006)
NOTIFYING = uuid(0x0007)
INDICATING = uuid(0x0008)
ENCRYPTED = uuid(0x0009)
AUTHENTICATED = uuid(0x000A)
REFUSING = uuid(0x000B)
CONTROL = uuid(0x000C)

LONG_VALUE = bytes(index % 251 for index in range(400))
NOTIFICATIONS = 20
INDICATIONS = 3

Properties = Characteristic.Properties
Permissions = Characteristic.Permissions


class Server:
    """The layout on a Bumble device; remembers what clients do."""

    def __init__(self, device):
        self.device = device
        self.echo = b""
        self.streamed = 0
        self.is_in_order = True
        self.tasks = set()
        self.notifying = Characteristic(NOTIFYING, Properties.NOTIFY, Permissions(0), b"")
        self.indicating = Characteristic(INDICATING, Properties.INDICATE, Permissions(0), b"")
        battery = Service(
            UUID.from_16_bits(0x180F),
            [Characteristic(UUID.from_16_bits(0x2A19), Properties.READ, Permissions.READABLE, bytes([93]))],
        )
        device.add_services([battery, Service(SERVICE, self.characteristics(), included_services=[battery])])
        self.notifying.on("subscription", self.subscribed)
        self.indicating.on("subscription", self.subscribed)

    def characteristics(self):
        read, write = Properties.READ, Properties.WRITE
        readable, writable = Permissions.READABLE, Permissions.WRITEABLE
        return [
            Characteristic(
                SHORT,
                read,
                readable,
                bytes([1, 2, 3]),
                [Descriptor(UUID.from_16_bits(0x2901), readable, b"short")],
            ),
            Characteristic(LONG, read, readable, LONG_VALUE),
            Characteristic(FAILING, read, readable, CharacteristicValue(read=self.fail)),
            Characteristic(
                ECHO,
                read | write,
                readable | writable,
                CharacteristicValue(read=lambda _: self.echo, write=self.write_echo),
            ),
            Characteristic(
                STREAM,
                read | Properties.WRITE_WITHOUT_RESPONSE,
                readable | writable,
                CharacteristicValue(
                    read=lambda _: bytes([self.streamed % 256, int(self.is_in_order)]),
                    write=self.write_stream,
                ),
            ),
            self.notifying,
            self.indicating,
            Characteristic(
                ENCRYPTED,
                read | write,
                readable
                | writable
                | Permissions.READ_REQUIRES_ENCRYPTION
                | Permissions.WRITE_REQUIRES_ENCRYPTION,
                bytes([9]),
            ),
            Characteristic(
                AUTHENTICATED,
                read,
                readable | Permissions.READ_REQUIRES_ENCRYPTION | Permissions.READ_REQUIRES_AUTHENTICATION,
                bytes([10]),
            ),
            Characteristic(REFUSING, write, writable, CharacteristicValue(write=self.refuse)),
            Characteristic(CONTROL, write, writable, CharacteristicValue(write=self.control)),
        ]

    def fail(self, _connection):
        raise ATT_Error(0x80)

    def refuse(self, _connection, _value):
        raise ATT_Error(0x81)

    def write_echo(self, _connection, value):
        self.echo = bytes(value)

    def write_stream(self, _connection, value):
        if value[0] != self.streamed % 256:
            self.is_in_order = False
        self.streamed += 1

    def control(self, connection, _value):
        self.later(self.disconnect(connection))

    async def disconnect(self, connection):
        # The answer to the write goes out first.
        await asyncio.sleep(0.3)
        await connection.disconnect()

    def subscribed(self, connection, notify, indicate):
        if notify:
            self.later(self.notify(connection))
        if indicate:
            self.later(self.indicate(connection))

    async def notify(self, connection):
        await asyncio.sleep(0.2)
        for number in range(NOTIFICATIONS):
            await self.device.gatt_server.notify_subscriber(connection, self.notifying, bytes([number]))

    async def indicate(self, connection):
        await asyncio.sleep(0.2)
        for number in range(INDICATIONS):
            await self.device.gatt_server.indicate_subscriber(connection, self.indicating, bytes([number]))

    def later(self, work):
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def advertise(device, name):
    """Advertises the layout: 31 bytes hold the service and a name of eight letters.

    Bumble's controllers send the advertising data as scan response too, so that only Faraday's show what is
    in that.
    """
    await device.start_advertising(
        auto_restart=True,
        advertising_data=bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, bytes([6])),
                    (AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, bytes(SERVICE)),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, name.encode()),
                ]
            )
        ),
        scan_response_data=bytes(
            AdvertisingData(
                [
                    (AdvertisingData.MANUFACTURER_SPECIFIC_DATA, bytes([0x59, 0x00, 1, 2, 3])),
                ]
            )
        ),
    )


__all__ = [name for name in dir() if not name.startswith("_")] + ["ErrorCode"]
