"""A made-up world that writes its trace as a feed: a phone's app, devices, their hosts, and the frames between them.

It is no simulator to test apps with: it writes what the page has to show, in the shapes and amounts of a real trace.
"""

import heapq
import json
import random

import packets

MS = 1_000_000
SECOND = 1_000 * MS


class World:
    """Virtual time, and the lines of the feed in order."""

    def __init__(self, seed, title="made up"):
        self.random = random.Random(seed)
        self.now = 0
        self.events = []
        self.order = 0
        self.records = []
        self.lines = [{"faraday": "trace", "version": 1, "origin": "world", "title": title, "seed": str(seed), "epoch": "2025-01-01T00:00:00Z"}]
        self.names = {}
        self.air = []  # those who listen to advertising

    def at(self, time, action):
        self.order += 1
        heapq.heappush(self.events, (time, self.order, action))

    def after(self, delay, action):
        self.at(self.now + delay, action)

    def run(self, until):
        while self.events and self.events[0][0] <= until:
            self.now, _, action = heapq.heappop(self.events)
            action()
        self.now = until
        self.sort()

    def sort(self):
        """By time, as a trace is: the frames of an event are written when the event begins."""
        self.lines[1:] = sorted(self.lines[1:], key=lambda line: line["t"])
        self.records = [line for line in self.lines if "stair" in line]
        for number, record in enumerate(self.records):
            record["id"] = number

    def node(self, number, name, kind, system, position, services):
        self.names[number] = name
        self.lines.append({"type": "node", "t": self.now, "node": number, "name": name, "kind": kind, "system": system,
                           "position": position, "services": services})
        self.record(number, "world", "none", "added", f"added at {position[0]} m", at=position)

    def record(self, node, stair, direction, kind, text, data=None, **facts):
        line = {"id": len(self.records), "t": self.now, "node": node, "name": self.names[node], "stair": stair, "dir": direction,
                "kind": kind, "text": text, "bytes": data}
        line.update((key, value) for key, value in facts.items() if value is not None or key == "at")
        self.records.append(line)
        self.lines.append(line)

    def note(self, text):
        self.lines.append({"id": len(self.records), "t": self.now, "node": None, "name": "world", "stair": "world", "dir": "none",
                           "kind": "note", "text": text, "bytes": None, "flag": "note"})
        self.records.append(self.lines[-1])

    def text(self):
        """The feed: a JSON object in each line."""
        return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in self.lines)

    def plain(self):
        """The records alone, with the keys that every trace has: what `World.traceJSONLines()` gives."""
        keys = ("t", "node", "name", "stair", "dir", "kind", "text", "bytes")
        return "".join(json.dumps({key: record[key] for key in keys}, separators=(",", ":"), ensure_ascii=False) + "\n" for record in self.records)

    def packed(self):
        """The feed in the packed form of reports: what packets have in common is written once."""
        text, numbers, before = [], {}, 0
        for line in self.lines:
            if "id" not in line or line["stair"] not in ("hci", "air"):
                text.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False))
                before = line["t"] if "id" in line else before
                continue
            members = json.dumps({key: value for key, value in line.items() if key not in ("id", "t")}, separators=(",", ":"), ensure_ascii=False)
            if members not in numbers:
                numbers[members] = len(numbers)
                text.append("+" + members)
            text.append(f"{line['t'] - before} {numbers[members]}")
            before = line["t"]
        return "\n".join(text) + "\n"


class Node:
    """A phone or a device: its host's records."""

    def __init__(self, world, number, name, kind, position, services=None, system=None):
        self.world, self.number, self.name, self.position = world, number, name, position
        self.address = ":".join(f"{world.random.randrange(256):02X}" for _ in range(6))
        self.address = f"{0xC0 | int(self.address[:2], 16) & 0x3F:02X}{self.address[2:]}"
        self.on_air = True
        world.node(number, name, kind, system, position, services)

    def command(self, text, data, answer=None):
        self.world.record(self.number, "hci", "down", "command", text, data)
        if answer is None:
            self.event(f"Command Complete: {text.split(' 0x')[0].split(' enable')[0]} ok", "040e0401" + data[2:6] + "00")

    def event(self, text, data):
        self.world.record(self.number, "hci", "up", "event", text, data)

    def acl(self, direction, handle, attribute):
        data = packets.acl(handle, attribute, direction == "down")
        self.world.record(self.number, "hci", direction, "acl", f"link {handle} {attribute.text}", data, **attribute.facts)


