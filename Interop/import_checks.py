#!/usr/bin/env python3
"""A capture becomes a device: Bumble's heart-rate server is captured, imported, and met again as a device file.

    import_checks.py BIN_DIRECTORY [--keep DIRECTORY]

BIN_DIRECTORY holds faraday and heart-rate. What Bumble's client sees of Bumble's server it must see of the imported
device too: advertising, database, values, refusals, and notifications of the same form.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile

from bumble.att import ATT_Error
from bumble.core import UUID
from bumble.device import Peer
from bumble.gatt import Characteristic
from bumble.profiles.heart_rate_service import HeartRateService
from bumble.snoop import BtSnooper

import bumble_profiles
import monitor_trace
from central_checks import Checks, expect
from peers import Air, Bumble, BumbleAir, Program

NAME = "Bumble HR"
SERVER_ADDRESS = "F0:F1:F2:F3:F4:F5"
CENTRAL_ADDRESS = "F0:F1:F2:F3:F4:C0"
NOTIFICATIONS = 6
CONTROL_POINT = UUID.from_16_bits(0x2A39)
MEASUREMENT = UUID.from_16_bits(0x2A37)


async def tool(program, *arguments, **environment):
    """Runs a program to its end: its status and its lines."""
    running = await Program.start(program, *arguments, **environment)
    return await running.end(60), running.lines


def shape(path):
    """The services of a device file: types, properties, and values where they can be read without rules."""
    return [
        (service["uuid"], [(item["uuid"], item["properties"]) for item in service["characteristics"]])
        for service in json.load(open(path))["services"]
    ]


async def outcome(work):
    """The value as hexadecimal digits, `ok` for none, or the error of ATT."""
    try:
        value = await work
    except ATT_Error as error:
        return f"error {error.error_code:#04x}"
    return "ok" if value is None else bytes(value).hex()


class Client:
    """What Bumble sees of a peer, as lists of text that can be compared."""

    def __init__(self, device):
        self.device = device
        self.advertised = set()
        self.database = []
        self.commands = []
        self.notified = []
        self.orders = (b"\x01", b"\x02", b"\x01")

    async def meet(self, reports=7):
        """All that a client does; the interval of advertising is known after seven reports or so."""
        connection = await self.device.connect(await self.find(reports), timeout=60)
        peer = Peer(connection)
        await peer.request_mtu(185)
        await self.discover(peer)
        await self.be_notified(peer)
        (control_point,) = peer.get_characteristics_by_uuid(CONTROL_POINT)
        for command in self.orders:
            answer = await outcome(peer.gatt_client.write_value(control_point, command, with_response=True))
            self.commands.append(f"{command.hex()}: {answer}")
        await connection.disconnect()

    async def find(self, reports):
        """The peer's address, after so many of its advertisements and scan responses."""
        heard = []
        found = asyncio.get_running_loop().create_future()

        def advertisement(report):
            if str(report.address).split("/")[0] != SERVER_ADDRESS:
                return
            kind = "scan response" if report.is_scan_response else "advertisement"
            connectable = ", connectable" if report.is_connectable else ""
            # What was advertised, and behind it the scan response.
            self.advertised.add(f"{kind} {bytes(report.data).hex()}{connectable}")
            heard.append(report)
            if len(heard) >= reports and not found.done():
                found.set_result(report.address)

        self.device.on("advertisement", advertisement)
        await self.device.start_scanning(active=True, filter_duplicates=False)
        try:
            return await asyncio.wait_for(found, 60)
        finally:
            self.device.remove_listener("advertisement", advertisement)
            await self.device.stop_scanning()

    async def discover(self, peer):
        await peer.discover_services()
        for service in peer.services:
            self.database.append(f"{service.handle}...{service.end_group_handle} service {service.uuid}")
            await service.discover_characteristics()
            for characteristic in service.characteristics:
                value = ""
                if characteristic.properties & Characteristic.Properties.READ:
                    value = await outcome(peer.gatt_client.read_value(characteristic.handle))
                self.database.append(
                    f"{characteristic.handle} {characteristic.uuid} {int(characteristic.properties):#x} {value}"
                )
                await characteristic.discover_descriptors()
                for descriptor in characteristic.descriptors:
                    value = await outcome(peer.gatt_client.read_value(descriptor.handle))
                    self.database.append(f"{descriptor.handle} descriptor {descriptor.type} {value}")

    async def be_notified(self, peer):
        enough = asyncio.Event()

        def received(value):
            self.notified.append((asyncio.get_running_loop().time(), bytes(value)))
            if len(self.notified) >= NOTIFICATIONS:
                enough.set()

        (measurement,) = peer.get_characteristics_by_uuid(MEASUREMENT)
        await peer.gatt_client.subscribe(measurement, received)
        await asyncio.wait_for(enough.wait(), 60)
        await peer.gatt_client.unsubscribe(measurement, received)

    def form(self):
        """Of the notifications: which fields, and how long. Throws for rates that no heart has."""
        forms = set()
        for _time, value in self.notified:
            measured = HeartRateService.HeartRateMeasurement.from_bytes(value)
            expect(60 <= measured.heart_rate < 100, f"{measured}")
            forms.add((value[0], len(value)))
        return sorted(forms)

    def pace(self):
        """Seconds between two notifications, on average."""
        return (self.notified[-1][0] - self.notified[0][0]) / (len(self.notified) - 1)


