#!/usr/bin/env python3
"""A heart-rate monitor on Bumble, and beside it, on the same air, a virtual controller behind TCP.

    bumble_heart_rate.py PORT

Prints READY when a host may connect to PORT with H4. Sends a measurement every half second while
anyone is subscribed, and takes the reset of the energy expended through the control point. Prints a
line for each thing that a client does, so that the caller can hold them against what was expected.
"""

import asyncio
import struct
import sys

from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device
from bumble.gatt import (
    Characteristic,
    CharacteristicValue,
    Service,
)
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

HEART_RATE = UUID.from_16_bits(0x180D)
BATTERY = UUID.from_16_bits(0x180F)


class Monitor:
    """The state of the monitor and the services that show it."""

    def __init__(self):
        self.energy = 60
        self.rate = 70
        self.measurement = Characteristic(
            UUID.from_16_bits(0x2A37),
            Characteristic.Properties.NOTIFY,
            Characteristic.Permissions(0),
            b"",
        )
        self.location = Characteristic(
            UUID.from_16_bits(0x2A38),
            Characteristic.Properties.READ,
            Characteristic.Permissions.READABLE,
            CharacteristicValue(read=self.read_location),
        )
        self.control_point = Characteristic(
            UUID.from_16_bits(0x2A39),
            Characteristic.Properties.WRITE,
            Characteristic.Permissions.WRITEABLE,
            CharacteristicValue(write=self.write_control_point),
        )
        self.battery = Characteristic(
            UUID.from_16_bits(0x2A19),
            Characteristic.Properties.READ | Characteristic.Properties.NOTIFY,
            Characteristic.Permissions.READABLE,
            CharacteristicValue(read=self.read_battery),
        )

    def services(self):
        return [
            Service(HEART_RATE, [self.measurement, self.location, self.control_point]),
            Service(BATTERY, [self.battery]),
        ]

    def read_location(self, _connection):
        print("read location", flush=True)
        return bytes([2])

    def read_battery(self, _connection):
        print("read battery", flush=True)
        return bytes([93])

    def write_control_point(self, _connection, value):
        print(f"wrote control point {bytes(value).hex()}", flush=True)
        self.energy = 0

    def next_measurement(self):
        self.rate = 60 + (self.rate - 59) % 40
        self.energy += 1
        return struct.pack("<BBH", 0x0E, self.rate, self.energy)


async def main(port):
    link = LocalLink()
    await open_endpoint(link, port)
    host = Host()
    host.controller = Controller("monitor", host_source=host, host_sink=host, link=link)
    device = Device(name="Bumble HR", address=Address("F0:F1:F2:F3:F4:F5"), host=host)
    monitor = Monitor()
    device.add_services(monitor.services())

    def connected(connection):
        print("connected", flush=True)
        connection.on("disconnection", lambda reason: print(f"disconnected {reason:#x}", flush=True))

    device.on("connection", connected)
    await device.power_on()
    await device.start_advertising(
        auto_restart=True,
        advertising_data=bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, bytes([6])),
                    (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, bytes(HEART_RATE)),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, b"Bumble HR"),
                ]
            )
        ),
    )
    print("READY", flush=True)
    while True:
        await asyncio.sleep(0.5)
        await device.notify_subscribers(monitor.measurement, monitor.next_measurement())


async def open_endpoint(link, port):
    """A controller on `link` for whatever host connects to `port`."""
    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    controller = Controller("endpoint", host_source=transport.source, host_sink=transport.sink, link=link)
    return controller


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(main(int(sys.argv[1])))
