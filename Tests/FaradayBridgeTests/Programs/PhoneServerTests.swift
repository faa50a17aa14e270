#if os(macOS) || os(Linux)
import BluetoothPort
import BluetoothTypes
import FaradayLive
import FaradaySimulation
import PortProtocol
import Testing

@testable import FaradayBridge

/// Programs on phones of a served world, over sockets. The world is paced, faster than real time.
@Suite("Programs whose phone is in another process")
struct PhoneServerTests {
    /// A manager of a program: its events as they come.
    private final class Manager: CentralSink {
        let events: AsyncStream<Central.Event>
        private let continuation: AsyncStream<Central.Event>.Continuation
        private let opened = Lock<(any CentralPort)?>(nil)

        init(_ provider: any PortProvider, _ options: ManagerOptions = ManagerOptions()) {
            (events, continuation) = AsyncStream.makeStream()
            let port = provider.openCentral(options, sink: self)
            opened.withLock { $0 = port }
        }

        func receive(_ event: Central.Event, _ delivery: Delivery) { continuation.yield(event) }

        var port: any CentralPort { opened.withLock { $0! } }

        /// The first event that `pick` takes.
        func next<Found>(_ pick: (Central.Event) -> Found?) async throws -> Found {
            for await event in events { if let found = pick(event) { return found } }
            throw CancellationError()
        }

        func state(_ wanted: ManagerState) async throws {
            _ = try await next { event in event == .stateChanged(wanted) ? true : nil }
        }

        /// The strap: connected to another app of the phone, or on air.
        private func find() async throws -> PeerIdentifier {
            if let peer = port.retrieveConnected(with: ["180D"]).first { return peer.identifier }
            port.send(.scan(.init(services: ["180D"])))
            defer { port.send(.stopScan) }
            return try await next { event in
                if case .discovered(let peer, _, _) = event { peer.identifier } else { nil }
            }
        }

        /// Finds the strap, connects, and subscribes to its measurements.
        func subscribe() async throws -> (PeerIdentifier, AttributeIdentifier) {
            let peer = try await find()
            port.send(.connect(peer, .init()))
            _ = try await next { event -> Bool? in if case .connected = event { true } else { nil } }
            port.send(.discoverServices(peer, ["180D"]))
            let service = try await next { event -> AttributeIdentifier? in
                if case .servicesDiscovered(_, let found, _) = event { found.first?.identifier } else { nil }
            }
            port.send(.discoverCharacteristics(peer, ["2A37"], service: service))
            let item = try await next { event -> AttributeIdentifier? in
                if case .characteristicsDiscovered(_, _, let found, _) = event {
                    found.first?.identifier
                } else {
                    nil
                }
            }
            port.send(.setNotify(peer, item, true))
            _ = try await next { event -> Bool? in
                if case .notifyStateChanged(_, item, true, nil) = event { true } else { nil }
            }
            return (peer, item)
        }

        func value(of item: AttributeIdentifier) async throws -> [UInt8] {
            try await next { event in
                if case .characteristicValue(_, item, .success(let value)) = event { value } else { nil }
            }
        }
    }

    private static let strap = DeviceDefinition(name: "Strap") {
        DeviceAdvertising(services: ["180D"])
        DeviceService("180D") { DeviceCharacteristic("2A37", [.read, .notify], value: [0, 60]) }
    }

    /// A peripheral manager of a program: its states as they come.
    private final class Publisher: PeripheralSink {
        private let states: AsyncStream<ManagerState>
        private let continuation: AsyncStream<ManagerState>.Continuation
        private let opened = Lock<(any PeripheralPort)?>(nil)

        init(_ provider: any PortProvider) {
            (states, continuation) = AsyncStream.makeStream()
            let port = provider.openPeripheral(ManagerOptions(), sink: self)
            opened.withLock { $0 = port }
        }

        func receive(_ event: Peripheral.Event, _ delivery: Delivery) {
            if case .stateChanged(let state) = event { continuation.yield(state) }
        }

        var port: any PeripheralPort { opened.withLock { $0! } }

