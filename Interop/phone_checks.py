#!/usr/bin/env python3
"""Programs whose phone is in another process: Examples/HeartRate on served phones, and through a relay to Bumble's device,
alone and with a simulated one beside it.

    phone_checks.py BIN_DIRECTORY

BIN_DIRECTORY holds faraday and heart-rate. The program is the same in all cases; only its environment says where its phone is.
"""

import asyncio
import contextlib
import os
import random
import re
import signal
import sys

import bumble_profiles
import port_client
from central_checks import Checks, expect
from import_checks import NAME, SERVER_ADDRESS, Wearer
from peers import Air, Bumble, Program

ADA, BOB, DEMO = "Ada's iPhone", "Bob's iPhone", "Demo strap"
LIMIT = "60"
STRAP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Examples/Devices/strap.faraday.json")
ROUNDS = 100
CLIENTS = 1000


def story(lines):
    """What the app said, without what differs from run to run: signal strengths, and how often it was notified."""
    told = []
    for line in lines:
        line = re.sub(r"-\d+ dBm", "N dBm", line)
        line = re.sub(r"\d+ readings", "N readings", line)
        if not line.startswith("heart rate") and line not in told:
            told.append(line)
    return told


class Phones:
    def __init__(self, bin):
        self.faraday = os.path.join(bin, "faraday")
        self.heart_rate = os.path.join(bin, "heart-rate")
        self.expected = None

    async def app(self, **environment):
        """Runs the app to its end: what it told."""
        program = await Program.start(self.heart_rate, LIMIT, **environment)
        status = await program.end(90)
        expect(status == 0, f"status {status}: {program.lines}")
        return story(program.lines)

    async def same(self, *stories):
        for one in stories:
            expect(one == self.expected, f"{self.expected} became {one}")

    async def directly(self):
        """The story of one process, on a controller of the same air."""
        air = await Air.start(self.faraday, "--device", "heart-rate")
        try:
            self.expected = await self.app(FARADAY_HCI=air.endpoint)
        finally:
            await air.stop()
        expect(len(self.expected) > 4, f"{self.expected}")

    async def served(self):
        """Two programs at once on one phone, which share its link, and after them one on another phone. The device is a file."""
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--device", f"{STRAP}=Heart Rate Monitor", "--programs", "tcp:0",
            "--phone", f"{ADA}:iOS 17", "--phone", f"{BOB}:iOS 27",
        )
        try:
            ada = (await program.line(r"FARADAY_PHONE=(\S+Ada\S+)")).group(1)
            bob = (await program.line(r"FARADAY_PHONE=(\S+Bob\S+)")).group(1)
            both = [self.app(FARADAY_PHONE=ada, FARADAY_APP=name) for name in ("one", "two")]
            await self.same(*await asyncio.gather(*both))
            await self.same(await self.app(FARADAY_PHONE=bob, FARADAY_APP="one"))
            for told in (f"{ADA} +one joined", f"{ADA} +two joined", f"{BOB} +one joined", f"{BOB} +one left"):
                await program.line(told)
        finally:
            await program.stop()

    async def started(self):
        """The server starts the program itself, and the program that runs already is the only one of its app."""
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--device", "heart-rate", "--programs", "tcp:0",
            "--phone", ADA, "--app", f"com.example.heart={self.heart_rate} {LIMIT}",
        )
        try:
            where = (await program.line(r"FARADAY_PHONE=(\S+)")).group(1)
            await program.line("com.example.heart joined")
            other = await Program.start(self.heart_rate, "1", FARADAY_PHONE=where, FARADAY_APP="com.example.heart")
            await other.end(30)
            expect(any("an app runs once" in line for line in other.lines), f"{other.lines}")
            await program.line("done: ")
            await program.line("com.example.heart left")
        finally:
            await program.stop()

    async def ended(self):
        """The system ends the app, and the server its process; started again, it is a new process."""
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--programs", "tcp:0", "--phone", ADA,
            "--app", f"com.example.heart={self.heart_rate} {LIMIT}",
        )
        try:
            port = (await program.line(r"clients open tcp:127\.0\.0\.1:(\d+)")).group(1)
            process = int((await program.line(r"heart joined, process (\d+)")).group(1))
            for order, told in (("ended", "heart was ended by the system"), ("started", "heart is started")):
                tell = await Program.start(self.faraday, "tell", port, "phone", ADA, "app", order)
                expect(await tell.end(30) == 0, f"{tell.lines}")
                await program.line(told)
            joined = lambda: [line for line in program.lines if "heart joined" in line]
            await self.until(lambda: len(joined()) > 1, lambda: f"the app did not join again: {program.lines}")
            expect(str(process) not in joined()[1], f"{joined()}")
            await self.is_gone(process)
        finally:
            await program.stop()

    async def stepped(self):
        """The clock of the served world moves only by 'tell', and waits for the program's callbacks."""
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--device", "heart-rate", "--programs", "tcp:0", "--phone", ADA,
            "--stepped", "--app", f"com.example.heart={self.heart_rate} {LIMIT}",
        )
        try:
            port = (await program.line(r"clients open tcp:127\.0\.0\.1:(\d+)")).group(1)
            await program.line("com.example.heart joined")
            # The reading that the app waits for comes within the first seconds, and no later run is needed.
            tell = await Program.start(self.faraday, "tell", port, "run", "20s")
            expect(await tell.end(60) == 0, f"{tell.lines}")
            expect(tell.lines == ["the world has run for 20 s"], f"{tell.lines}")
            await program.line("com.example.heart left")
            told = story(program.lines)
            expect([line for line in told if line in self.expected] == self.expected, f"{told}")
        finally:
            await program.stop()

    async def together(self):
        """The app on one phone, and the same example in the peripheral role on another."""
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--programs", "tcp:0", "--phone", ADA, "--phone", BOB)
        try:
            ada = (await program.line(r"FARADAY_PHONE=(\S+Ada\S+)")).group(1)
            bob = (await program.line(r"FARADAY_PHONE=(\S+Bob\S+)")).group(1)
            sensor = await Program.start(self.heart_rate, "--sensor", "Strap", LIMIT, FARADAY_PHONE=bob)
            try:
                await sensor.line("advertising as Strap")
                # A phone can't publish the Battery Service, so the app waits for that until its time is over.
                app = await Program.start(self.heart_rate, "6", FARADAY_PHONE=ada)
                expect(await app.end(60) == 1, f"{app.lines}")
                told = story(app.lines)
                for line in ("connected", "subscribed to 2A37", "sensor worn on: wrist",
                             "energy expended was reset", "disconnected"):
                    expect(line in told, f"no '{line}' in {told}")
                expect("battery unknown" in told[-1] and "energy reset" in told[-1], f"{told}")
                for line in ("a central subscribed", "a central reset the energy expended", "a central unsubscribed"):
                    await sensor.line(line)
            finally:
                await sensor.stop()
        finally:
            await program.stop()
    async def halted(self):
        """A suspended app's process is stopped, its device's values let it run on, and it can be ended while it is stopped."""
        if not os.path.exists("/proc/self/stat"):
            return
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--device", "heart-rate", "--programs", "tcp:0", "--phone", ADA,
            "--app", f"com.example.heart={self.heart_rate} 1000000", FARADAY_BACKGROUND_MODES="bluetooth-central",
        )
        try:
            port = (await program.line(r"clients open tcp:127\.0\.0\.1:(\d+)")).group(1)
            process = int((await program.line(r"heart joined, process (\d+)")).group(1))
            with open(f"/proc/{process}/status") as status:
                ignored = int(re.search(r"SigIgn:\s*(\w+)", status.read()).group(1), 16)
            for number in (signal.SIGINT, signal.SIGTERM):
                expect(not ignored >> (number - 1) & 1, f"the program ignores {number.name}")
            await program.line("heart rate")

            async def tell(*order):
                told = await Program.start(self.faraday, "tell", port, "phone", ADA, *order)
                expect(await told.end(30) == 0, f"{told.lines}")

            await tell("app", "background")
            await tell("app", "suspended")
            await program.line("com.example.heart is suspended")
            # The next value wakes it: the process runs, and tells what it got.
            count = len(program.lines)
            await self.until(lambda: any("heart rate" in line for line in program.lines[count:]), "it does not wake")
            # Without its link nothing wakes it.
            await tell("bluetooth", "off")
            await tell("app", "suspended")
            await self.until(lambda: self.state_of(process) == "T", "its process is not stopped")
            await tell("app", "ended")
            await self.is_gone(process)
        finally:
            await program.stop()

    @staticmethod
    def state_of(process):
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0]

    @staticmethod
    async def until(condition, problem):
        for _attempt in range(300):
            if condition():
                return
            await asyncio.sleep(0.1)
        expect(False, problem() if callable(problem) else problem)

    async def killed(self):
        """A hundred processes of apps are killed at any moment; the phone is as before, and so are its other apps."""
        seed = random.randrange(1 << 32)
        numbers = random.Random(seed)
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--device", "heart-rate", "--programs", "tcp:0",
            "--phone", f"{ADA}:iOS 17", "--phone", f"{BOB}:iOS 27",
        )
        try:
            ada = (await program.line(r"FARADAY_PHONE=(\S+Ada\S+)")).group(1)
            bob = (await program.line(r"FARADAY_PHONE=(\S+Bob\S+)")).group(1)

            async def victims(name):
                for _round in range(ROUNDS // 4):
                    victim = await Program.start(self.heart_rate, LIMIT, FARADAY_PHONE=ada, FARADAY_APP=name)
                    await asyncio.sleep(numbers.uniform(0, 0.8))
                    if victim.process.returncode is None:
                        victim.process.kill()
                    await victim.end(30)
                    expect(not any("runs already" in line for line in victim.lines), f"{victim.lines}")
                    # The server has to notice that, before the same app runs again.
                    joined = lambda word: sum(f"{name} {word}" in line for line in program.lines)
                    await self.until(lambda: joined("joined") == joined("left"), f"{name} has not left, seed {seed}")

            await asyncio.gather(*(victims(name) for name in ("one", "two", "three", "four")))
            joined = sum(" joined, " in line for line in program.lines)
            expect(joined > ROUNDS // 4, f"only {joined} of {ROUNDS} have joined")
            # One central at a time: the device is free again if the other phone's app finds it.
            await self.same(await self.app(FARADAY_PHONE=bob, FARADAY_APP="five"))
            await self.same(await self.app(FARADAY_PHONE=ada, FARADAY_APP="one"))
        finally:
            await program.stop()
        expect(program.process.returncode == 0, f"status {program.process.returncode}, seed {seed}")

    async def crowd(self):
        """A thousand programs come and go, in any way; the server has no more open than before, and no more memory."""
        program = await Program.start(
            self.faraday, "serve", "--hci", "tcp:0", "--device", "heart-rate", "--programs", "tcp:0", "--phone", ADA,
        )
        try:
            port = int((await program.line(r"FARADAY_PHONE=tcp:127\.0\.0\.1:(\d+)")).group(1))
            other = await port_client.Client.connect(port)
            other.send(port_client.hello("another", version=2))
            reason = await other.reason()
            expect("version 2" in reason and "version 1" in reason, reason)
            await program.line("refused .*version 2")
            await self.clients(port, CLIENTS // 5)
            before = await self.at_rest(program)
            await self.clients(port, CLIENTS)
            after = await self.at_rest(program)
            expect(after[0] == before[0], f"{before[0]} descriptors became {after[0]}")
            expect(after[1] <= before[1] + 8192, f"{before[1]} KiB became {after[1]}")
        finally:
            await program.stop()
        expect(program.process.returncode == 0, f"status {program.process.returncode}")

    async def clients(self, port, count):
        async def some(app):
            for number in range(count // 25):
                client = await port_client.Client.join(port, f"app {app}")
                client.send(port_client.open_central(1), port_client.ask_authorization(1, 1))
                await client.next(port_client.ANSWER)
                if number % 2:
                    client.send(port_client.scan(1, 2))
                if number % 3 == 0:
                    client.send(port_client.scan(1, 3)[:7])
                await client.writer.drain()
                await client.close(rudely=number % 5 == 0)

        await asyncio.gather(*(some(app) for app in range(25)))

    async def at_rest(self, program):
        """How many descriptors the server has open, and how much memory, when all programs have left."""

        def count(word):
            return sum(f" {word}" in line for line in program.lines)

        await self.until(lambda: count("joined, process") == count("left"), "some have not left")
        place = f"/proc/{program.process.pid}"
        if not os.path.exists(place):
            return 0, 0
        with open(f"{place}/status") as status:
            memory = int(re.search(r"VmRSS:\s*(\d+)", status.read()).group(1))
        return len(os.listdir(f"{place}/fd")), memory

    async def is_gone(self, process):
        for _attempt in range(300):
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                return
            await asyncio.sleep(0.1)
        expect(False, f"process {process} still runs")

    @contextlib.asynccontextmanager
    async def relay(self, *options, is_native=False):
        """A relay of a controller, and Bumble's monitor on its air, not advertising yet. The controller is the relay's own, or this
        host's framework is on it, as with a Mac's relay."""
        air = await Air.start(self.faraday)
        server = await Bumble.on(air.where, NAME, SERVER_ADDRESS)
        heart_rate = bumble_profiles.add_services(server.device, Wearer())
        measuring = asyncio.ensure_future(bumble_profiles.measure(server.device, heart_rate))
        radio = [] if is_native else ["--hci", air.endpoint]
        environment = {"FARADAY_HCI": air.endpoint} if is_native else {}
        relay = await Program.start(self.faraday, "relay", *radio, "--programs", "tcp:0", *options, **environment)
        try:
            yield relay, server.device
        finally:
            await relay.stop()
            measuring.cancel()
            await server.close()
            await air.stop()
        expect(relay.process.returncode == 0, f"status {relay.process.returncode}")

    async def relayed(self, is_native=False):
        """The app reaches Bumble's device through a relay, on one controller for all programs."""
        async with self.relay(is_native=is_native) as (relay, device):
            await bumble_profiles.advertise(device, NAME, auto_restart=True)
            where = (await relay.line(r"FARADAY_PHONE=(\S+)")).group(1)
            told = await self.app(FARADAY_PHONE=where, FARADAY_APP="one")
            expect(any(NAME in line for line in told) and told[-1].startswith("done: "), f"{told}")
            await relay.line("one +left")

    async def beside(self):
        """Bumble's device and a simulated one in one manager: the app takes the one that is there, or that it asked for."""
        async with self.relay("--with-device", f"heart-rate={DEMO}", "--control", "0") as (relay, device):
            port = (await relay.line(r"commands on port (\d+)")).group(1)
            where = (await relay.line(r"FARADAY_PHONE=(\S+)")).group(1)

            async def found(by):
                told = await self.app(FARADAY_PHONE=by, FARADAY_APP="one")
                expect(told[-1].startswith("done: "), f"{told}")
                return [name for name in (NAME, DEMO) if any(name in line for line in told)]

            async def do(*words):
                program = await Program.start(self.faraday, *words)
                expect(await program.end(30) == 0, f"{words}: {program.lines}")

            # The same manager sees both: whichever is there is found.
            expect(await found(where) == [DEMO], "the simulated one was not found beside the real one")
            await bumble_profiles.advertise(device, NAME, auto_restart=True)
            expect(await found(f"{where}/real") == [NAME], "the real one was not alone")
            expect(await found(f"{where}/simulated") == [DEMO], "the simulated one was not alone")
            await do("step", "--control", port, f"{DEMO} switches off")
            expect(await found(where) == [NAME], "the real one was not found beside the simulated one")
            await do("tell", port, "device", DEMO, "on")
            other = await Program.start(self.heart_rate, "1", FARADAY_PHONE=f"{where}/Bob", FARADAY_APP="one")
            await other.end(30)
            expect(any("but both, real, simulated" in line for line in other.lines), f"{other.lines}")


async def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    phones, checks = Phones(sys.argv[1]), Checks()
    run = checks.check
    await run("the app on a controller of its own", phones.directly())
    await run("two programs on one phone, and one on another, tell the same story", phones.served())
    await run("the server starts an app's program, and no second one", phones.started())
    await run("the system ends an app and its process, and starts it again", phones.ended())
    await run("two phones of two programs, in both roles", phones.together())
    await run("a clock that others step waits for the program", phones.stepped())
    await run("a suspended app's process is stopped, and wakes with its app", phones.halted())
    await run(f"{ROUNDS} programs are killed at any moment", phones.killed())
    await run(f"{CLIENTS} programs come and go", phones.crowd())
    await run("the app reaches Bumble's device through a relay", phones.relayed())
    await run("and through a relay of this host's framework", phones.relayed(is_native=True))
    await run("and a simulated device beside it, with the same manager", phones.beside())
    problems = [f"{name}: {problem}" for name, problem in checks.results if problem]
    for problem in problems:
        print(f"check-phones: {problem}", file=sys.stderr)
    if not problems:
        print(f"check-phones: {len(checks.results)} cases pass")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
