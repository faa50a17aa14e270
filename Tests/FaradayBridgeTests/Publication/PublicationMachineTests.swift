import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Testing

@testable import FaradayBridge

/// The machine of a published device: events in, commands and updates out.
@Suite struct PublicationMachineTests {
    private static let definition = DeviceDefinition(name: "Lamp") {
        DeviceAdvertising(services: ["FF00"])
        DeviceService("FF00", includes: ["FF10"]) {
            DeviceCharacteristic("FF01", [.read, .write, .notify], value: [1, 2, 3])
            DeviceCharacteristic("FF02", [.write, .notify])
            DeviceCharacteristic("FF03", [.read, .write], permissions: [])
        }
        DeviceService("FF10") { DeviceCharacteristic("FF11", .read, value: [9]) }
        DeviceRules(
            variables: ["count": 0],
            rules: [
                DeviceRule(.connected, [.assign("count", "count + 1")]),
                DeviceRule(.disconnected, [.assign("count", "count + 100")]),
                DeviceRule(.read("FF11"), [.answer([.number("count", .u8)])]),
                DeviceRule(.written("FF02", "EE"), [.assign("count", "77"), .refuse(.valueNotAllowed)]),
                DeviceRule(.written("FF02", "5A"), [.reset(after: .seconds(1))]),
                DeviceRule(.written("FF02"), [.accept, .notify("FF02", "01"), .notify("FF02", "02")]),
            ])
    }

    /// A machine, and the time.
    private struct Bench {
        var machine: PublicationMachine
        var now = Instant(nanoseconds: 0)
        let one = Peripheral.Subscriber(identifier: PeerIdentifier(high: 0, low: 1), maximumUpdateLength: 20)

        init(_ definition: DeviceDefinition = PublicationMachineTests.definition) {
            machine = PublicationMachine(definition, seed: 1)
        }

        /// By UUID: FF00 is 1, its characteristics 2 to 4, FF10 is 5, and FF11 is 6.
        static let numbers: [BluetoothUUID: UInt64] = ["FF01": 2, "FF02": 3, "FF03": 4, "FF11": 6]
        static func name(_ uuid: BluetoothUUID) -> AttributeIdentifier {
            .init(rawValue: numbers[uuid] ?? 99)
        }

        mutating func handle(_ event: Peripheral.Event) -> [PublicationMachine.Output] {
            machine.handle(event, at: now)
        }

        /// The answers to what a central does.
        mutating func answers(_ event: Peripheral.Event) -> [Peripheral.Command] {
            handle(event).compactMap { if case .command(let command) = $0 { command } else { nil } }
        }

        mutating func start() {
            _ = handle(.stateChanged(.poweredOn))
            _ = handle(.serviceAdded(.init(rawValue: 5), nil))
            _ = handle(.serviceAdded(.init(rawValue: 1), nil))
            _ = handle(.advertisingStarted(nil))
        }

        mutating func read(_ uuid: BluetoothUUID, _ offset: Int = 0) -> Peripheral.Command? {
            let request = Peripheral.ReadRequest(
                identifier: .init(rawValue: 7), central: one, characteristic: Self.name(uuid), offset: offset)
            return answers(.readRequest(request)).first
        }

        mutating func write(_ parts: (BluetoothUUID, Int, [UInt8])...) -> [Peripheral.Command] {
            let requests = parts.map {
                Peripheral.WriteRequest(
                    central: one, characteristic: Self.name($0.0), offset: $0.1, value: $0.2)
            }
            return answers(.writeRequests(.init(rawValue: 7), requests))
        }

        /// What is sent while there is room for `room` values.
        mutating func drain(room: Int) -> [[UInt8]] {
            var sent: [[UInt8]] = []
            while let update = machine.nextUpdate {
                let hasRoom = sent.count < room
                if hasRoom { sent.append(update.value) }
                machine.answered(isSent: hasRoom)
            }
            return sent
        }
    }

    private func answer(_ code: UInt8, _ value: [UInt8]? = nil, part: Int = 0) -> Peripheral.Command {
        .respond(.init(rawValue: 7), code: code, value: value, part: part)
    }

    @Test("Services are added one after the other, included ones first; then it advertises")
    func publishes() throws {
        var bench = Bench()
        let first = bench.answers(.stateChanged(.poweredOn))
        guard case .add(let inner)? = first.first else { throw Failure() }
        #expect(inner.uuid == "FF10" && first.count == 1)
        guard case .add(let outer)? = bench.answers(.serviceAdded(inner.identifier, nil)).first else {
            throw Failure()
        }
        #expect(outer.uuid == "FF00" && outer.includedServices == [inner.identifier])
        #expect(outer.characteristics.map(\.properties) == [0x1A, 0x18, 0x0A])
        #expect(outer.characteristics.map(\.permissions) == [3, 2, 0])
        let request = Peripheral.AdvertisementRequest(localName: "Lamp", serviceUUIDs: ["FF00"])
        #expect(bench.answers(.serviceAdded(outer.identifier, nil)) == [.startAdvertising(request)])
        #expect(bench.handle(.advertisingStarted(nil)) == [.news(.advertising)])
    }