        func state(_ wanted: ManagerState) async throws {
            for await state in states where state == wanted { return }
            throw CancellationError()
        }
    }

    /// A world that runs by itself, fifty times as fast as real time.
    private static func world() -> World {
        let world = World(seed: 1)
        world.pace(speed: 50)
        return world
    }

    private static func server(_ desk: any ProgramDesk, port: UInt16 = 0) throws -> PhoneServer {
        try PhoneServer(.tcpServer(host: "127.0.0.1", port: port), desk)
    }

    @Test(
        "Two programs on one phone and one on another have managers of their own, and get the device's values"
    )
    func values() async throws {
        let world = Self.world()
        defer { world.stopPacing() }
        let device = world.add(Self.strap)
        let phones = ["Ada's iPhone", "Bob's iPhone"].map { world.addPhone(name: $0) }
        let server = try Self.server(ServedPhones(phones))
        defer { server.stop() }
        var subscribed: [(Manager, AttributeIdentifier)] = []
        for (phone, app) in [("Ada's iPhone", "one"), ("Ada's iPhone", "two"), ("Bob's iPhone", "one")] {
            let remote = try RemotePhone(server.peerEndpoint, phone: phone, app: app)
            #expect(remote.portName == phone)
            let manager = Manager(remote)
            try await manager.state(.poweredOn)
            // One central at a time can be connected to this device: the first phone shares its link, and lets go of it.
            if phone == "Bob's iPhone" { for (other, _) in subscribed { other.port.close() } }
            subscribed.append((manager, try await manager.subscribe().1))
            if app == "two" {
                device.update("2A37", [0, 61])
                for (manager, item) in subscribed { #expect(try await manager.value(of: item) == [0, 61]) }
            }
        }
        device.update("2A37", [0, 62])
        #expect(try await subscribed[2].0.value(of: subscribed[2].1) == [0, 62])
    }

    @Test(
        "The server's end looks to managers like a restart of Bluetooth, and a server that is back serves them again"
    )
    func restart() async throws {
        let world = Self.world()
        defer { world.stopPacing() }
        world.add(Self.strap)
        let phone = world.addPhone(name: "phone")
        let first = try Self.server(ServedPhones([phone]))
        guard case .tcpServer(_, let port) = first.endpoint else { return }
        let remote = try RemotePhone(first.peerEndpoint, app: "app")
        defer { remote.leave() }
        let manager = Manager(remote)
        let publisher = Publisher(remote)
        try await manager.state(.poweredOn)
        try await publisher.state(.poweredOn)
        #expect(publisher.port.send(.stopAdvertising) == .accepted)
        first.stop()
        try await manager.state(.resetting)
        try await publisher.state(.resetting)
        #expect(manager.port.send(.stopScan) == .ignored)
        #expect(publisher.port.send(.stopAdvertising) == .ignored)
        let second = try Self.server(ServedPhones([world.addPhone(name: "another")]), port: port)
        defer { second.stop() }
        try await manager.state(.poweredOn)
        try await publisher.state(.poweredOn)
        #expect(publisher.port.send(.stopAdvertising) == .accepted)
        _ = try await manager.subscribe()
        #expect(remote.portName == "another")
    }

    @Test(
        "An app that the system has ended is started by a value, and restores what it had: ten times of ten")
    func restoration() async throws {
        let world = Self.world()
        defer { world.stopPacing() }
        let device = world.add(Self.strap)
        let phone = world.addPhone(name: "phone").configure(AppManifest(backgroundModes: .central))
        let options = ManagerOptions(restoreIdentifier: "central")
        let (starts, starting) = AsyncStream<ServedPhones.App>.makeStream()
        let starter = ServedPhones.Starter { app in
            starting.yield(app)
            return {}
        }
        let desk = ServedPhones([phone], starter: starter)
        let server = try Self.server(desk)
        defer { server.stop() }
        var remote = try RemotePhone(server.peerEndpoint, app: "app")
        var manager = Manager(remote, options)
        try await manager.state(.poweredOn)
        let (peer, _) = try await manager.subscribe()
        // From here on the test moves the clock: a program that joins late would find its app suspended again.
        world.stopPacing()
        var iterator = starts.makeAsyncIterator()
        for count in 1...10 {
            phone.terminate(.memoryPressure)
            device.update("2A37", [0, UInt8(60 + count)])
            try await world.run(for: .seconds(1))
            #expect(await iterator.next()?.identifier == "app")
            remote = try RemotePhone(server.peerEndpoint, app: "app")
            manager = Manager(remote, options)
            // The answer comes behind the opening.
            #expect(manager.port.authorization == .allowedAlways)
            try await world.run(for: .seconds(1))
            let state = try await manager.next { event -> Central.RestoredState? in
                if case .willRestoreState(let state) = event { state } else { nil }
            }
            #expect(state.peripherals.map(\.peer.identifier) == [peer])
            #expect(state.peripherals.map(\.state) == [.connected])
            let item = try #require(
                state.peripherals.first?.services?.first?.characteristics?.first { $0.isNotifying })
            #expect(try await manager.value(of: item.characteristic.identifier) == [0, UInt8(60 + count)])
        }
        remote.leave()
    }

