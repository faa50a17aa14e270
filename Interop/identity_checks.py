#!/usr/bin/env python3
"""Live phones and devices that come back: bonded peers know them again, behind their private addresses.

    identity_checks.py BIN_DIRECTORY [--rootcanal]

The peer is Bumble, on controllers of `faraday serve`, or on rootcanal's. Each case pairs, ends both programs, starts them again with
what they keep (FARADAY_STORE, --store, Bumble's key store), and holds the second meeting against the first.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile

from bumble.device import Device
from bumble.hci import Address
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig
from bumble.transport import open_transport
from rootcanal.binaries import get_package_binary_resource_path

import layout
from central_checks import Central, Checks, expect
from peers import IO, PASSKEY, Air, Bumble, Keys, Program, User
from run_rootcanal import RootcanalAir

CENTRAL_ADDRESS = "F0:F1:F2:F3:F4:C0"
SERVER_ADDRESS = "F0:F1:F2:F3:F4:F5"


async def central_on(air, keys, resolves_in_controller, user=None):
    """A Bumble central with a key store; private addresses are resolved by it, or by its controller."""
    transport = await open_transport(air.where)
    device = Device.with_hci("Central", Address(CENTRAL_ADDRESS), transport.source, transport.sink)
    device.address_resolution_offload = resolves_in_controller
    user = user or User()
    device.pairing_config_factory = lambda _connection: PairingConfig(
        sc=True, mitm=True, bonding=True, delegate=user,
        identity_address_type=PairingConfig.AddressType.RANDOM,
    )
    device.keystore = keys
    await device.power_on()
    return Bumble(transport, device, user)


class Suite:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="faraday-identity-")
        self.failures = 0
        self.count = 0

    def program(self, name):
        return os.path.join(self.options.bin, name)

    async def section(self, title, work):
        print(f"\n{title}", flush=True)
        checks = Checks()
        if self.options.rootcanal:
            air = await RootcanalAir.start(get_package_binary_resource_path("rootcanal"))
        else:
            air = await Air.start(self.program("faraday"))
        try:
            await asyncio.wait_for(work(air, checks), 1200)
        except Exception as error:
            checks.results.append(("the set-up", f"{type(error).__name__}: {error}"))
        finally:
            await air.stop()
        for name, problem in checks.results:
            print(f"  {'pass' if problem is None else 'FAIL'}  {name}{f': {problem}' if problem else ''}")
        self.count += len(checks.results)
        self.failures += sum(problem is not None for _, problem in checks.results)

    def store(self, name):
        return os.path.join(self.folder, name + ".json")

    async def phone_as_peripheral(self, air, checks, resolves_in_controller):
        """An app advertises; its phone's addresses are private, and change with each run."""
        store = self.store(f"peripheral-{resolves_in_controller}")
        keys = MemoryKeyStore()
        seen = []
        for run in ("first", "second"):
            app = await Program.start(
                self.program("interop-peripheral"), "Phone", FARADAY_HCI=air.endpoint, FARADAY_STORE=store)
            await app.line("^READY")
            bumble = await central_on(air, keys, resolves_in_controller)
            central = Central(bumble, "Phone")
            if run == "first":
                await checks.check("first run: found", central.find())
                await checks.check("connected", central.connect())
                seen.append(central.address)
                await checks.check("paired", central.connection.pair())
            else:
                with open(store) as file:
                    identity = Address(json.load(file)["identityAddress"], Address.RANDOM_DEVICE_ADDRESS)

                async def is_promised():
                    keys_of = [address for _, address in await keys.get_resolving_keys()]
                    expect([str(address) for address in keys_of] == [str(identity)], f"{keys_of}, not {identity}")
                    expect(seen[0].is_resolvable, f"{seen[0]} is not private")
                    irk = (await keys.get_resolving_keys())[0][0]
                    with open(store) as file:
                        expect(irk.hex() == json.load(file)["identityResolvingKey"], "another key")

                await checks.check("second run: the key and the identity are the store's", is_promised())
                # With an identity, Bumble or its controller waits for a private address that the key made.
                central.address = identity
                await checks.check("connected by the identity", central.connect())
                await checks.check("encrypted with the bond", central.connection.encrypt())

                async def is_same():
                    peer = str(central.connection.peer_address).split("/")[0]
                    expect(peer == str(identity).split("/")[0], f"the peer is {peer}")

                await checks.check("the peer is the one that paired", is_same())
            await checks.check("discovered", central.discover())
            await checks.check("read what takes the pairing", central.read(layout.ENCRYPTED, [9]))
            await checks.check("disconnected", central.disconnect())
            await app.stop()
            await bumble.close()

    async def phone_as_central(self, air, checks):
        """An app reads; the peer, which stays, knows its phone again."""
        store = self.store("central")
        peer = await Bumble.on(air.where, "Bumble", SERVER_ADDRESS, User(), keys=Keys())
        layout.Server(peer.device)
        await layout.advertise(peer.device, "Bumble")
        met = []
        peer.device.on("connection", lambda connection: met.append(connection.peer_address))
        for run in ("first", "second"):
            app = await Program.start(
                self.program("interop-central"), "Bumble", "pair", "encrypted", FARADAY_HCI=air.endpoint,
                FARADAY_STORE=store)

            async def passes():
                status = await app.end()
                problems = [line for line in app.lines if line.startswith("FAIL")]
                if run == "second":
                    # What is bonded already is read without a refusal that pairs.
                    expect("pairing alert" not in "\n".join(app.lines), "it paired again")
                expect(status == 0 and not problems, f"status {status}: {problems}")

            await checks.check(f"{run} run: the app reads what takes a pairing", passes())
        with open(store) as file:
            identity = json.load(file)["identityAddress"]

        async def is_known():
            private = [address for address in met if address.is_resolvable]
            known = [address for address in met if str(address).split("/")[0] == identity]
            expect(len(private) >= 1, f"no private address in {met}")
            expect(len(known) >= 1, f"{identity} is not in {met}")

        await checks.check("the peer knows the phone by its identity", is_known())
        # Bumble advertises again after the last link, and complains when its controller goes meanwhile.
        await asyncio.sleep(0.5)
        await peer.close()

    async def device_of_the_tool(self, air, checks):
        """faraday device with an address, a store and a display; Bumble's user types what it shows."""
        store, address = self.store("device"), "C0:11:22:33:44:55"
        keys = MemoryKeyStore()
        for run in ("first", "second"):
            options = ["--address", address] if run == "first" else []
            device = await Program.start(
                self.program("faraday"), "device", "blinky", "--hci", air.endpoint, "--store", store,
                "--pairing", "display-only", "--passkey", str(PASSKEY), *options)
            await checks.check(f"{run} run: it says that it runs", device.line(r"runs on the controller .* advertises"))

            async def shown():
                match = await device.line(r"the passkey to type there is (\d{6})")
                return int(match.group(1))

            user = User(IO.KEYBOARD_INPUT_ONLY, shown)
            bumble = await central_on(air, keys, False, user)
            peer = bumble.device
            connections = []

            async def connect():
                connections.append(await peer.connect(Address(address), timeout=120))

            await checks.check("it is there under its address", connect())
            connection = connections[0]
            if run == "first":
                await checks.check("paired with the passkey that it shows", connection.pair())
                await checks.check("it says that it paired", device.line("paired with F0:F1:F2:F3:F4:C0"))
            else:
                await checks.check("encrypted with the bond", connection.encrypt())

                async def nobody_asked():
                    expect(user.asked == [], f"{user.asked}")
                    expect(not any("pairs:" in line for line in device.lines), "it paired again")
                    expect(not any("paired with" in line for line in device.lines), "it says that it paired again")

                await checks.check("nobody was asked", nobody_asked())
            gone = asyncio.get_running_loop().create_future()
            connection.on("disconnection", gone.set_result)
            await device.stop()

            async def was_told():
                reason = await asyncio.wait_for(gone, 120)
                expect(reason == 0x13, f"reason {reason:#x}")

            await checks.check("when it stops, it ends its link", was_told())
            await bumble.close()


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("--rootcanal", action="store_true")
    suite = Suite(parser.parse_args())
    for where in (False, True):
        resolver = "its controller" if where else "Bumble"
        await suite.section(
            f"A phone as a peripheral comes back; {resolver} resolves its address",
            lambda air, checks: suite.phone_as_peripheral(air, checks, where))
    await suite.section("A phone as a central comes back", suite.phone_as_central)
    await suite.section("A device of the tool comes back", suite.device_of_the_tool)
    print(f"\n{suite.count} checks, {suite.failures} failed")
    return 1 if suite.failures or not suite.count else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
