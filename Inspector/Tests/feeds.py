"""The feeds that the tests show: a test that failed, the same test when it passes, and ten minutes of five devices."""

from app import App, Device
from devices import BICYCLE, HEART_RATE, LAMP, THERMOMETER
from radio import SECOND, World

FAILURE = "The strap gave 7 values within 20 s; 15 were expected."
REPLAY = "FARADAY_SEED=7 swift test --filter StrapTests.reconnects"


def strap(comes_back):
    """A strap walks out of range at 8 s. In the run that passes it is back at 11 s."""
    world = World(7, "StrapTests.reconnects")
    app = App(world, 0, "Ada's iPhone")
    device = Device(world, 1, "HR-1", HEART_RATE, 2)
    lamp = Device(world, 2, "Lamp", LAMP, 3)
    world.after(1, lambda: app.scan([device, lamp]))
    world.at(8 * SECOND, lambda: (world.note("the strap walks away"), device.move(None)))
    world.at(8 * SECOND + 1, lambda: world.record(0, "world", "none", "misuse", "the app writes to a peripheral that is not connected", flag="misuse"))
    if comes_back:
        world.at(11 * SECOND, lambda: device.move(2))
        world.at(15 * SECOND, lambda: world.note("and it is back"))
    world.run(20 * SECOND)
    if not comes_back:
        world.lines.append({
            "type": "failure", "t": world.now, "text": FAILURE, "place": "StrapTests.swift:41", "seed": "7", "replay": REPLAY,
            "hints": ["HR-1 was out of range from 8 s to the end."], "open": ["still open: Ada's iPhone: connect HR-1"]})
    return world


def failing():
    return strap(comes_back=False)


def passing():
    return strap(comes_back=True)


def ten_minutes(minutes=10):
    """A phone and four devices; one of them is away for a while."""
    world = World(11, "ten minutes of five devices")
    app = App(world, 0, "Ada's iPhone")
    kinds = [("HR-1", HEART_RATE, 2), ("Thermometer", THERMOMETER, 4), ("Bicycle", BICYCLE, 1), ("Lamp", LAMP, 3)]
    devices = [Device(world, number + 1, name, kind, metres) for number, (name, kind, metres) in enumerate(kinds)]
    world.after(1, lambda: app.scan(devices))
    for minute in range(1, minutes, 2):
        world.at(minute * 60 * SECOND, lambda: (world.note("she walks away"), devices[0].move(None)))
        world.at(minute * 60 * SECOND + 30 * SECOND, lambda: devices[0].move(2))
    world.run(minutes * 60 * SECOND)
    return world