def content(path, has_times=True):
    """A device file without the numbers of packets; if `has_times` is false also without times, which must be right
    roughly."""
    with open(path) as file:
        text = re.sub(r"packet [\d:]+", "packet N", file.read())
    definition = json.loads(text)
    if has_times:
        return definition
    for advertising in definition["advertising"]:
        expect(0.95 <= seconds(advertising.pop("interval")) <= 1.05, f"{definition['advertising']}")
    for series in definition["series"]:
        # On a busy machine one more may come before the client unsubscribes, and some come late.
        series["steps"] = series["steps"][:NOTIFICATIONS]
        for step in series["steps"][1:]:
            expect(0.3 < seconds(step["after"]) < 2, f"{step}")
        for step in series["steps"]:
            del step["after"]
    return definition


def seconds(text):
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6}[unit]


class Wearer(bumble_profiles.Wearer):
    """Says nothing, and counts."""

    resets = 0

    def reset(self, _connection):
        self.resets += 1
        self.energy = 0


class Story:
    def __init__(self, bin, folder):
        self.faraday = os.path.join(bin, "faraday")
        self.heart_rate = os.path.join(bin, "heart-rate")
        self.folder = folder
        self.truth = None
        self.copy = None

    def path(self, name):
        return os.path.join(self.folder, name)

    # The original.

    async def capture(self):
        """Both ends are Bumble. The air and both hosts are captured by us, and each host by Bumble."""
        air = await Air.start(self.faraday, "--capture", self.path("truth.pcapng"))
        with open(self.path("client.btsnoop"), "wb") as mine, open(self.path("server.btsnoop"), "wb") as other:
            client = await Bumble.on(air.where, "Bumble Central", CENTRAL_ADDRESS, snooper=BtSnooper(mine))
            server = await Bumble.on(air.where, NAME, SERVER_ADDRESS, snooper=BtSnooper(other))
            wearer = Wearer()
            heart_rate = bumble_profiles.add_services(server.device, wearer)
            await bumble_profiles.advertise(server.device, NAME, auto_restart=False)
            measuring = asyncio.ensure_future(bumble_profiles.measure(server.device, heart_rate))
            try:
                self.truth = Client(client.device)
                await self.truth.meet()
            finally:
                measuring.cancel()
                await client.close()
                await server.close()
                await air.stop()
        expect(all(NAME.encode().hex() in line for line in self.truth.advertised), f"{self.truth.advertised}")
        services = [line for line in self.truth.database if "service" in line]
        expect(len(services) == 5 and len(self.truth.database) >= 20, f"{self.truth.database}")
        expect(wearer.resets == 2, f"{wearer.resets} resets")
        expect(self.truth.commands == ["01: ok", "02: error 0x80", "01: ok"], f"{self.truth.commands}")

    # The device files.

    async def list(self):
        status, lines = await tool(self.faraday, "import", self.path("truth.pcapng"), "--list")
        expect(status == 0, f"status {status}: {lines}")
        (line,) = [line for line in lines if NAME in line]
        expect(line.upper().startswith(SERVER_ADDRESS) and line.endswith("1 connection"), line)

    async def make(self, output, device, *captures):
        output = self.path(output)
        captures = [self.path(capture) for capture in captures]
        status, lines = await tool(self.faraday, "import", *captures, "--device", device, "--output", output)
        expect(status == 0 and lines[-1] == f"wrote {output}", f"status {status}: {lines[-3:]}")
        status, lines = await tool(self.faraday, "device-file", "check", output)
        expect(status == 0, f"status {status}: {lines}")

    def compare_files(self, one, other, has_times=True):
        one, other = content(self.path(one), has_times), content(self.path(other), has_times)
        expect(one == other, f"{json.dumps(one)} became {json.dumps(other)}")

    async def is_the_same(self, output, *captures):
        """Other eyes see the same at slightly other times."""
        await self.make(output, NAME, *captures)
        self.compare_files("server.faraday.json", output, has_times=False)

    async def trace(self, output, *hosts):
        """What the same hosts' btsnoop files say; the monitor has one file for all."""
        monitor_trace.convert(self.path(output + ".btsnoop"), [self.path(host) for host in hosts])
        await self.make(output + ".faraday.json", NAME, output + ".btsnoop")
        if len(hosts) == 1:
            await self.make(output + "-h4.faraday.json", NAME, *hosts)
            self.compare_files(output + "-h4.faraday.json", output + ".faraday.json")
        else:
            self.compare_files("server.faraday.json", output + ".faraday.json", has_times=False)

    async def dump(self):
        """What Bumble's gatt-dump prints of the copy has the copy's services, and the values that can be read."""
        air = await self.serve("dump.btsnoop")
        try:
            command = os.path.join(os.path.dirname(sys.executable), "bumble-gatt-dump")
            status, lines = await tool(command, air.where, NAME)
        finally:
            await air.stop()
        expect(status == 0, f"status {status}: {lines[-3:]}")
        with open(self.path("dump.txt"), "w") as file:
            file.write("\n".join(lines))
        output = self.path("dump.faraday.json")
        status, lines = await tool(self.faraday, "import", self.path("dump.txt"), "--output", output)
        expect(status == 0, f"status {status}: {lines}")
        one, other = (shape(self.path(name)) for name in ("server.faraday.json", "dump.faraday.json"))
        expect(one == other and len(one) == 3, f"{one} became {other}")

    async def converse(self):
        """The conversation of the capture has what Bumble's client did: its reads, its commands, its subscriptions."""
        output = self.path("talk.faraday.json")
        status, lines = await tool(
            self.faraday, "import", self.path("truth.pcapng"), "--device", NAME, "--conversation", "--output", output
        )
        expect(status == 0, f"status {status}: {lines}")
        status, lines = await tool(self.faraday, "device-file", "check", output)
        expect(status == 0, f"status {status}: {lines}")
        steps = json.load(open(output))["conversation"]
        written = [(step["value"], step.get("error")) for step in steps if "written" in step]
        expect(written == [("01", None), ("02", 0x80), ("01", None)], f"{written}")
        updates = [step for step in steps if "updated" in step and step["updated"].endswith("2A37")]
        expect(len(updates) >= NOTIFICATIONS, f"{len(updates)} updates")
        expect("connected" in steps[0] and steps[-1].get("disconnected") == "central", f"{steps[0]}, {steps[-1]}")

    async def replay(self):
        """Served for a strict replay, the copy gets from Bumble's client what Bumble's server got."""
        status, client, lines = await self.replayed(Client.meet)
        expect(status == 0 and re.search(r"replayed (\d+) of \1 steps", lines[-1]), f"status {status}: {lines[-3:]}")
        for what in ("database", "commands"):
            one, other = getattr(self.truth, what), getattr(client, what)
            expect(one == other, f"{one} became {other}")
        values = [[value for _time, value in side.notified] for side in (self.truth, client)]
        expect(values[0] == values[1], f"{values}")

    async def replay_otherwise(self):
        """A client that writes something else is told apart."""

        async def meet(client):
            client.orders = (b"\x01", b"\x01")
            await client.meet()

        status, _client, lines = await self.replayed(meet)
        expect(status == 1, f"status {status}: {lines}")
        told = " ".join(lines)
        expect("the central writes 02 to" in told and re.search(r"now: +the central writes 01 ", told), told)

    async def replayed(self, meet):
        """The exit status of the served replay, a client of it, and the lines that were printed."""
        air = await Air.start(self.faraday, "--device", self.path("talk.faraday.json"), "--replay", "strict")
        try:
            bumble = await Bumble.on(air.where, "Bumble Central", CENTRAL_ADDRESS)
            client = Client(bumble.device)
            await meet(client)
            await bumble.close()
        finally:
            await air.stop()
            status = air.program.process.returncode
        return status, client, air.program.lines

    async def record_server(self, name, *arguments, above=False):
        """Our own walk through Bumble's server; `above` a framework, without HCI. Returns what became of it."""
        output = self.path(name)
        script = self.path("script.txt")
        with open(script, "w") as file:
            file.write("# as the client does\nwrite 2A39 01\nwrite 2A39 02\nwrite 2A39 01\n")
        air = await Air.start(self.faraday)
        server = await Bumble.on(air.where, NAME, SERVER_ADDRESS)
        wearer = Wearer()
        heart_rate = bumble_profiles.add_services(server.device, wearer)
        await bumble_profiles.advertise(server.device, NAME, auto_restart=False)
        measuring = asyncio.ensure_future(bumble_profiles.measure(server.device, heart_rate))
        where, environment = ([], {"FARADAY_HCI": air.endpoint}) if above else (["--hci", air.endpoint], {})
        try:
            status, lines = await tool(
                self.faraday, "record", *where, "--name", NAME, "--seconds", "2", "--script", script,
                "--keep", "address,name,serial", "--output", output, *arguments, **environment,
            )
        finally:
            measuring.cancel()
            await server.close()
            await air.stop()
        expect(status == 0 and lines[-1] == f"wrote {output}", f"status {status}: {lines[-3:]}")
        expect(wearer.resets == 2, f"{wearer.resets} resets")
        return content(output), lines

    def compare_recorded(self, other, keys):
        one = content(self.path("server.faraday.json"))
        for key in keys:
            expect(one.get(key) == other.get(key), f"{key}: {one.get(key)} became {other.get(key)}")
        refusals = [(rule["when"], rule["then"]) for rule in one["rules"] if "refuse" in rule["then"]]
        expect(refusals and refusals == [(rule["when"], rule["then"]) for rule in other["rules"]], f"{other['rules']}")
        expect(other["series"][0]["repeats"], f"{other['series']}")

    async def record(self):
        """Over HCI: the file has the device that the capture of others has."""
        recorded, _lines = await self.record_server("recorded.faraday.json")
        self.compare_recorded(recorded, ("name", "appearance", "address", "services", "security"))

    async def record_above(self):
        """Over a framework, as on a Mac: the same device, but for what a framework hides, which the report names."""
        capture = self.path("above.pcapng")
        recorded, lines = await self.record_server("above.faraday.json", "--capture", capture, above=True)
        self.compare_recorded(recorded, ("name", "services", "security"))
        expect("address" not in recorded, f"{recorded}")
        expect(any("CoreBluetooth shows neither" in line for line in lines), f"{lines}")
        status, lines = await tool(self.faraday, "import", capture, "--device", NAME)
        expect(status == 0, f"status {status}: {lines}")

    # The copy.

    async def meet_the_copy(self):
        air = await self.serve("copy.btsnoop")
        try:
            client = await Bumble.on(air.where, "Bumble Central", CENTRAL_ADDRESS)
            self.copy = Client(client.device)
            await self.copy.meet()
            await client.close()
        finally:
            await air.stop()

    async def meet_the_copy_elsewhere(self):
        """The file's device on one of Bumble's controllers, and Bumble's client on another."""
        air = BumbleAir()
        program = await Program.start(
            self.faraday, "device", self.path("server.faraday.json"), "--hci", await air.endpoint()
        )
        try:
            await program.line("advertises")
            client = Client((await air.device("Bumble Central", CENTRAL_ADDRESS)).device)
            await client.meet(reports=2)
        finally:
            await program.stop()
            await air.close()
        for what in ("database", "commands"):
            one, other = getattr(self.truth, what), getattr(client, what)
            expect(one == other, f"{one} became {other}")
        expect(self.truth.form() == client.form(), f"{self.truth.form()} became {client.form()}")

    async def serve(self, capture):
        return await Air.start(
            self.faraday, "--device", self.path("server.faraday.json"), "--capture", self.path(capture)
        )

    async def compare(self, what):
        one, other = getattr(self.truth, what), getattr(self.copy, what)
        expect(one == other, f"{one} became {other}")

    async def compare_notifications(self):
        expect(self.truth.form() == self.copy.form(), f"{self.truth.form()} became {self.copy.form()}")
        one, other = self.truth.pace(), self.copy.pace()
        expect(abs(one - other) < 0.3, f"every {one:.2f} s became every {other:.2f} s")

    async def run_the_app(self):
        air = await self.serve("app.btsnoop")
        try:
            app = await Program.start(
                self.heart_rate, "30", FARADAY_HCI=air.endpoint, FARADAY_RECORD=self.path("app.pcapng")
            )
            status = await app.end(60)
        finally:
            await air.stop()
        expect(status == 0, f"status {status}: {app.lines}")
        expect(re.match(r"done: \d+ readings, battery 93 %", app.lines[-1]), app.lines[-1])

    async def import_the_app(self):
        """What FARADAY_RECORD wrote of the app's session has what the app asked for, and says what it is."""
        output = self.path("app.faraday.json")
        status, lines = await tool(
            self.faraday, "import", self.path("app.pcapng"), "--device", NAME, "--output", output
        )
        expect(status == 0, f"status {status}: {lines}")
        expect(any("recorded above CoreBluetooth" in line for line in lines), f"{lines}")
        services = [service["uuid"] for service in json.load(open(output))["services"]]
        expect("180D" in services and "180F" in services, f"{services}")