    @Test("Programs that come and go, or speak nonsense, leave nothing behind")
    func comings() async throws {
        let world = Self.world()
        defer { world.stopPacing() }
        let phone = world.addPhone(name: "phone")
        let news = Lock<[ServedPhones.News]>([])
        let server = try Self.server(ServedPhones([phone]) { one in news.withLock { $0.append(one) } })
        for number in 1...100 {
            let remote = try RemotePhone(server.peerEndpoint, app: "app \(number)")
            let manager = Manager(remote)
            try await manager.state(.poweredOn)
            remote.leave()
            let noise = try HCIConnection(server.peerEndpoint)
            _ = try noise.writeAvailable([UInt8](repeating: UInt8(number), count: number))
            noise.close()
        }
        server.stop()
        let (joined, left) = news.withLock { all in
            (
                all.count { if case .joined = $0 { true } else { false } },
                all.count { if case .left = $0 { true } else { false } }
            )
        }
        #expect(joined == 100 && left == 100)
    }

    /// A manager that asks the phone in its callback, as the async client does.
    private final class Asker: CentralSink {
        let answers: AsyncStream<CommandResult>
        private let continuation: AsyncStream<CommandResult>.Continuation
        let port = Lock<(any CentralPort)?>(nil)

        init() { (answers, continuation) = AsyncStream.makeStream() }

        func receive(_ event: Central.Event, _ delivery: Delivery) {
            guard event == .stateChanged(.poweredOn), let port = port.withLock({ $0 }) else { return }
            continuation.yield(port.send(.scan(.init())))
        }
    }

    @Test("A callback may call the phone, and gets the answer")
    func callback() async throws {
        let world = Self.world()
        defer { world.stopPacing() }
        let server = try Self.server(ServedPhones([world.addPhone(name: "phone")]))
        defer { server.stop() }
        let remote = try RemotePhone(server.peerEndpoint, app: "app")
        let asker = Asker()
        // Its callback waits for this lock.
        asker.port.withLock { $0 = remote.openCentral(ManagerOptions(), sink: asker) }
        for await answer in asker.answers {
            #expect(answer == .accepted)
            break
        }
    }

    @Test("A program is told in a sentence why it can't join")
    func refusals() throws {
        let world = Self.world()
        defer { world.stopPacing() }
        let phones = ["one", "two"].map { world.addPhone(name: $0) }
        let server = try Self.server(ServedPhones(phones))
        defer { server.stop() }
        #expect(throws: RemotePhone.Problem.refused("there is no phone '' here, but one, two")) {
            try RemotePhone(server.peerEndpoint, app: "app")
        }
        let first = try RemotePhone(server.peerEndpoint, phone: "one", app: "app")
        #expect(throws: RemotePhone.Problem.refused("app on one runs already; an app runs once")) {
            try RemotePhone(server.peerEndpoint, phone: "one", app: "app")
        }
        first.leave()
    }
}
#endif
