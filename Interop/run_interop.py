#!/usr/bin/env python3
"""Every case of Faraday against Bumble, in both roles; prints a table and fails if any case does.

    run_interop.py BIN_DIRECTORY [--write Documentation/Interop.md] [--only TEXT] [--captures DIRECTORY]

BIN_DIRECTORY holds faraday, heart-rate, interop-central, interop-peripheral and interop-device. With --captures, what
was on the air of each case is kept there, for check-capture.
"""

import argparse
import asyncio
import os
import sys
import tempfile

import layout
from bumble.core import UUID
from bumble.pairing import OobContext, OobSharedData, PairingConfig
from central_checks import Central, Checks, check_everything, check_pairing
from import_checks import check_import
from peers import IO, PASSKEY, Air, Bumble, BumbleAir, Keys, Program, User

SERVER_ADDRESS = "F0:F1:F2:F3:F4:F5"
CENTRAL_ADDRESS = "F0:F1:F2:F3:F4:C0"

# What a phone (keyboard and display) and a peer with these capabilities pair by (Core 6.0, Vol 3, Part H,
# Table 2.8). The last column is what the phone's user has to know beforehand.
METHODS = [
    ("Just Works", IO.NO_OUTPUT_NO_INPUT, "encrypted", None),
    ("passkey, shown by the peer", IO.DISPLAY_OUTPUT_ONLY, "authenticated", PASSKEY),
    ("passkey, typed at the peer", IO.KEYBOARD_INPUT_ONLY, "authenticated", None),
    ("numeric comparison", IO.DISPLAY_OUTPUT_AND_YES_NO_INPUT, "authenticated", None),
]


def pairings():
    """Each method in both generations; comparison exists with Secure Connections only."""
    for secure in (True, False):
        for method, io, level, passkey in METHODS:
            if method == "numeric comparison" and not secure:
                continue
            yield method, io, level, passkey, secure


