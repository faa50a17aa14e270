"""What the made-up phone's app does with each device: scan, connect, discover, subscribe, listen, connect again."""

import packets
from devices import NAMES
from radio import MS, SECOND, Link, Node


def titled(uuid):
    return f"{uuid} ({NAMES[uuid]})"


class Device(Node):
    """A device of a kind: it advertises, serves its database and notifies."""

    def __init__(self, world, number, name, kind, metres):
        super().__init__(world, number, name, "device", [metres, 0, 0], kind.listing())
        self.kind, self.interval = kind, kind.interval
        self.values = kind.values(world.random)
        self.battery = 87
        self.link = None
        self.is_subscribed = False
        self.data = "020106" + f"{len(name) + 1:02x}09" + name.encode().hex()
        self.command("Reset", "01030c00")
        world.after(world.random.randrange(5, 100) * MS, self.advertise)
        world.after(kind.period, self.measure)

    def advertise(self):
        if self.link or not self.on_air:
            self.world.after(200 * MS, self.advertise)
            return
        start = self.world.now
        for channel in (37, 38, 39):
            self.world.record(self.number, "air", "none", "advertising", f"ch {channel} ADV_IND advertiser={self.address} chSel=true data={self.data}",
                              packets.advertising(self.address, self.data), channel=channel, access=0x8E89BED6, phy=1)
            self.world.now += 986_000
        self.world.now = start
        for listener in list(self.world.air):
            listener(self)
        self.world.after(100 * MS + self.world.random.randrange(10 * MS), self.advertise)

    def measure(self):
        value, meaning = next(self.values)
        world, uuid = self.world, self.kind.uuid
        world.record(self.number, "world", "none", "device", f"update {titled(uuid)}: {value}", uuid=uuid, characteristic=uuid, value=value, meaning=meaning)
        if self.link and self.is_subscribed:
            self.link.put(self, packets.notification(self.kind.handle, uuid, value, meaning))
        world.after(self.kind.period, self.measure)

    def answer(self, attribute):
        kind = self.kind
        if attribute.name == "EXCHANGE_MTU_REQ":
            self.link.put(self, packets.exchange_mtu_response())
        elif attribute.name == "FIND_BY_TYPE_VALUE_REQ":
            self.link.put(self, packets.found_service(kind.first, kind.last))
        elif attribute.name == "READ_BY_TYPE_REQ":
            self.link.put(self, packets.declarations([(kind.first + 1, 0x10, kind.uuid)]))
        elif attribute.name == "WRITE_REQ":
            self.is_subscribed = True
            self.link.put(self, packets.written())
        elif attribute.name == "READ_REQ":
            self.battery -= self.world.random.random() < 0.3
            self.link.put(self, packets.read_answer("2A19", f"{self.battery:02x}", f"{self.battery} %"))

    def move(self, metres):
        self.on_air = metres is not None
        text = "moved, now out of range" if metres is None else f"moved, now at {metres} m"
        self.world.record(self.number, "world", "none", "moved", text, at=None if metres is None else [metres, 0, 0])