    @Test("A service that the system keeps for itself is left out, also where it is included")
    func reserved() throws {
        var bench = Bench()
        _ = bench.handle(.stateChanged(.poweredOn))
        let outputs = bench.handle(.serviceAdded(.init(rawValue: 5), .uuidNotAllowed))
        #expect(outputs.first == .news(.limit("service FF10 is left out: the system keeps it for itself")))
        guard case .command(.add(let outer))? = outputs.last else { throw Failure() }
        #expect(outer.includedServices.isEmpty)
    }

    @Test("Reads have offsets; each error has its code")
    func requests() {
        var bench = Bench()
        bench.start()
        #expect(bench.read("FF01") == answer(0, [1, 2, 3]))
        #expect(bench.read("FF01", 3) == answer(0, []))
        #expect(bench.read("FF01", 4) == answer(0x07))
        #expect(bench.read("FF01", -1) == answer(0x07))
        #expect(bench.read("FF03") == answer(0x02))
        #expect(bench.read("ABCD") == answer(0x0A))
        #expect(bench.write(("FF03", 0, [1])) == [answer(0x03)])
        #expect(bench.write(("ABCD", 0, [1])) == [answer(0x0A)])
        #expect(bench.write(("FF01", 4, [1])) == [answer(0x07)])
        #expect(bench.write(("FF01", .min, [1])) == [answer(0x07)])
        #expect(bench.write(("FF01", 0, .init(repeating: 0, count: 513))) == [answer(0x0D)])
        #expect(bench.write(("FF01", 1, [7])) == [answer(0)])
        #expect(bench.read("FF01") == answer(0, [1, 7]))
        #expect(bench.answers(.writeRequests(.init(rawValue: 7), [])) == [])
    }

    @Test(
        "Several values of one event are stored together, or none of them, and the rules forget what was refused"
    )
    func transactions() {
        var bench = Bench()
        bench.start()
        #expect(bench.write(("FF01", 0, [8]), ("FF02", 0, [0xEE])) == [answer(0x13, part: 1)])
        #expect(bench.read("FF01") == answer(0, [1, 2, 3]))
        #expect(bench.read("FF11") == answer(0, [1]))
        #expect(bench.write(("FF01", 0, [8]), ("FF03", 0, [1])) == [answer(0x03, part: 1)])
        #expect(bench.write(("FF01", 0, [8]), ("FF01", 1, [9]), ("FF02", 0, [1])) == [answer(0)])
        #expect(bench.read("FF01") == answer(0, [8, 9]))
        #expect(bench.write(("FF02", 0, [0xEE])) == [answer(0x13)])
        #expect(bench.read("FF11") == answer(0, [77]))
    }

    @Test("Values wait in order while there is no room, and end with their subscriber")
    func updates() {
        var bench = Bench()
        bench.start()
        #expect(bench.write(("FF02", 0, [1])) == [answer(0)])
        #expect(bench.drain(room: 9) == [])
        _ = bench.handle(.subscribed(bench.one, characteristic: Bench.name("FF02")))
        _ = bench.write(("FF02", 0, [1]))
        _ = bench.write(("FF02", 0, [1]))
        #expect(bench.drain(room: 1) == [[1]])
        #expect(bench.machine.nextUpdate == nil)
        #expect(bench.handle(.readyToUpdateSubscribers) == [.sendUpdates])
        #expect(bench.drain(room: 1) == [[2]])
        _ = bench.handle(.readyToUpdateSubscribers)
        #expect(bench.drain(room: 9) == [[1], [2]])
        _ = bench.write(("FF02", 0, [1]))
        _ = bench.handle(.unsubscribed(bench.one, characteristic: Bench.name("FF02")))
        #expect(bench.drain(room: 9) == [])
    }

    @Test(
        "A central is connected with its first request, and gone when it is silent after its last subscription"
    )
    func connections() {
        var bench = Bench()
        bench.start()
        #expect(bench.read("FF11") == answer(0, [1]))
        #expect(bench.read("FF11") == answer(0, [1]))
        _ = bench.handle(.subscribed(bench.one, characteristic: Bench.name("FF02")))
        _ = bench.handle(.unsubscribed(bench.one, characteristic: Bench.name("FF02")))
        bench.now = bench.now + .seconds(1)
        #expect(bench.read("FF11") == answer(0, [1]))
        #expect(bench.machine.nextDue == nil)
        _ = bench.handle(.subscribed(bench.one, characteristic: Bench.name("FF02")))
        _ = bench.handle(.unsubscribed(bench.one, characteristic: Bench.name("FF02")))
        #expect(bench.machine.nextDue == bench.now + .seconds(2))
        bench.now = bench.now + .seconds(2)
        _ = bench.machine.handleTime(at: bench.now)
        #expect(bench.read("FF11") == answer(0, [102]))
    }

