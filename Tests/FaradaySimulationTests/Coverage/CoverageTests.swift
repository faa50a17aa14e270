import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import Foundation
import Testing

@testable import FaradaySimulation

/// What small worlds are known to reach.
@Suite struct CoverageTests {
    private static let lock = DeviceDefinition(name: "Lock") {
        DeviceAdvertising(services: ["180F"])
        DeviceService("180F") {
            DeviceCharacteristic("2A19", [.read, .notify], value: [9])
            DeviceCharacteristic("2A1A", [.write], value: [9])
        }
    }

    /// A central app that connects, reads, and loses its link; returns the world's coverage.
    private static func read() throws -> Coverage {
        let world = World(seed: 1)
        world.recordCoverage()
        let device = world.add(lock, at: .meters(1))
        let app = try LinkedApp(in: world, to: device)
        let level = app.characteristics[0][0].identifier
        let value = try app.read(level)
        #expect(value == .success([9]))
        let refusal = try app.write([1, 2], to: level)
        #expect(refusal == .att(code: 3))
        device.disconnect()
        try world.run(for: .seconds(1))
        return world.coverage
    }

    @Test("A read and a lost link reach these callbacks, errors, states and behaviours")
    func aRead() throws {
        let coverage = try Self.read()
        #expect(
            coverage.keys(of: .callback) == [
                "callback didConnect", "callback didDisconnectPeripheral",
                "callback didDiscover", "callback didDiscoverCharacteristics",
                "callback didDiscoverServices", "callback didUpdateState", "callback didUpdateValue",
                "callback didWriteValue", "callback isReadyToSendWriteWithoutResponse",
            ])
        #expect(coverage["callback didConnect"] == 1)
        #expect(
            coverage.keys(of: .error) == [
                "error didDisconnectPeripheral CBError.peripheralDisconnected",
                "error didWriteValue CBATTError.writeNotPermitted",
            ])
        #expect(
            coverage.keys(of: .state) == [
                "state central poweredOn", "state peripheral connected", "state peripheral connecting",
                "state peripheral disconnected",
            ])
        #expect(
            coverage.keys(of: .behaviour) == [
                "behaviour 1.2", "behaviour 3.10", "behaviour 5.6", "behaviour 5.17",
            ])
        #expect(coverage["pair didDiscover > connect"] == 1)
        #expect(coverage["pair connect > didConnect"] == 1)
        #expect(coverage["pair didUpdateValue > didWriteValue"] == 1)
        #expect(coverage["pair didWriteValue > didDisconnectPeripheral"] == 1)
        #expect(coverage.keys(of: .misuse).isEmpty && coverage.keys(of: .fault).isEmpty)
    }

    @Test("A server's app reaches callbacks of its own")
    func aServer() throws {
        let world = World(seed: 1)
        world.recordCoverage()
        let phone = world.addPhone()
        let sink = QuietSink()
        let port = phone.openPeripheral(ManagerOptions(), sink: sink)
        try world.run(for: .seconds(1))
        port.send(.startAdvertising(.init(localName: "A")))
        try world.run(for: .seconds(1))
        port.send(.startAdvertising(.init(localName: "A")))
        try world.run(for: .seconds(1))
        phone.setBluetooth(false)
        try world.run(for: .seconds(1))
        port.send(.startAdvertising(.init(localName: "A")))
        try world.run(for: .seconds(1))
        let coverage = world.coverage
        #expect(
            coverage.keys(of: .callback) == [
                "callback peripheralManager didStartAdvertising", "callback peripheralManager didUpdateState",
            ])
        #expect(
            coverage.keys(of: .error) == [
                "error peripheralManager didStartAdvertising CBError.alreadyAdvertising"
            ])
        #expect(coverage.keys(of: .misuse) == ["misuse notPoweredOn"])
        #expect(
            coverage.keys(of: .behaviour) == [
                "behaviour 1.2", "behaviour 1.11", "behaviour 6.9",
            ])
    }

    @Test(
        "Which behaviour the end of a connection shows",
        arguments: [
            ([.cancel], ["behaviour 3.5"]), ([.wait, .cancel], ["behaviour 3.6"]),
            ([.wait, .cancel, .connect], ["behaviour 3.9"]), ([.wait, .connect], ["behaviour 3.4"]),
            ([.wait, .leave], ["behaviour 3.11"]),
        ] as [([Step], [String])])
    func ends(_ steps: [Step], _ numbers: [String]) throws {
        // With a schedule the trace has a callback when the app gets it, and not when the phone made it.
        let schedule = Schedule.any(seed: 1, parts: .managers)
        let world = World(seed: 1, configuration: World.Configuration(schedule: schedule))
        let device = world.add(Self.lock, at: .meters(1))
        let central = TestCentral(world.addPhone())
        try world.run(until: { central.isOn })
        central.port.send(.scan(Central.ScanRequest()))
        try world.run(until: { central.peers.contains("Lock") })
        let peer = try #require(central.peer(named: "Lock"))
        central.port.send(.stopScan)
        world.recordCoverage()
        central.port.send(.connect(peer, Central.ConnectOptions()))
        for step in steps {
            switch step {
            case .wait:
                try world.run(until: { central.isConnected(peer) })
                // A link that ends at once has failed, and was not lost.
                try world.run(for: .seconds(1))
            case .cancel: central.port.send(.cancelConnection(peer))
            case .connect: central.port.send(.connect(peer, Central.ConnectOptions()))
            case .leave: device.move(to: .outOfRange)
            }
        }
        try world.run(for: .seconds(5))
        let section = world.coverage.keys(of: .behaviour).filter { $0.hasPrefix("behaviour 3.") }
        #expect(section == numbers)
    }

    enum Step { case wait, cancel, connect, leave }

    @Test("A fault that acts is counted by its operation and its effect")
    func faults() throws {
        let world = World(seed: 1)
        world.recordCoverage()
        let device = world.add(Self.lock, at: .meters(1))
        let app = try LinkedApp(in: world, to: device)
        let level = app.characteristics[0][0].identifier
        world.inject(.read("2A19").fails(.readNotPermitted))
        for _ in 0..<2 { _ = try app.read(level) }
        #expect(world.coverage.keys(of: .fault) == ["fault read failure"])
        #expect(world.coverage["fault read failure"] == world.firedFaults.count)
    }

    @Test("Coverage does not change the trace, and starts one only if there is none")
    func costs() throws {
        let world = World(seed: 1)
        #expect(world.lock.withLock { $0.trace.listener == nil && !$0.trace.isOn })
        world.startTrace(capacity: 1000)
        world.recordCoverage()
        let central = TestCentral(world.addPhone())
        try world.run(for: .seconds(1))
        #expect(central.isOn && world.records.count > 1)
        #expect(world.coverage["callback didUpdateState"] == 1)
    }

    @Test("Unions add counts, and what is new is told in order")
    func unions() throws {
        var one = Coverage()
        for name in ["3.10", "3.9", "3.9"] { one.add(.behaviour, name) }
        var two = one
        #expect(!two.isNew(comparedTo: one) && one.isNew(comparedTo: Coverage()))
        two.add(.pair, "didConnect > didDiscoverServices")
        two.add(.callback, "didConnect")
        #expect(two.isNew(comparedTo: one) && !one.isNew(comparedTo: two))
        #expect(two.keys(missingIn: one) == ["callback didConnect", "pair didConnect > didDiscoverServices"])
        let both = one.union(two)
        #expect(both["behaviour 3.9"] == 4 && both["callback didConnect"] == 1 && both.count == 4)
        #expect(both.summary == "1 callback, 1 pair, 2 behaviours")
        #expect(Coverage().summary == "nothing" && Coverage().table == "")
        #expect(
            both.table == """
                callback   didConnect                        1
                pair       didConnect > didDiscoverServices  1
                behaviour  3.9                               4
                behaviour  3.10                              2

                """)
        let data = try JSONEncoder().encode(both)
        #expect(try JSONDecoder().decode(Coverage.self, from: data) == both)
    }

    @Test("The names of callbacks are those of the story")
    func names() {
        let peer = PeerIdentifier(high: 1, low: 2)
        let (text, server) = (
            CentralText(names: TraceNames(nodes: []), node: nil),
            PeripheralText(names: TraceNames(nodes: []), node: nil, session: SessionID(1))
        )
        let name = AttributeIdentifier(rawValue: 1)
        let events: [Central.Event] = [
            .stateChanged(.poweredOn), .connected(Central.Peer(identifier: peer, name: nil)),
            .failedToConnect(peer, nil), .disconnected(peer, nil, timestamp: 0, isReconnecting: false),
            .servicesDiscovered(peer, [], nil), .characteristicValue(peer, name, .success([])),
            .characteristicWritten(peer, name, nil), .notifyStateChanged(peer, name, isNotifying: true, nil),
            .descriptorValue(peer, name, .success([])), .readyToWriteWithoutResponse(peer),
            .rssi(peer, .success(-40)), .nameChanged(peer, "A"), .servicesModified(peer, invalidated: []),
        ]
        for event in events {
            let name = CallbackName(event).name
            #expect(text.text(event).hasPrefix(name ?? "?"), "\(event)")
        }
        let serverEvents: [Peripheral.Event] = [
            .stateChanged(.poweredOn), .serviceAdded(name, nil), .advertisingStarted(nil),
            .readyToUpdateSubscribers, .channelPublished(psm: 192, nil),
        ]
        for event in serverEvents {
            #expect(server.text(event).hasPrefix(CallbackName(event).name ?? "?"), "\(event)")
        }
    }

    @Test(
        "The page lists the behaviours that can be recognized, and each is an entry of the list of behaviours"
    )
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        func text(_ name: String) throws -> String {
            try String(
                contentsOf: root.appendingPathComponent("Documentation/\(name).md"), encoding: .utf8)
        }
        let (page, list) = (try text("Coverage"), try text("Behaviours"))
        for number in Behaviours.known {
            #expect(list.contains("\n| \(number) |"), "\(number) is no entry of Behaviours.md")
            #expect(page.contains("| \(number) |"), "\(number) is not on the page")
        }
        let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true
        }
        #expect(rows.count == Behaviours.known.count)
    }
}

private final class QuietSink: PeripheralSink {
    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {}
}
