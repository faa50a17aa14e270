import FaradayTesting
import Testing

import enum BluetoothPort.ManagerState
import enum BluetoothPort.PortError
import struct BluetoothPort.AttributeIdentifier

@testable import FaradayClient

private let first = CharacteristicPath("FF01", of: "FF00")
private let second = CharacteristicPath("FF02", of: "FF00")
private let battery = CharacteristicPath("2A19", of: "180F")
private let otherBattery = CharacteristicPath("2A19", in: ServicePath("180F", index: 1))

private func attribute(_ number: UInt64) -> AttributeIdentifier { AttributeIdentifier(rawValue: number) }

/// What the client asks of a port, and what it makes of the answers: a rule for each test.
@Suite("A client and its port", .simulated)
struct EngineTableTests {
    private let phone: ScriptedPhone
    private let central: Central
    private let peer: Peripheral
    private let world: World

    init() {
        world = World.current
        phone = ScriptedPhone(world)
        central = Central(on: phone)
        peer = central.peripheral(FakePeer.identifier)
    }

    /// Runs a test's body in the world; the radio is on first.
    private func run(_ radio: ManagerState? = .poweredOn, _ body: @Sendable () async throws -> Void)
        async throws
    {
        if let radio { phone.turn(radio) }
        try await body()
        #expect(peer.core.brokenRules(toleratesRefusals: true) == [])
    }