    @Test("After Bluetooth was off the services are still there; below that they are added again")
    func power() {
        var bench = Bench()
        bench.start()
        #expect(bench.handle(.stateChanged(.poweredOff)) == [.news(.waiting(.poweredOff))])
        let restart = bench.answers(.stateChanged(.poweredOn))
        guard case .startAdvertising? = restart.last else { return #expect(Bool(false), "\(restart)") }
        _ = bench.handle(.stateChanged(.resetting))
        guard case .add? = bench.answers(.stateChanged(.poweredOn)).first else { return #expect(Bool(false)) }
        #expect(bench.handle(.stateChanged(.unauthorized)) == [.news(.failed(.unauthorized))])
    }

    @Test("A reset starts the rules again, while requests are refused")
    func reset() {
        var bench = Bench()
        bench.start()
        _ = bench.read("FF11")
        _ = bench.write(("FF02", 0, [0x5A]))
        #expect(bench.read("FF11") == answer(0x0E))
        bench.now = bench.now + .seconds(1)
        _ = bench.machine.handleTime(at: bench.now)
        #expect(bench.read("FF11") == answer(0, [1]))
    }

    @Test(
        "A strict replay takes a write with or without answer as the recording has it, and says what differs")
    func replay() {
        let steps: [DeviceConversation.Step] = [
            .init(.connected), .init(.written("FF01", [5], .none)), .init(.written("FF01", [6])),
            .init(.subscribed("FF02")), .init(.updated("FF02", [8])), .init(.read("FF01", .value([7]))),
        ]
        var definition = Self.definition
        definition.services[0].characteristics[0].properties.insert(.writeWithoutResponse)
        definition.rules = DeviceRules(conversation: DeviceConversation(steps))
        definition.rules?.replay = .strictAtOnce
        var bench = Bench(definition)
        bench.start()
        #expect(bench.write(("FF01", 0, [5])) == [answer(0)])
        #expect(bench.write(("FF01", 0, [6])) == [answer(0)])
        _ = bench.handle(.subscribed(bench.one, characteristic: Bench.name("FF02")))
        #expect(bench.drain(room: 9) == [[8]])
        #expect(bench.read("FF01") == answer(0, [7]))
        let write = Peripheral.WriteRequest(
            central: bench.one, characteristic: Bench.name("FF01"), offset: 0, value: [1])
        let outputs = bench.handle(.writeRequests(.init(rawValue: 7), [write]))
        #expect(outputs.contains { if case .news(.problem) = $0 { true } else { false } })
        #expect(outputs.contains(.command(answer(0))))
    }

    @Test("Any order of any events is no trap, and answers each request once")
    func hostile() {
        var random = Entropy(seed: 3).stream("events")
        for _ in 0..<300 {
            var bench = Bench()
            for step in 0..<60 {
                bench.now = bench.now + .milliseconds(Int(random.next() % 900))
                let central = Peripheral.Subscriber(
                    identifier: PeerIdentifier(high: 0, low: random.next() % 3),
                    maximumUpdateLength: Int(truncatingIfNeeded: random.next()))
                let name = AttributeIdentifier(rawValue: random.next() % 8)
                let offset = [0, 1, 600, .min, .max][Int(random.next() % 5)]
                let request = RequestIdentifier(rawValue: UInt64(step))
                let value = [UInt8](repeating: 0xEE, count: [0, 1, 3, 5_000][Int(random.next() % 4)])
                let part = Peripheral.WriteRequest(
                    central: central, characteristic: name, offset: offset, value: value)
                let events: [Peripheral.Event] = [
                    .stateChanged(ManagerState(rawValue: Int(random.next() % 6)) ?? .unknown),
                    .stateChanged(.poweredOn), .serviceAdded(name, random.next() % 2 == 0 ? nil : .unknown),
                    .serviceAdded(.init(rawValue: 5), nil), .serviceAdded(.init(rawValue: 1), nil),
                    .advertisingStarted(.unknown), .subscribed(central, characteristic: name),
                    .unsubscribed(central, characteristic: name), .readyToUpdateSubscribers,
                    .readRequest(
                        .init(identifier: request, central: central, characteristic: name, offset: offset)),
                    .writeRequests(request, [part]), .writeRequests(request, [part, part]),
                ]
                let event = events[Int(random.next() % UInt64(events.count))]
                let count = bench.answers(event).count { if case .respond = $0 { true } else { false } }
                switch event {
                case .readRequest, .writeRequests: #expect(count == 1)
                default: #expect(count == 0)
                }
                _ = bench.drain(room: 1)
            }
            _ = bench.machine.stop(at: bench.now)
        }
    }

    private struct Failure: Error {}
}
