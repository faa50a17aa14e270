#!/usr/bin/env python3
"""A device file in the host's own peripheral role, and on a controller: Bumble's client gets the same bytes.

    published_checks.py FARADAY

The controllers are Bumble's. Without --hci the device runs in the peripheral role of Faraday's framework, on the
controller that FARADAY_HCI names.
"""

import asyncio
import json
import os
import sys
import tempfile

from bumble.att import ATT_Error
from bumble.core import UUID, AdvertisingData
from bumble.device import Peer
from bumble.gatt import Characteristic

from peers import BumbleAir, Program

CENTRAL_ADDRESS = "F0:F1:F2:F3:F4:C0"
HOSTS_OWN = [UUID.from_16_bits(0x1800), UUID.from_16_bits(0x1801)]
READ, WRITE, NOTIFY = (getattr(Characteristic.Properties, name) for name in ("READ", "WRITE", "NOTIFY"))
WRITES = (b"\x01", b"\x02", b"\x03" * 100)
UPDATES = 8

DEVICE = {
    "faraday": 1,
    "name": "Published",
    "advertising": [{"services": ["FF00"]}],
    "services": [
        {
            "uuid": "FF00",
            "characteristics": [
                {"uuid": "FF01", "properties": ["read", "write"], "value": "5A" * 200},
                {"uuid": "FF02", "properties": ["write", "notify"]},
                {"uuid": "FF03", "properties": ["read"], "permissions": []},
            ],
        }
    ],
    "variables": {"count": 0},
    "rules": [
        {"when": {"written": "FF02", "pattern": "02"}, "then": {"refuse": 128}},
        {
            "when": {"written": "FF02"},
            "then": ["accept"] + [{"notify": "FF02", "value": f"{number:02X}"} for number in range(UPDATES // 2)],
        },
        {
            "when": {"read": "FF01"},
            "then": [
                {"assign": "count", "to": "count + 1"},
                {"answer": ["5A" * 200, {"number": "count", "as": "u8"}]},
            ],
        },
    ],
}


async def outcome(work):
    """The value as hexadecimal digits, `ok` for none, or the error of ATT."""
    try:
        value = await work
    except ATT_Error as error:
        return f"error {error.error_code:#04x}"
    return "ok" if value is None else bytes(value).hex()


async def find(device):
    """The address of the first device with the name, and the services that it advertises."""
    found = asyncio.get_running_loop().create_future()
    heard = {}

    def advertisement(report):
        entry = heard.setdefault(str(report.address), {})
        entry["name"] = report.data.get(AdvertisingData.COMPLETE_LOCAL_NAME) or entry.get("name")
        services = report.data.get(AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS)
        entry["services"] = services or entry.get("services")
        if all(entry.values()) and not found.done():
            found.set_result((report.address, f"{entry['name']} {[str(uuid) for uuid in entry['services']]}"))

    device.on("advertisement", advertisement)
    await device.start_scanning(active=True, filter_duplicates=False)
    try:
        return await asyncio.wait_for(found, 60)
    finally:
        await device.stop_scanning()


async def see(device):
    """What Bumble sees of the device, as lines."""
    address, advertised = await find(device)
    connection = await device.connect(address, timeout=60)
    peer = Peer(connection)
    await peer.request_mtu(100)
    seen, updates, enough = [advertised], [], asyncio.Event()

    def received(value):
        updates.append(bytes(value).hex())
        if len(updates) >= UPDATES:
            enough.set()

    await peer.discover_services()
    for service in peer.services:
        if service.uuid in HOSTS_OWN:
            continue
        seen.append(f"service {service.uuid}")
        await service.discover_characteristics()
        for item in service.characteristics:
            seen.append(f"{item.uuid} {int(item.properties):#x}")
            if item.properties & NOTIFY:
                await peer.gatt_client.subscribe(item, received)
            for value in WRITES if item.properties & WRITE else ():
                answer = await outcome(peer.gatt_client.write_value(item.handle, value, with_response=True))
                seen.append(f"{value.hex()}: {answer}")
            if item.properties & READ:
                seen.append(await outcome(peer.gatt_client.read_value(item.handle)))
                seen.append(await outcome(peer.gatt_client.read_value(item.handle)))
    await asyncio.wait_for(enough.wait(), 30)
    await connection.disconnect()
    return seen + updates


async def run(faraday, path, is_published):
    """What Bumble sees of the device in one of its two places, and what the program said."""
    air = BumbleAir()
    endpoint = await air.endpoint()
    if is_published:
        program = await Program.start(faraday, "device", path, FARADAY_HCI=endpoint)
    else:
        program = await Program.start(faraday, "device", path, "--hci", endpoint)
    try:
        await program.line("and advertises")
        seen = await see((await air.device("Bumble Central", CENTRAL_ADDRESS)).device)
        program.process.terminate()
        status = await program.end(60)
    finally:
        await program.stop()
        await air.close()
    if status != 0 or not program.lines[-1].endswith("stopped"):
        sys.exit(f"status {status}: {program.lines}")
    return seen, program.lines


async def main():
    faraday = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "published.faraday.json")
        with open(path, "w") as file:
            json.dump(DEVICE, file)
        wanted, _ = await run(faraday, path, False)
        seen, lines = await run(faraday, path, True)
    if seen != wanted:
        sys.exit(f"on a controller Bumble sees {wanted}, in the host's own role {seen}")
    for text in ("not here: the GAP name", "subscribed to FF02", "wrote 02 to FF02", "read FF01"):
        if not any(text in line for line in lines):
            sys.exit(f"no line with '{text}': {lines}")
    print(f"published_checks: Bumble gets the same {len(seen)} answers in the host's own role and over --hci")


asyncio.run(main())