class Suite:
    def __init__(self, options):
        self.options = options
        self.sections = []

    def program(self, name):
        return os.path.join(self.options.bin, name)

    async def air(self, title):
        options = []
        if self.options.captures:
            name = "".join(letter if letter.isalnum() else "-" for letter in title.lower())
            options = ["--capture", os.path.join(self.options.captures, f"{name}.pcapng")]
        return await Air.start(self.program("faraday"), *options)

    async def section(self, title, work):
        if self.options.only and self.options.only.lower() not in title.lower():
            return
        print(f"\n{title}", flush=True)
        try:
            results = await asyncio.wait_for(work(), 1200)
        except Exception as error:
            results = [("the set-up", f"{type(error).__name__}: {error}")]
        for name, problem in results:
            print(f"  {'pass' if problem is None else 'FAIL'}  {name}{f': {problem}' if problem else ''}")
        sys.stdout.flush()
        self.sections.append((title, results))

    # The app is the central.

    async def app_checks(self, endpoint, *arguments, **environment):
        app = await Program.start(self.program("interop-central"), *arguments, FARADAY_HCI=endpoint, **environment)
        return app

    @staticmethod
    async def outcome(app, keep=None):
        status = await app.end()
        results = []
        for line in app.lines:
            if line.startswith("PASS "):
                results.append((line[5:], None))
            elif line.startswith("FAIL "):
                name, _, problem = line[5:].partition("\t")
                results.append((name, problem or "failed"))
        if status != 0 and all(problem is None for _, problem in results):
            results.append(("the program", f"exit status {status}: {app.lines[-3:]}"))
        return results

    async def app_meets_bumble(self, title, mtu):
        air = await self.air(title)
        peer = await Bumble.on(air.where, "Bumble", SERVER_ADDRESS)
        try:
            peer.device.gatt_server.max_mtu = 517
            layout.Server(peer.device)
            await layout.advertise(peer.device, "Bumble")
            app = await self.app_checks(air.endpoint, "Bumble", "full", FARADAY_MTU=str(mtu))
            return await self.outcome(app)
        finally:
            await peer.close()
            await air.stop()

    async def app_meets_bumble_on_its_controllers(self):
        air = BumbleAir()
        endpoint = await air.endpoint()
        peer = await air.device("Bumble", SERVER_ADDRESS)
        peer.device.gatt_server.max_mtu = 517
        layout.Server(peer.device)
        await layout.advertise(peer.device, "Bumble")
        try:
            app = await self.app_checks(endpoint, "Bumble", "full")
            results = await self.outcome(app)
            # What Bumble's controller does not offer: Read RSSI, and scan responses of their own.
            absent = {"RSSI", "advertisement: manufacturer data"}
            return [result for result in results if result[0] not in absent]
        finally:
            await air.close()

    async def app_pairs_with_bumble(self, method, io, level, passkey, secure, own_controllers):
        title = f"{method} {secure} {own_controllers}"
        app = None
        shown = {}

        async def passkey_of_the_app():
            return await shown["app"].shown_passkey()

        user = User(io, passkey_of_the_app)
        if own_controllers:
            air = await self.air("app central " + title)
            endpoint = air.endpoint
            peer = await Bumble.on(air.where, "Bumble", SERVER_ADDRESS, user, sc=secure, keys=Keys())
        else:
            air = BumbleAir()
            endpoint = await air.endpoint()
            peer = await air.device("Bumble", SERVER_ADDRESS, user, sc=secure, keys=Keys())
        try:
            layout.Server(peer.device)
            await layout.advertise(peer.device, "Bumble")
            app = await self.app_checks(
                endpoint, "Bumble", "pair", level, FARADAY_PAIRING=f"{passkey:06}" if passkey else "accept"
            )
            shown["app"] = app
            results = await self.outcome(app)
            alerts = [line for line in app.lines if "pairing alert" in line]
            results.append(("one alert in all", None if len(alerts) == 1 else f"{alerts}"))
            return results
        finally:
            if own_controllers:
                await peer.close()
                await air.stop()
            else:
                await air.close()

    # Bumble is the central.

    async def bumble_meets(self, title, command, name, mtu, included, failure, refusal, has_control):
        air = await self.air(title)
        program = await self.start_peer(air, command, name)
        bumble = await Bumble.on(air.where, "Bumble Central", CENTRAL_ADDRESS)
        try:
            central = Central(bumble, name, refusal=refusal, failure=failure)
            return (await check_everything(central, mtu, included, has_control)).results
        finally:
            await bumble.close()
            await program.stop()
            await air.stop()

    async def start_peer(self, air, command, name, *arguments, **environment):
        if command == "interop-device":
            program = await Program.start(self.program(command), air.endpoint, name, *arguments, **environment)
        else:
            program = await Program.start(self.program(command), name, FARADAY_HCI=air.endpoint, **environment)
        await program.line("^READY")
        return program

    async def bumble_pairs(self, command, method, io, level, secure):
        """The peer is an app (keyboard and display) or a device whose capabilities are those of the method."""
        name = "Faraday Peer"
        air = await self.air(f"bumble central {command} {method} {secure}")
        shown = {}

        async def passkey_of_the_peer():
            return await shown["peer"].shown_passkey()

        user = User(io, passkey_of_the_peer)
        # Bumble's user has what the method needs; a device has the counterpart, an app always both.
        counterparts = {
            IO.NO_OUTPUT_NO_INPUT: "none",
            IO.DISPLAY_OUTPUT_ONLY: "keyboard",
            IO.KEYBOARD_INPUT_ONLY: "display",
            IO.DISPLAY_OUTPUT_AND_YES_NO_INPUT: "yesno",
        }
        arguments = [counterparts[io]] if command == "interop-device" else []
        environment = {}
        if io == IO.DISPLAY_OUTPUT_ONLY:
            environment["FARADAY_PAIRING"] = f"{PASSKEY:06}"
        peer = await self.start_peer(air, command, name, *arguments, **environment)
        shown["peer"] = peer
        bumble = await Bumble.on(air.where, "Bumble Central", CENTRAL_ADDRESS, user, sc=secure)
        try:
            central = Central(bumble, name)
            uuid, expected = layout.ENCRYPTED, [9]
            if level == "authenticated" and command == "interop-device":
                uuid, expected = layout.AUTHENTICATED, [10]
            return (await check_pairing(central, user, uuid, expected, level)).results
        finally:
            await bumble.close()
            await peer.stop()
            await air.stop()

    async def bumble_pairs_out_of_band(self):
        """The device's confirm value and random number reach Bumble over another channel: a line of text."""
        air = await self.air("bumble central out of band")
        peer = await self.start_peer(air, "interop-device", "Faraday Peer", "none", "oob")
        match = await peer.line(r"^oob ([0-9a-f]{32}) ([0-9a-f]{32})")
        data = OobSharedData(c=bytes.fromhex(match.group(1)), r=bytes.fromhex(match.group(2)))
        oob = PairingConfig.OobConfig(our_context=OobContext(), peer_data=data, legacy_context=None)
        user = User()
        bumble = await Bumble.on(air.where, "Bumble Central", CENTRAL_ADDRESS, user, oob=oob)
        try:
            central = Central(bumble, "Faraday Peer")
            return (
                await check_pairing(central, user, layout.AUTHENTICATED, [10], "authenticated")
            ).results
        finally:
            await bumble.close()
            await peer.stop()
            await air.stop()

    async def bumble_is_imported(self):
        with tempfile.TemporaryDirectory() as folder:
            return await check_import(self.options.bin, folder)

    # Many at once.

    async def ten_on_one_air(self):
        air = await self.air("ten bumble devices")
        servers, centrals, results = [], [], []
        try:
            for number in range(5):
                server = await Bumble.on(air.where, f"Server {number}", f"F0:F1:F2:F3:F4:0{number}")
                layout.Server(server.device)
                await layout.advertise(server.device, f"Server {number}")
                servers.append(server)
                centrals.append(await Bumble.on(air.where, f"Client {number}", f"F0:F1:F2:F3:F4:1{number}"))

            async def work(number):
                central = Central(centrals[number], f"Server {number}")
                checks = Checks()
                await checks.check("find", central.find())
                await checks.check("connect", central.connect())
                await checks.check("discover", central.discover())
                await checks.check("long read", central.read(layout.LONG, layout.LONG_VALUE))
                await checks.check("echo", central.echo(bytes([number] * 100)))
                await checks.check(
                    "notifications", central.updates(layout.NOTIFYING, layout.NOTIFICATIONS)
                )
                await checks.check("disconnect", central.disconnect())
                return checks

            for number, checks in enumerate(await asyncio.gather(*(work(number) for number in range(5)))):
                problems = [f"{name}: {problem}" for name, problem in checks.results if problem]
                results.append((f"pair {number}: found, read, written, notified", "; ".join(problems) or None))
            return results
        finally:
            for bumble in servers + centrals:
                await bumble.close()
            await air.stop()

    async def run(self):
        battery = UUID.from_16_bits(0x180F)
        await self.section(
            "App central, Bumble server, Faraday's controllers",
            lambda: self.app_meets_bumble("app central full", 185),
        )
        await self.section(
            "App central with MTU 517, Bumble server, Faraday's controllers",
            lambda: self.app_meets_bumble("app central full 517", 517),
        )
        await self.section(
            "App central, Bumble server, Bumble's controllers", self.app_meets_bumble_on_its_controllers
        )
        for method, io, level, passkey, secure in pairings():
            kind = "LE Secure Connections" if secure else "LE legacy"
            for own in (True, False):
                where = "Faraday's" if own else "Bumble's"
                await self.section(
                    f"App central pairs with Bumble: {kind}, {method}, {where} controllers",
                    lambda: self.app_pairs_with_bumble(method, io, level, passkey, secure, own),
                )
        await self.section(
            "Bumble central, CBPeripheralManager app",
            lambda: self.bumble_meets(
                "bumble central app", "interop-peripheral", "Faraday Peer", 185, UUID.from_16_bits(0xFF0F),
                0x0E, 0x11, False,
            ),
        )
        await self.section(
            "Bumble central, scripted device",
            lambda: self.bumble_meets(
                "bumble central device", "interop-device", "Faraday Peer", 517, battery, 0x80, 0x81, True
            ),
        )
        for command, title in (("interop-peripheral", "CBPeripheralManager app"), ("interop-device", "scripted device")):
            for method, io, level, _, secure in pairings():
                kind = "LE Secure Connections" if secure else "LE legacy"
                await self.section(
                    f"Bumble central pairs with a {title}: {kind}, {method}",
                    lambda: self.bumble_pairs(command, method, io, level, secure),
                )
        await self.section(
            "Bumble central pairs with a scripted device: LE Secure Connections, out of band",
            self.bumble_pairs_out_of_band,
        )
        await self.section("A capture becomes a device: Bumble's server, imported", self.bumble_is_imported)
        await self.section("Ten Bumble devices on one air", self.ten_on_one_air)

    @property
    def problems(self):
        return [
            (title, name) for title, results in self.sections for name, problem in results if problem
        ]

    def markdown(self):
        import bumble

        version = getattr(bumble, "__version__", "0.0.236")
        lines = [
            "# Interoperability",
            "",
            f"Generated by `Interop/run_interop.py`, which runs in CI. The peer is Bumble {version}: another host, and",
            "in some sections another controller, by other authors. Every case is run over H4 on TCP,",
            "each host on a controller of its own: those of `faraday serve`, or Bumble's.",
            "",
        ]
        for title, results in self.sections:
            lines += [f"## {title}", "", "| case | outcome |", "|---|---|"]
            for name, problem in results:
                lines.append(f"| {name} | {'passes' if problem is None else '**fails**: ' + problem} |")
            lines.append("")
        return "\n".join(lines)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("--write")
    parser.add_argument("--only")
    parser.add_argument("--captures")
    return parser.parse_args()


async def main():
    suite = Suite(parse())
    if suite.options.captures:
        os.makedirs(suite.options.captures, exist_ok=True)
    await suite.run()
    if suite.options.write:
        with open(suite.options.write, "w") as file:
            file.write(suite.markdown())
    cases = sum(len(results) for _, results in suite.sections)
    print(f"\n{cases} cases in {len(suite.sections)} sections, {len(suite.problems)} failed")
    return 1 if suite.problems or not cases else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
