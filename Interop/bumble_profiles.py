#!/usr/bin/env python3
"""Bumble's own heart-rate, battery and device-information services, and a virtual controller behind TCP.

    bumble_profiles.py PORT

Prints READY when a host may connect to PORT with H4. Sends a measurement every half second while anyone is subscribed.
"""

import asyncio
import sys

from bumble.controller import Controller
from bumble.core import AdvertisingData
from bumble.device import Device
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.profiles.battery_service import BatteryService
from bumble.profiles.device_information_service import DeviceInformationService
from bumble.profiles.heart_rate_service import HeartRateService
from bumble.transport import open_transport


class Wearer:
    """What the strap measures."""

    def __init__(self):
        self.rate = 70
        self.energy = 60

    def measure(self, _connection=None):
        self.rate = 60 + (self.rate - 59) % 40
        self.energy += 1
        return HeartRateService.HeartRateMeasurement(
            heart_rate=self.rate, sensor_contact_detected=True, energy_expended=self.energy, rr_intervals=(0.75, 0.5)
        )

    def reset(self, _connection):
        print("energy reset", flush=True)
        self.energy = 0


def add_services(device, wearer):
    """The services of a strap; returns the one whose measurements are sent."""
    heart_rate = HeartRateService(wearer.measure, HeartRateService.BodySensorLocation.WRIST, wearer.reset)
    device.add_services(
        [
            DeviceInformationService(
                manufacturer_name="Bumble",
                model_number="HR-9",
                serial_number="0042",
                firmware_revision="1.2.3",
                system_id=(0x0123456, 0x789ABCDEF0),
                ieee_regulatory_certification_data_list=bytes.fromhex("0002000A02010008"),
            ),
            BatteryService(lambda _connection: 93),
            heart_rate,
        ]
    )
    return heart_rate


async def advertise(device, name, auto_restart=True):
    await device.start_advertising(
        auto_restart=auto_restart,
        advertising_data=bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, bytes([6])),
                    (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, bytes(HeartRateService.UUID)),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, name.encode()),
                ]
            )
        ),
    )


async def measure(device, heart_rate):
    """A measurement every half second, for whoever is subscribed; does not end."""
    while True:
        await asyncio.sleep(0.5)
        await device.notify_subscribers(heart_rate.heart_rate_measurement_characteristic)


async def main(port):
    link = LocalLink()
    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    # Kept, or nobody would hold the controller.
    _endpoint = Controller("endpoint", host_source=transport.source, host_sink=transport.sink, link=link)
    host = Host()
    host.controller = Controller("strap", host_source=host, host_sink=host, link=link)
    device = Device(name="Bumble HR", address=Address("F0:F1:F2:F3:F4:F5"), host=host)
    heart_rate = add_services(device, Wearer())

    def connected(connection):
        print("connected", flush=True)
        connection.on("disconnection", lambda reason: print(f"disconnected {reason:#x}", flush=True))

    device.on("connection", connected)
    await device.power_on()
    await advertise(device, "Bumble HR")
    print("READY", flush=True)
    await measure(device, heart_rate)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(main(int(sys.argv[1])))