class App:
    """An app with one central manager on a phone; what it does with a device is a generator that waits for answers."""

    def __init__(self, world, number, name, loss=0.004):
        self.world, self.loss = world, loss
        self.phone = Node(world, number, name, "phone", [0, 0, 0], system="iOS 26")
        self.wanted, self.waiting, self.links = set(), {}, 0
        self.stops_trying = False
        self.phone.command("Reset", "01030c00")
        self.call("opened", "a CBCentralManager is created", **{"class": "CBCentralManager"})
        self.back("stateChanged", "didUpdateState poweredOn")

    def call(self, kind, text, **facts):
        self.world.record(self.phone.number, "port", "down", kind, f"manager 1: {text}", session=1, **facts)

    def back(self, kind, text, **facts):
        self.world.record(self.phone.number, "port", "up", kind, f"manager 1: {text}", session=1, **facts)

    def scan(self, devices):
        self.wanted = set(devices)
        self.call("scan", "scanForPeripherals")
        self.phone.command("LE Set Extended Scan Enable enable=true filterDuplicates=disabled duration=0 period=0", "01422006010000000000")
        self.world.air.append(self.heard)

    def heard(self, device):
        if device not in self.wanted:
            return
        self.wanted.discard(device)
        self.back("discovered", f"didDiscover {device.name}, -46 dBm, {titled(device.kind.service)}", peer=device.name)
        self.connect(device)
        if not self.wanted:
            self.call("stopScan", "stopScan")
            self.world.air.remove(self.heard)

    def connect(self, device):
        self.call("connect", f"connect {device.name}", peer=device.name)
        address = packets.address_bytes(device.address)
        self.phone.command(f"LE Extended Create Connection peerAddress={device.address}", "0143201a000101" + address + "01" + "6000300018001800000048000000" + "0000", answer="status")
        self.phone.event("Command Status status=Success numHCICommandPackets=1 opcode=LE Extended Create Connection", "040f0400014320")
        listener = lambda heard: self.request(device, listener) if heard is device else None
        self.world.air.append(listener)

    def request(self, device, listener):
        world, phone = self.world, self.phone
        world.air.remove(listener)
        self.links += 1
        link = Link(world, phone, device, self.links, self.loss)
        device.link = link
        world.now += 1_364_000
        world.record(phone.number, "air", "none", "advertising", f"ch 39 CONNECT_IND initiator={phone.address} advertiser={device.address} -> {device.name} -38 dBm",
                     packets.connect_request(phone.address, device.address, link.access, device.interval), to=device.number, rssi=-38, channel=39, access=0x8E89BED6, phy=1)
        world.now += 352_000
        for node, role, peer in ((phone, 0, device), (device, 1, phone)):
            handle = link.ends[node]
            node.event(f"LE Enhanced Connection Complete status=Success connectionHandle={packets.hex4(handle)} role={'peripheral' if role else 'central'} peerAddress={peer.address} connectionInterval={device.interval}",
                       packets.connection_complete(handle, role, peer.address, device.interval))
        link.received = lambda node, attribute: device.answer(attribute) if node is device else self.received(device, attribute)
        link.closed = lambda text: self.lost(device, text)
        link.begin()
        self.back("connected", f"didConnect {device.name}", peer=device.name)
        self.waiting[device] = self.talk(device)
        link.put(phone, next(self.waiting[device]))

    def talk(self, device):
        """Each `yield` sends a request and continues with its answer."""
        name, kind = device.name, device.kind
        yield packets.exchange_mtu_request()
        self.call("discoverServices", f"discoverServices {titled(kind.service)} of {name}", peer=name)
        yield packets.find_service(kind.service)
        self.back("servicesDiscovered", f"didDiscoverServices of {name}: {titled(kind.service)}", peer=name)
        self.call("discoverCharacteristics", f"discoverCharacteristics {titled(kind.uuid)} for {titled(kind.service)} of {name}", peer=name, uuid=kind.service, service=kind.service)
        yield packets.read_declarations(kind.first, kind.last)
        self.back("characteristicsDiscovered", f"didDiscoverCharacteristics for {titled(kind.service)} of {name}: {titled(kind.uuid)}", peer=name, uuid=kind.service, service=kind.service)
        facts = {"peer": name, "uuid": kind.uuid, "characteristic": kind.uuid, "service": kind.service}
        self.call("setNotify", f"setNotifyValue true {titled(kind.uuid)} of {name}", **facts)
        yield packets.write(kind.configuration, "2902", kind.uuid, "0100")
        self.back("notifyStateChanged", f"didUpdateNotificationState {titled(kind.uuid)} of {name}: true", **facts)
        while True:
            facts = {"peer": name, "uuid": "2A19", "characteristic": "2A19", "service": "180F"}
            self.call("readCharacteristic", f"readValue {titled('2A19')} of {name}", **facts)
            answer = yield packets.read(kind.battery_handle, "2A19")
            self.back("characteristicValue", f"didUpdateValue {titled('2A19')} of {name}: {answer.facts['value']}", value=answer.facts["value"], meaning=answer.facts["meaning"], **facts)
            yield None  # until the next time that somebody wants to know

    def received(self, device, attribute):
        if attribute.name == "HANDLE_VALUE_NTF":
            facts = attribute.facts
            self.back("characteristicValue", f"didUpdateValue {titled(facts['uuid'])} of {device.name}: {facts['value']}", peer=device.name, uuid=facts["uuid"],
                      characteristic=facts["uuid"], service=device.kind.service, value=facts["value"], meaning=facts["meaning"])
            return
        self.proceed(device, attribute)

    def proceed(self, device, attribute):
        request = self.waiting[device].send(attribute)
        if request:
            device.link.put(self.phone, request)
        else:
            link = device.link
            self.world.after(30 * SECOND, lambda: self.proceed(device, None) if device.link is link else None)

    def lost(self, device, text):
        device.link, device.is_subscribed = None, False
        self.back("disconnected", f"didDisconnectPeripheral {device.name}: error connectionTimeout", peer=device.name, error="connectionTimeout")
        self.connect(device)
