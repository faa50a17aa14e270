import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

/// What goes wrong with connections and time limits in RZBluetooth.
@Suite("Traps of RZBluetooth: connections")
struct ConnectionTraps {
    @Test("A connect that is called when another one has failed is an attempt of its own", .simulated)
    func connectAfterFailure() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.recorder.failConnects(with: .connectionLimitReached)
        do {
            try await peripheral.connect()
            Issue.record("it did not fail")
        } catch {
            #expect((error as? ClientError)?.reason == .connectionFailed)
            #expect((error as? ClientError)?.underlying == .connectionLimitReached)
            try await peripheral.connect(within: .seconds(5))
        }
        #expect(peripheral.connectionState == .connected && gadget.recorder.count("connect") == 2)
    }

    @Test("A connect in the reader of the event that says so too", .simulated)
    func connectInEvent() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.recorder.failConnects(with: .connectionLimitReached)
        async let again: Void = Self.connectAgain(peripheral, peripheral.connectionEvents)
        #expect(await failure { try await peripheral.connect() }?.reason == .connectionFailed)
        try await again
        #expect(peripheral.connectionState == .connected)
    }

    private static func connectAgain(
        _ peripheral: Peripheral, _ events: AsyncStream<ConnectionEvent>
    ) async throws {
        for await case .connectionFailed in events {
            return try await peripheral.connect(within: .seconds(5))
        }
    }

    @Test("A link that ends without an error fails the read, which does not return nothing", .simulated)
    func endWithoutErrorWhileReading() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.close()
        async let read = failure { try await peripheral.read(Gadget.level) }
        try await wait { gadget.reads.waitingCount == 1 }
        gadget.recorder.deliver(
            .disconnected(peripheral.identifier, nil, timestamp: 0, isReconnecting: false))
        let error = await read
        #expect(error?.reason == .disconnected && error?.underlying == nil)
        #expect(error?.operation == .read && error?.characteristic == Gadget.level.uuid)
    }

    @Test("The same during a discovery is no discovery without services", .simulated)
    func endWithoutErrorWhileDiscovering() async throws {
        let gadget = Gadget()
        gadget.phone.wedgeDiscovery(of: gadget.device)
        let peripheral = try await gadget.find()
        async let read = failure { try await peripheral.read(Gadget.level) }
        try await gadget.recorder.sent("services")
        gadget.recorder.deliver(
            .disconnected(peripheral.identifier, nil, timestamp: 0, isReconnecting: false))
        #expect(await read?.reason == .disconnected)
    }

    @Test("The same during an attempt to connect does not make it succeed", .simulated)
    func endWithoutErrorWhileConnecting() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.device.move(to: .outOfRange)
        async let read = peripheral.read(Gadget.level)
        try await gadget.recorder.sent("connect")
        gadget.recorder.deliver(
            .disconnected(peripheral.identifier, nil, timestamp: 0, isReconnecting: false))
        try await World.current.sleep(for: .seconds(5))
        #expect(peripheral.connectionState == .connecting && gadget.recorder.count("connect") == 1)
        gadget.device.move(to: .meters(1))
        #expect(try await read == 7)
    }

    @Test("A deadline fails the request in it, and not another one that waits for the same link", .simulated)
    func bystanders() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.device.move(to: .outOfRange)
        async let bystander = peripheral.read(Gadget.level)
        let error = await failure {
            try await withDeadline(.milliseconds(300)) { try await peripheral.read(Gadget.level) }
        }
        #expect(error?.reason == .deadlineExceeded && error?.operation == .read)
        #expect(peripheral.connectionState == .connecting && gadget.recorder.count("cancel") == 0)
        gadget.device.move(to: .meters(1))
        #expect(try await bystander == 7)
    }

    @Test("The attempt to connect ends with the last request that waits for it", .simulated)
    func releasedAttempt() async throws {
        let world = World.current
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.device.move(to: .outOfRange)
        let error = await failure { try await peripheral.read(Gadget.level, within: .milliseconds(300)) }
        #expect(error?.reason == .deadlineExceeded)
        #expect(gadget.recorder.commands.suffix(2) == ["connect", "cancel"])
        gadget.device.move(to: .meters(1))
        try await world.sleep(for: .seconds(30))
        #expect(gadget.device.connectionCount == 0 && peripheral.connectionState == .disconnected)
    }

    @Test("A deadline belongs to its task, and to no other one that asks meanwhile", .simulated)
    func notGlobal() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.delay = .seconds(2)
        async let free = peripheral.read(Gadget.level)
        async let limited = failure {
            try await withDeadline(.seconds(1)) { try await peripheral.read(Gadget.level) }
        }
        #expect(await limited?.reason == .deadlineExceeded)
        async let later = peripheral.read(Gadget.level)
        #expect(try await (free, later) == (7, 7))
    }

    @Test("The answer to a read that was given up is not taken for the answer to the next one", .simulated)
    func lateAnswers() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.delay = .seconds(2)
        #expect(await failure { try await peripheral.read(Gadget.level, within: .seconds(1)) } != nil)
        try await World.current.sleep(for: .milliseconds(100))
        gadget.device.update(Gadget.level, 50)
        #expect(try await peripheral.read(Gadget.level) == 50)
    }

    @Test("disconnect() ends a maintained connection: it is not made again", .simulated)
    func disconnectIsFinal() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let events = peripheral.connectionEvents
        peripheral.maintainConnection()
        try await wait { peripheral.connectionState == .connected }
        gadget.device.disconnect()
        try await wait { gadget.recorder.count("connect") == 2 && peripheral.connectionState == .connected }
        await peripheral.disconnect()
        #expect(!peripheral.isConnectionMaintained)
        try await World.current.sleep(for: .minutes(1))
        #expect(gadget.recorder.count("connect") == 2 && gadget.device.connectionCount == 0)
        var reasons: [ClientError.Reason] = []
        for await case .disconnected(let error) in events {
            reasons.append(error.reason)
            if reasons.count == 2 { break }
        }
        #expect(reasons == [.disconnected, .disconnectedByApp])
    }

    @Test("disconnect() ends an attempt to connect, and the link of the last moment", .simulated)
    func disconnectWhileConnecting() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.device.setConnectable(false)
        async let connect = failure { try await peripheral.connect() }
        try await gadget.recorder.sent("connect")
        await peripheral.disconnect()
        #expect(await connect?.reason == .disconnectedByApp)
        gadget.device.setConnectable(true)
        try await World.current.sleep(for: .seconds(10))
        #expect(gadget.device.connectionCount == 0)
    }

    @Test("A policy says when a connection is tried again, and when no more", .simulated)
    func policy() async throws {
        let world = World.current
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.recorder.failConnects(10, with: .connectionLimitReached)
        let events = peripheral.connectionEvents
        let start = world.now
        peripheral.maintainConnection(.exponential(from: .seconds(1), jitter: 0, attempts: 3))
        for await event in events where event == .gaveUp { break }
        #expect(gadget.recorder.count("connect") == 4 && !peripheral.isConnectionMaintained)
        #expect(world.now - start >= .seconds(7) && world.now - start < .seconds(8))
    }

    @Test("Options of the connection reach the system", .simulated)
    func connectOptions() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        try await peripheral.connect(Peripheral.ConnectOptions(startDelay: 2))
        #expect(gadget.recorder.connectOptions.map(\.startDelay) == [2])
    }

    @Test("A reset ends what is under way exactly once, and later requests are carried out", .simulated)
    func reset() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.close()
        async let read = failure { try await peripheral.read(Gadget.level) }
        try await wait { gadget.reads.waitingCount == 1 }
        gadget.phone.restartBluetooth()
        #expect(await read?.reason == .radioReset)
        gadget.reads.open()
        #expect(try await peripheral.read(Gadget.level) == 7)
    }
}