class Link:
    """A connection: an event each interval, in which each end sends a frame, with data or empty."""

    def __init__(self, world, phone, device, handle, loss):
        self.world, self.phone, self.device, self.handle, self.loss = world, phone, device, handle, loss
        self.access = world.random.randrange(1 << 31)
        self.hop = world.random.randrange(5, 17)
        self.channel = 0
        self.queues = {phone: [], device: []}
        self.sequence = {phone: 0, device: 0}
        self.rssi = {phone: -46.0, device: -38.0}
        self.ends = {phone: handle, device: 1}
        self.heard = world.now
        self.is_open = True
        self.received = None  # what to do with an attribute PDU: (node, attribute)

    def begin(self):
        self.world.after(1_250_000, self.meet)

    def meet(self):
        if not self.is_open:
            return
        world = self.world
        self.channel = (self.channel + self.hop) % 37
        start = world.now
        if self.device.on_air:
            if self.send(self.phone, self.device):
                world.now += 230_000
                self.send(self.device, self.phone)
                self.heard = start
            world.now = start
        elif start - self.heard > 720 * MS:
            self.end(8, "Connection Timeout")
            return
        else:
            self.send(self.phone, None)
        world.at(start + self.device.interval * 1_250_000, self.meet)

    def send(self, sender, receiver):
        """A frame; False when it is lost, and then it is sent again at the next event."""
        world, queue = self.world, self.queues[sender]
        attribute = queue[0] if queue else None
        frame = attribute.frame() if attribute else ""
        bits = (1 ^ self.sequence[sender], self.sequence[sender], int(len(queue) > 1))
        header = packets.data_header(2 if attribute else 1, len(frame) // 2, *bits)
        lost = receiver is None or world.random.random() < self.loss
        power = self.power(sender)
        other = self.device if sender is self.phone else self.phone
        text = (f"ch {self.channel} {attribute.text if attribute else 'empty'} [{bits[0]}{bits[1]}{bits[2]}] -> {other.name}"
                + ("" if receiver is None else f" {power} dBm") + (" LOST" if lost else ""))
        world.record(sender.number, "air", "none", "data", text, header + frame, to=other.number, rssi=None if receiver is None else power,
                     channel=self.channel, lost=True if lost else None, access=self.access, phy=1, **(attribute.facts if attribute else {}))
        if lost:
            return False
        self.sequence[sender] ^= 1
        if attribute:
            queue.pop(0)
            world.after(150_000 + 8_000 * len(frame) // 2, lambda: self.deliver(sender, receiver, attribute))
        return True

    def power(self, sender):
        """The power that the other end receives wanders, as that of somebody who moves about."""
        self.rssi[sender] = min(-31, max(-84, self.rssi[sender] + self.world.random.gauss(0, 0.25)))
        return round(self.rssi[sender])

    def put(self, sender, attribute):
        sender.acl("down", self.ends[sender], attribute)
        self.queues[sender].append(attribute)

    def deliver(self, sender, receiver, attribute):
        if not self.is_open:
            return
        handle = self.ends[sender]
        sender.event(f"Number Of Completed Packets [{{connectionHandle={packets.hex4(handle)} numCompletedPackets=1}}]", packets.completed_packets(handle, 1))
        receiver.acl("up", self.ends[receiver], attribute)
        self.received(receiver, attribute)

    def end(self, reason, text):
        self.is_open = False
        for node in (self.device, self.phone):
            handle = self.ends[node]
            node.event(f"Disconnection Complete status=Success connectionHandle={packets.hex4(handle)} reason={text}", packets.disconnection(handle, reason))
        self.closed(text)
