import FaradayClient
import FaradayTesting
import Testing

/// What `RZBPeripheral` offers.
@Suite("RZBPeripheral's users")
struct PeripheralRows {
    @Test("identifier, name, state, services", .simulated)
    func properties() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        #expect(peripheral.identifier == gadget.phone.identifier(of: gadget.device))
        #expect(
            peripheral.id == peripheral.identifier.uuid
                && PeerIdentifier(uuid: peripheral.id) == peripheral.identifier)
        #expect(peripheral.name == "Gadget" && peripheral.connectionState == .disconnected)
        #expect(try await peripheral.services().map(\.uuid) == ["FF00", "FF10", "FF20"])
        #expect(peripheral.connectionState == .connected)
    }

    @Test("readRSSI: connects if needed", .simulated)
    func readRSSI() async throws {
        let gadget = Gadget()
        gadget.device.setRSSI(-61)
        let peripheral = try await gadget.find()
        #expect(try await peripheral.readRSSI() == -61)
        #expect(gadget.recorder.commands.suffix(2) == ["connect", "rssi"])
    }

    @Test(
        "connectWithCompletion: several wait for one attempt, and a link that is there is enough", .simulated)
    func connect() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let first: Void = peripheral.connect()
        async let second: Void = peripheral.connect()
        _ = try await (first, second)
        try await peripheral.connect()
        #expect(gadget.recorder.count("connect") == 1 && gadget.device.connectionCount == 1)
    }

    @Test("A device that is not connectable is waited for", .simulated)
    func connectable() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.device.setConnectable(false)
        async let connect: Void = peripheral.connect()
        try await World.current.sleep(for: .minutes(5))
        #expect(peripheral.connectionState == .connecting)
        gadget.device.setConnectable(true)
        try await connect
        #expect(peripheral.connectionState == .connected)
    }

    @Test("cancelConnectionWithCompletion: ends all requests, returns after the link has ended", .simulated)
    func disconnect() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.close()
        async let read = failure { try await peripheral.read(Gadget.level) }
        async let values = failure { for try await _ in peripheral.notifications(of: Gadget.otherLevel) {} }
        try await wait { gadget.reads.waitingCount == 1 && gadget.recorder.subscribed.count == 1 }
        await peripheral.disconnect()
        #expect(peripheral.connectionState == .disconnected)
        #expect(await read?.reason == .disconnectedByApp)
        #expect(await values?.reason == .disconnectedByApp)
        try await wait { gadget.device.connectionCount == 0 }
        await peripheral.disconnect()
        #expect(gadget.recorder.count("cancel") == 1, "nothing to end any more")
    }

    @Test("Two devices end one without the other", .simulated)
    func twoDevices() async throws {
        let world = World.current
        world.add(.battery(name: "A", level: 1), at: .meters(1))
        world.add(.battery(name: "B", level: 2), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let (a, b) = (try await central.find(.named("A")), try await central.find(.named("B")))
        #expect(try await (a.read(Battery.level), b.read(Battery.level)) == (1, 2))
        await a.disconnect()
        #expect(a.connectionState == .disconnected && b.connectionState == .connected)
        #expect(try await b.read(Battery.level) == 2)
        await b.disconnect()
        #expect(b.connectionState == .disconnected)
    }

    @Test("attemptReconnectionForEvent: is a connect in the reader of the events", .simulated)
    func reconnectForEvent() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let loop: Void = Self.reconnect(peripheral, peripheral.connectionEvents)
        try await peripheral.connect()
        gadget.device.disconnect()
        try await wait { gadget.recorder.count("connect") == 2 && peripheral.connectionState == .connected }
        await peripheral.disconnect()
        try await loop
        #expect(gadget.recorder.count("connect") == 2)
    }

    /// Connects again, unless the app has disconnected.
    private static func reconnect(
        _ peripheral: Peripheral, _ events: AsyncStream<ConnectionEvent>
    ) async throws {
        for await event in events {
            switch event {
            case .disconnected(let error) where error.reason == .disconnectedByApp: return
            case .disconnected, .connectionFailed: try await peripheral.connect()
            default: break
            }
        }
    }

    @Test(
        "connectionDelegate, connectionEventHandler: events as a stream, for any number of readers",
        .simulated)
    func events() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.recorder.failConnects(with: .connectionLimitReached)
        async let first = Self.words(peripheral.connectionEvents)
        async let second = Self.words(peripheral.connectionEvents)
        try await World.current.sleep(for: .milliseconds(1))
        _ = await failure { try await peripheral.connect() }
        try await peripheral.connect()
        gadget.device.disconnect()
        try await wait { peripheral.connectionState == .disconnected }
        try await peripheral.connect()
        await peripheral.disconnect()
        let expected = [
            "connecting", "failed", "connecting", "connected", "ended", "connecting", "connected",
            "ended by us",
        ]
        #expect(await first == expected)
        #expect(await second == expected)
    }

    private static func words(_ events: AsyncStream<ConnectionEvent>) async -> [String] {
        var words: [String] = []
        for await event in events {
            switch event {
            case .connecting: words.append("connecting")
            case .connected: words.append("connected")
            case .connectionCancelled: words.append("cancelled")
            case .connectionFailed: words.append("failed")
            case .gaveUp: words.append("gave up")
            case .disconnected(let error):
                guard error.reason != .disconnectedByApp else { return words + ["ended by us"] }
                words.append("ended")
            }
        }
        return words
    }

    @Test("maintainConnection: over ten losses, then disconnect()", .simulated)
    func maintained() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        peripheral.maintainConnection()
        for count in 1...10 {
            try await wait { gadget.device.connectionCount == 1 && peripheral.connectionState == .connected }
            #expect(gadget.recorder.count("connect") == count)
            gadget.device.disconnect()
            try await wait { gadget.device.connectionCount == 0 }
        }
        try await wait { peripheral.connectionState == .connected }
        await peripheral.disconnect()
        try await World.current.sleep(for: .minutes(1))
        #expect(gadget.recorder.count("connect") == 11 && gadget.device.connectionCount == 0)
    }

    @Test(
        "A maintained connection comes back after Bluetooth was off, and with it a subscription", .simulated)
    func maintainedOverPower() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        peripheral.maintainConnection()
        async let surviving = Self.values(of: peripheral, 2)
        async let plain = failure { for try await _ in peripheral.notifications(of: Gadget.otherLevel) {} }
        try await wait { gadget.recorder.subscribed.count == 2 }
        try await World.current.sleep(for: .seconds(1))
        gadget.device.update(Gadget.level, 21)
        try await World.current.sleep(for: .seconds(1))
        gadget.phone.setBluetooth(false)
        #expect(await plain?.reason == .poweredOff)
        gadget.phone.setBluetooth(true)
        try await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 1 }
        try await World.current.sleep(for: .seconds(1))
        gadget.device.update(Gadget.level, 22)
        #expect(try await surviving == [21, 22])
    }

    private static func values(of peripheral: Peripheral, _ count: Int) async throws -> [UInt8] {
        var values: [UInt8] = []
        for try await value in peripheral.notifications(of: Gadget.level, survivesDisconnection: true) {
            values.append(value)
            if values.count == count { break }
        }
        return values
    }

    @Test("enableNotify and clearNotifyBlock: a loop, and its end; three values in order", .simulated)
    func notifications() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let values = Self.values(of: peripheral, 3)
        try await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 1 }
        for value in [UInt8(10), 20, 30, 40] {
            gadget.device.update(Gadget.level, value)
            try await World.current.sleep(for: .milliseconds(200))
        }
        #expect(try await values == [10, 20, 30])
        try await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 0 }
        #expect(gadget.recorder.commands.suffix(2) == ["notify on", "notify off"])
    }

    @Test("notifyUnsubscription: a loop always ends with the reason", .simulated)
    func unsubscription() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let end = failure { for try await _ in peripheral.notifications(of: Gadget.level) {} }
        try await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 1 }
        try await World.current.sleep(for: .milliseconds(100))
        gadget.device.disconnect()
        let error = await end
        #expect(error?.reason == .disconnected && error?.underlying == .peripheralDisconnected)
        #expect(error?.operation == .subscribe && error?.characteristic == Gadget.level.uuid)
    }

    @Test("Reads and writes: connect, discover, ask; in exactly this order", .simulated)
    func order() async throws {
        for (command, ask) in Self.requests {
            let gadget = Gadget()
            let peripheral = try await gadget.find()
            let count = gadget.recorder.commands.count
            try await ask(peripheral)
            let commands = Array(gadget.recorder.commands.dropFirst(count).prefix { $0 != "stop scan" })
            #expect(commands.count == 4 && commands.first == "connect" && commands.last == command)
            #expect(commands.dropFirst().first == "services FF00")
            #expect(commands.dropFirst(2).first?.hasPrefix("characteristics FF0") == true)
            await peripheral.disconnect()
            World.current.remove(gadget.device.id)
        }
    }

    private static let requests: [(String, @Sendable (Peripheral) async throws -> Void)] = [
        ("read", { _ = try await $0.read(Gadget.level) }),
        ("write", { try await $0.write([1, 2], to: Gadget.text) }),
        ("send", { try await $0.writeWithoutResponse([1, 2], to: Gadget.text) }),
    ]

    @Test("discoverServiceUUIDs: and discoverCharacteristicUUIDs:", .simulated)
    func discovery() async throws {
        let peripheral = try await Gadget().find()
        let services = try await peripheral.services(["FF10"])
        #expect(services.map(\.path) == [Gadget.otherService] && services[0].isPrimary)
        let all = try await peripheral.characteristics(of: ServicePath(Gadget.service))
        #expect(all.map(\.uuid) == ["FF01", "FF02"])
        #expect(all.map(\.properties) == [[.read, .notify], [.write, .writeWithoutResponse]])
        let one = try await peripheral.characteristics(of: Gadget.otherService, ["FF01"])
        #expect(one.map(\.path) == [Gadget.otherLevel])
    }

    @Test("The same characteristic in two services", .simulated)
    func twoServices() async throws {
        let peripheral = try await Gadget().find()
        #expect(try await peripheral.read(Gadget.level.path) == [7])
        #expect(try await peripheral.read(Gadget.otherLevel) == [8])
        #expect(try await peripheral.read(Gadget.level, in: Gadget.otherService) == 8)
    }

    @Test(
        "A link that ends fails all its requests, whatever they wait for", .simulated,
        arguments: ["services", "characteristics", "read"])
    func lost(_ command: String) async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.close()
        async let first = failure { try await peripheral.read(Gadget.level) }
        async let second = failure {
            try await peripheral.write([1], to: CharacteristicPath("FFFF", of: "FF00"))
        }
        async let third = failure { try await peripheral.services(["FF00", "FF20"]) }
        try await gadget.recorder.sent(command)
        let isEarly = command == "services"
        gadget.recorder.deliver(
            .disconnected(peripheral.identifier, .connectionTimeout, timestamp: 0, isReconnecting: false))
        let errors = await [first, second, third]
        #expect(errors[0]?.reason == .disconnected && errors[0]?.underlying == .connectionTimeout)
        if isEarly { #expect(errors.allSatisfy { $0?.reason == .disconnected }) }
        #expect(errors[0]?.operation == .read && errors[1]?.operation == .write)
    }
}
