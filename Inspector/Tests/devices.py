"""The devices of the made-up worlds: their databases, and values that vary as those of real sensors do."""

import math

LED_BUTTON = "00001523-1212-EFDE-1523-785FEABCD123"
BUTTON = "00001524-1212-EFDE-1523-785FEABCD123"

NAMES = {
    "180D": "Heart Rate", "2A37": "Heart Rate Measurement", "1809": "Health Thermometer", "2A1C": "Temperature Measurement",
    "1816": "Cycling Speed and Cadence", "2A5B": "CSC Measurement", "180F": "Battery", "2A19": "Battery Level",
    LED_BUTTON: "LED Button Service", BUTTON: "Button", "2902": "Client Characteristic Configuration",
}


class Kind:
    """What is alike in all devices of a kind. `period` is the time between notifications, in ns."""

    def __init__(self, service, uuid, interval, period, values):
        self.service, self.uuid, self.interval, self.period, self.values = service, uuid, interval, period, values
        self.first, self.handle, self.configuration, self.last = 14, 16, 17, 17

    @property
    def battery_handle(self):
        return self.last + 3

    def listing(self):
        """The services of a node line."""
        name = NAMES[self.service]
        configuration = {"uuid": "2902", "name": NAMES["2902"], "handle": self.configuration, "value": "0000"}
        return [
            {"uuid": self.service, "name": name, "handle": self.first, "primary": True, "characteristics": [
                {"uuid": self.uuid, "name": NAMES[self.uuid], "handle": self.handle, "properties": ["notify"], "value": "", "meaning": None,
                 "descriptors": [configuration]}]},
            {"uuid": "180F", "name": "Battery", "handle": self.battery_handle - 2, "primary": True, "characteristics": [
                {"uuid": "2A19", "name": "Battery Level", "handle": self.battery_handle, "properties": ["read"], "value": "57", "meaning": "87 %"}]},
        ]


def heart_rates(random):
    rate, energy = 72.0, 0
    while True:
        rate = min(178, max(52, rate + random.gauss(0, 2.2)))
        energy += int(rate / 12)
        interval = int(1024 * 60 / rate + random.gauss(0, 14))
        value = bytes([0x1E, int(rate)]) + energy.to_bytes(2, "little") + interval.to_bytes(2, "little")
        yield value.hex(), f"{int(rate)} bpm, energy {energy} kJ, RR {interval * 1000 // 1024} ms"


def temperatures(random):
    degrees = 36.6
    while True:
        degrees += random.gauss(0, 0.02)
        hundredths = int(degrees * 100)
        yield "00" + hundredths.to_bytes(3, "little").hex() + "fe", f"{hundredths / 100:.2f} C"


def wheels(random):
    wheel, crank, now = 0, 0, 0
    while True:
        wheel += 1
        now = (now + 1024 * 2 // 9 + random.randrange(-30, 30)) % 65536
        crank += random.random() < 0.4
        value = bytes([3]) + wheel.to_bytes(4, "little") + now.to_bytes(2, "little") + crank.to_bytes(2, "little") + now.to_bytes(2, "little")
        yield value.hex(), f"wheel {wheel}, crank {crank}"


def presses(random):
    down = False
    while True:
        down = not down if random.random() < math.pi / 4 else down
        yield ("01" if down else "00"), "pressed" if down else "released"


HEART_RATE = Kind("180D", "2A37", 24, 1_000_000_000, heart_rates)
THERMOMETER = Kind("1809", "2A1C", 80, 2_000_000_000, temperatures)
BICYCLE = Kind("1816", "2A5B", 40, 250_000_000, wheels)
LAMP = Kind(LED_BUTTON, BUTTON, 52, 3_700_000_000, presses)