    /// A task of the app, on the world.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private func start<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        Task(executorPreference: world) { try await body() }
    }

    // MARK: Discovery

    @Test("Requests that are made in one turn cost one discovery")
    func oneTurn() async throws {
        try await run {
            async let one = peer.read(first)
            async let two = peer.read(second)
            async let three = peer.read(battery)
            try await phone.answerAll()
            let values = try await [one, two, three]
            #expect(values == [[11], [13], [21]])
            let asked = phone.commands.compactMap { command -> [BluetoothUUID]? in
                switch command {
                case .discoverServices(_, let uuids), .discoverCharacteristics(_, let uuids, _): uuids
                default: nil
                }
            }
            #expect(asked == [["FF00", "180F"], ["FF01", "FF02"], ["2A19"]])
        }
    }

    @Test("A later request joins the discovery that is under way")
    func joins() async throws {
        try await run {
            async let one = peer.read(first)
            try await phone.answer(until: \.isDiscoverServices)
            async let two = peer.read(second)
            try await phone.answerAll()
            let values = try await [one, two]
            #expect(values == [[11], [13]])
            #expect(phone.count(\.isDiscoverServices) == 1)
        }
    }

    @Test("What was found succeeds, and errors name exactly what is missing")
    func missing() async throws {
        try await run {
            async let found = peer.read(first)
            async let noCharacteristic = reason {
                try await peer.read(CharacteristicPath("FFFF", of: "FF00"))
            }
            async let noService = reason { try await peer.read(CharacteristicPath("FF01", of: "ABCD")) }
            async let list = reason { try await peer.services(["FF00", "ABCD", "180F"]) }
            async let noThird = reason {
                try await peer.read(CharacteristicPath("2A19", in: ServicePath("180F", index: 2)))
            }
            try await phone.answerAll()
            #expect(try await found == [11])
            #expect(await noCharacteristic == .characteristicsNotFound(["FFFF"]))
            #expect(await noService == .servicesNotFound(["ABCD"]))
            #expect(await list == .servicesNotFound(["ABCD"]))
            #expect(await noThird == .servicesNotFound(["180F"]))
        }
    }

    @Test("A list of types lacks one of them also when all services are known")
    func missingOfAll() async throws {
        try await run {
            async let all = peer.services()
            try await phone.answerAll()
            #expect(try await all.count == 3)
            async let list = reason { try await peer.services(["FF00", "ABCD"]) }
            try await phone.answerAll()
            #expect(await list == .servicesNotFound(["ABCD"]))
        }
    }

    @Test("A discovery that the port refuses is not the end of the next one")
    func refusedDiscovery() async throws {
        try await run {
            async let one = reason { try await peer.read(first) }
            async let other = peer.read(battery)
            try await phone.answer(until: \.isDiscoverServices)
            phone.setRefusals { command in
                if case .discoverCharacteristics(_, _, let service) = command {
                    service.rawValue == 10
                } else {
                    false
                }
            }
            try await phone.answerAll()
            #expect(await one == .servicesChanged)
            #expect(try await other == [21])
        }
    }

    // MARK: Service Changed

    @Test("Service Changed: reads begin again, writes fail, and other services are left alone")
    func servicesChanged() async throws {
        try await run {
            async let changed = peer.read(first)
            async let written = reason { try await peer.write([1], to: second) }
            async let untouched = peer.read(battery)
            try await phone.answer(until: \.isRead)
            #expect(phone.count(\.isRead) == 2)
            phone.receive(.servicesModified(FakePeer.identifier, invalidated: [attribute(10)]))
            #expect(await written == .servicesChanged)
            try await phone.settle()
            // The old read's answer is late; then the service is discovered again, alone.
            try await phone.answerAll()
            #expect(try await changed == [11])
            #expect(try await untouched == [21])
            let reads = phone.commands.compactMap { command -> UInt64? in
                if case .readCharacteristic(_, let id) = command { id.rawValue } else { nil }
            }
            #expect(reads.filter { $0 == 21 }.count == 1)
            #expect(
                phone.commands.filter(\.isDiscoverServices).last
                    == .discoverServices(FakePeer.identifier, ["FF00"]))
        }
    }

    @Test("After the loss of the first service of a type, its path is not that of the second")
    func firstOfTwo() async throws {
        try await run {
            async let one = peer.read(battery)
            async let two = peer.read(otherBattery)
            try await phone.answerAll()
            let values = try await [one, two]
            #expect(values == [[21], [31]])
            phone.change {
                $0.services[1] = FakePeer.Service(
                    uuid: "180F", identifier: 24, characteristics: [("2A19", 25, 0x12)])
            }
            phone.receive(.servicesModified(FakePeer.identifier, invalidated: [attribute(20)]))
            async let again = peer.read(battery)
            try await phone.answerAll()
            #expect(try await again == [25])
        }
    }

    @Test("A write without response is cut off by a change of its service")
    func changedWhileSending() async throws {
        try await run {
            phone.setRoom(true)
            async let sent = reason {
                try await peer.writeWithoutResponse([UInt8](repeating: 0, count: 30), to: second) { _ in
                    phone.setRoom(false)
                }
            }
            try await phone.answerAll()
            phone.receive(.servicesModified(FakePeer.identifier, invalidated: [attribute(10)]))
            #expect(await sent == .servicesChanged)
        }
    }

    // MARK: Answers

    @Test("The answer to a cancelled read is not taken for the next read's")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func cancelledRead() async throws {
        try await run {
            let cancelled = start { try await peer.read(first) }
            try await phone.answer(until: \.isRead)
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            async let next = peer.read(first)
            try await phone.settle()
            #expect(phone.count(\.isRead) == 2)
            phone.receive(.characteristicValue(FakePeer.identifier, attribute(11), .success([1])))
            phone.receive(.characteristicValue(FakePeer.identifier, attribute(11), .success([2])))
            #expect(try await next == [2])
        }
    }

    @Test("Nothing is sent that the port has refused, and its request fails")
    func refusals() async throws {
        try await run {
            async let connected: Void = peer.connect()
            try await phone.answerAll()
            try await connected
            phone.setRefusals { if case .writeCharacteristic = $0 { true } else { false } }
            async let sent = reason { try await peer.writeWithoutResponse([1], to: second) }
            try await phone.answerAll()
            #expect(await sent == .servicesChanged)
            phone.setLengthIsKnown(false)
            #expect(await reason { try await peer.maximumWriteLength(withResponse: false) } == .disconnected)
        }
    }

    // MARK: The radio

    @Test("Requests wait for the radio in states that pass", arguments: [ManagerState.unknown, .resetting])
    func waits(state: ManagerState) async throws {
        try await run(state) {
            async let value = peer.read(first)
            async let ready: Void = central.ready()
            try await phone.answerAll()
            #expect(phone.commands == [])
            phone.turn(.poweredOn)
            try await phone.answerAll()
            try await ready
            #expect(try await value == [11])
        }
    }

    @Test(
        "Requests fail at once in states that stay, with that reason",
        arguments: [
            (ManagerState.unsupported, ClientError.Reason.unsupported), (.unauthorized, .unauthorized),
            (.poweredOff, .poweredOff),
        ])
    func fails(state: ManagerState, expected: ClientError.Reason) async throws {
        try await run(state) {
            let before = world.now
            #expect(await reason { try await peer.read(first) } == expected)
            #expect(await reason { try await central.ready() } == expected)
            #expect(await reason { for try await _ in peer.notifications(of: first) {} } == expected)
            #expect(await reason { for try await _ in central.scan() {} } == expected)
            await peer.disconnect()
            #expect(world.now == before)
            #expect(phone.commands == [])
        }
    }

    @Test("A reset finishes outstanding work once, and later answers change nothing")
    func reset() async throws {
        try await run {
            async let value = reason { try await peer.read(first) }
            async let level = reason { try await peer.read(battery) }
            async let stream = reason { for try await _ in peer.notifications(of: first) {} }
            try await phone.answer(until: \.isRead)
            phone.turn(.resetting)
            let reasons = await [value, level, stream]
            #expect(reasons == [.radioReset, .radioReset, .radioReset])
            phone.receive(.characteristicValue(FakePeer.identifier, attribute(11), .success([1])))
            phone.turn(.poweredOn)
            try await phone.settle()
            #expect(phone.count(\.isConnect) == 1, "nobody waits for a link any more")
        }
    }

    // MARK: The link

    @Test("A deadline lets go of the pending connect that nobody else waits for")
    func deadlineAlone() async throws {
        try await run {
            #expect(await reason { try await peer.read(first, within: .seconds(1)) } == .deadlineExceeded)
            #expect(phone.commands.map(\.isCancelConnection) == [false, true])
            phone.answer()
        }
    }

    @Test("A deadline fails no bystander, and leaves the connect to it")
    func deadlineWithBystander() async throws {
        try await run {
            async let bystander = peer.read(battery)
            #expect(
                await reason { try await withDeadline(.seconds(1)) { try await peer.read(first) } }
                    == .deadlineExceeded)
            #expect(phone.count(\.isCancelConnection) == 0)
            try await phone.answerAll()
            #expect(try await bystander == [21])
        }
    }

    @Test("A link that comes up while its attempt is cancelled is not the next attempt's")
    func crossingConnect() async throws {
        try await run {
            _ = await reason { try await peer.connect(within: .seconds(1)) }
            async let next = peer.read(first)
            try await phone.settle()
            #expect(phone.count(\.isConnect) == 1, "the next attempt waits for the end of the first one")
            phone.receive(.connected(FakePeer.peer))
            try await phone.settle()
            #expect(phone.commands.count == 2)
            phone.answer()  // The connect: a link that is ignored.
            try await phone.answerAll()
            #expect(phone.count(\.isConnect) == 2)
            #expect(try await next == [11])
        }
    }

    @Test("An attempt that ends with an error is over, also without failedToConnect")
    func attemptEnds() async throws {
        try await run {
            async let connected = reason { try await peer.connect() }
            try await phone.settle()
            phone.lose()
            #expect(await connected == .connectionFailed)
        }
    }

    @Test("disconnect() in a cancelled task ends the link")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func disconnectWhenCancelled() async throws {
        try await run {
            async let connected: Void = peer.connect()
            try await phone.answerAll()
            try await connected
            let task = start {
                try? await world.sleep(for: .hours(1))
                await peer.disconnect()
            }
            try await phone.settle()
            task.cancel()
            try await task.value
            #expect(phone.count(\.isCancelConnection) == 1)
            phone.answer()
            #expect(peer.connectionState == .disconnected)
        }
    }

    // MARK: Streams

    @Test("A reader that waits for the next link is not ended by one that comes while Bluetooth is off")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func lastingReader() async throws {
        try await run {
            let lasting = start { () async throws -> [UInt8]? in
                for try await value in peer.notifications(of: first, survivesDisconnection: true) {
                    return value
                }
                return nil
            }
            try await phone.answerAll()
            phone.turn(.poweredOff)
            #expect(await reason { for try await _ in peer.notifications(of: first) {} } == .poweredOff)
            phone.turn(.poweredOn)
            async let connected: Void = peer.connect()
            try await phone.answerAll()
            try await connected
            phone.receive(.characteristicValue(FakePeer.identifier, attribute(11), .success([5])))
            #expect(try await lasting.value == [5])
            try await phone.answerAll()
        }
    }

    @Test("Two paths to one characteristic share its notifications")
    func twoPaths() async throws {
        try await run {
            // Of two services of a type the first one goes: the second one is then the first.
            async let count = values(of: otherBattery, 2)
            try await phone.answerAll()
            phone.change { $0.services.remove(at: 1) }
            phone.receive(.servicesModified(FakePeer.identifier, invalidated: [attribute(20)]))
            async let other = values(of: battery, 1)
            try await phone.answerAll()
            #expect(phone.count(\.isNotify) == 2)
            for value in UInt8(1)...2 {
                phone.receive(.characteristicValue(FakePeer.identifier, attribute(31), .success([value])))
                try await phone.answerAll()
            }
            #expect(try await count == [[1], [2]])
            #expect(try await other == [[1]])
            let ends = phone.commands.filter { $0 == .setNotify(FakePeer.identifier, attribute(31), false) }
            #expect(ends.count == 1, "the subscription ends with its last reader")
        }
    }

    private func values(of path: CharacteristicPath, _ count: Int) async throws -> [[UInt8]] {
        var values: [[UInt8]] = []
        for try await value in peer.notifications(of: path) {
            values.append(value)
            if values.count == count { break }
        }
        return values
    }

    @Test("A restored link is used when the radio is on")
    func restored() async throws {
        try await run(nil) {
            let known = PortCentral.RestoredPeripheral(peer: FakePeer.peer, state: .connected)
            phone.receive(.willRestoreState(PortCentral.RestoredState(peripherals: [known])))
            async let value = peer.read(first)
            try await phone.answerAll()
            #expect(phone.commands == [])
            phone.turn(.poweredOn)
            try await phone.answerAll()
            #expect(try await value == [11])
            #expect(phone.count(\.isConnect) == 0)
        }
    }
}