async def check_import(bin, folder):
    """The outcomes, as pairs of a name and what is wrong or None."""
    story = Story(bin, folder)
    checks = Checks()
    run = checks.check
    truth, client, server = "truth.pcapng", "client.btsnoop", "server.btsnoop"
    await run("Bumble's client meets Bumble's server, captured", story.capture())
    await run("list the devices of the capture", story.list())
    await run("import by its name; the device file has no errors", story.make("server.faraday.json", NAME, truth))
    if not checks.is_good:
        return checks.results
    await run("import by its address", story.make("address.faraday.json", SERVER_ADDRESS, truth))
    same = "the same device of"
    await run(f"{same} the client's btsnoop file", story.is_the_same("client.faraday.json", client))
    await run(f"{same} the server's btsnoop file", story.is_the_same("server-h4.faraday.json", server))
    await run(f"{same} both files", story.is_the_same("both.faraday.json", client, server))
    await run(f"{same} a trace of the Linux monitor, one adapter", story.trace("one-adapter", client))
    await run(f"{same} a trace of the Linux monitor, two adapters", story.trace("monitor", client, server))
    await run("Bumble's server recorded over HCI is the same device", story.record())
    await run("the same recorded over our framework, without HCI", story.record_above())
    await run("Bumble's client meets the imported device", story.meet_the_copy())
    await run("the same advertising", story.compare("advertised"))
    await run("the same services, characteristics, properties and values", story.compare("database"))
    await run("the same refusals", story.compare("commands"))
    await run("notifications of the same form and pace", story.compare_notifications())
    await run("the same on a controller of Bumble's", story.meet_the_copy_elsewhere())
    await run("what Bumble's gatt-dump prints of it has the same services", story.dump())
    await run("the conversation of the capture, for a strict replay", story.converse())
    await run("Bumble's client has the same conversation, in a strict replay", story.replay())
    await run("a client that does something else differs from it", story.replay_otherwise())
    again = story.is_the_same("again.faraday.json", "copy.btsnoop")
    await run("the imported device, imported again, is the same", again)
    await run("Examples/HeartRate reads, writes and is notified", story.run_the_app())
    await run("the app's session, recorded by FARADAY_RECORD, is imported", story.import_the_app())
    return checks.results


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("--keep", help="where the captures and device files stay")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        results = await check_import(options.bin, options.keep)
    else:
        with tempfile.TemporaryDirectory() as folder:
            results = await check_import(options.bin, folder)
    problems = [f"{name}: {problem}" for name, problem in results if problem]
    for problem in problems:
        print(f"check-import: {problem}", file=sys.stderr)
    if not problems:
        print(f"check-import: {len(results)} cases pass")
    return 1 if problems or not results else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
