import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Testing

@testable import FaradayBridge

/// What a recording does, event by event, without a phone.
@Suite("A recording walks through a device")
struct RecordingWalkTests {
    private static let peer = PeerIdentifier(high: 1, low: 1)
    private static let service = Central.Service(
        identifier: AttributeIdentifier(rawValue: 1), uuid: "FF00", isPrimary: true)
    private static let control = Central.Characteristic(
        identifier: AttributeIdentifier(rawValue: 2), uuid: "FF01", properties: 0x0A, cachedValue: nil)
    private static let data = Central.Characteristic(
        identifier: AttributeIdentifier(rawValue: 3), uuid: "FF02", properties: 0x10, cachedValue: nil)

    private static func heard(_ name: String, isConnectable: Bool = true) -> Central.Event {
        var seen = Advertisement()
        (seen.localName, seen.isConnectable, seen.serviceUUIDs) = (name, isConnectable, ["FF00"])
        return .discovered(Central.Peer(identifier: peer, name: name), seen, rssi: -50)
    }

    private static func lines(_ outputs: [RecordingWalk.Output]) -> [String] {
        outputs.map { output in
            switch output {
            case .send(let command): "\("\(command)".prefix { $0 != "(" })"
            case .tell(let text): "\"\(text)\""
            case .wait(let time): "wait \(time.milliseconds)"
            case .finish(.done): "finish "
            case .finish(.incomplete(let problem)): "finish \(problem)"
            case .finish(.unavailable(let problem)): "unavailable: \(problem)"
            }
        }
    }

    @Test(
        "It says why Bluetooth can't be used, and waits while another state may follow",
        arguments: [
            (ManagerState.unknown, [String]()), (.resetting, []),
            (.unsupported, ["unavailable: this host has no Bluetooth LE that can be used"]),
            (.poweredOff, ["unavailable: Bluetooth is off: switch it on"]),
        ])
    func states(_ state: ManagerState, _ expected: [String]) {
        var walk = RecordingWalk(.init(identifier: Self.peer), listening: .zero)
        #expect(Self.lines(walk.handle(.stateChanged(state))) == expected)
        guard expected.isEmpty else { return }
        let wanted = "\"listens for the device 00000000-0000-0001-0000-000000000001\""
        #expect(Self.lines(walk.handle(.stateChanged(.poweredOn))) == [wanted, "scan"])
        let other = Central.Peer(identifier: PeerIdentifier(high: 1, low: 2), name: "D")
        #expect(walk.handle(.discovered(other, Advertisement(), rssi: -50)) == [])
        #expect(Self.lines(walk.handle(Self.heard("D"))) == ["\"hears D\"", "wait 5000.0"])
    }

    @Test("It hears, connects, discovers, reads, subscribes, follows the script, listens and leaves")
    func wholeWalk() {
        var walk = RecordingWalk(
            .init(name: "D"),
            script: [
                .write("FF01", [1], withResponse: true), .write("FF01", [2, 3], withResponse: false),
                .read("FF09"), .wait(.milliseconds(7)),
            ],
            hearing: .milliseconds(100), listening: .seconds(3))
        let peer = Self.peer
        let steps: [(RecordingWalk.Output?, Central.Event?, [String])] = [
            (nil, .stateChanged(.poweredOn), ["\"listens for a device named D\"", "scan"]),
            (nil, Self.heard("other"), []), (nil, Self.heard("D", isConnectable: false), []),
            (nil, Self.heard("D"), ["\"hears D\"", "wait 100.0"]), (nil, Self.heard("D"), []),
            (nil, nil, ["stopScan", "\"connects\"", "connect"]),
            (
                nil, .connected(Central.Peer(identifier: peer, name: "D")),
                ["\"discovers services\"", "discoverServices"]
            ),
            (nil, .servicesDiscovered(peer, [Self.service], nil), ["discoverIncludedServices"]),
            (
                nil, .includedServicesDiscovered(peer, service: Self.service.identifier, [], nil),
                ["discoverCharacteristics"]
            ),
            (
                nil,
                .characteristicsDiscovered(
                    peer, service: Self.service.identifier, [Self.control, Self.data], nil),
                ["discoverDescriptors"]
            ),
            (
                nil, .descriptorsDiscovered(peer, characteristic: Self.control.identifier, [], nil),
                ["discoverDescriptors"]
            ),
            (
                nil, .descriptorsDiscovered(peer, characteristic: Self.data.identifier, [], nil),
                ["\"reads 1 of 2 characteristics\"", "readCharacteristic"]
            ),
            // A value that nobody asked for is no answer.
            (nil, .characteristicValue(peer, Self.data.identifier, .success([9])), []),
            (
                nil, .characteristicValue(peer, Self.control.identifier, .success([9])),
                ["\"subscribes to 1\"", "setNotify"]
            ),
            (
                nil, .notifyStateChanged(peer, Self.data.identifier, isNotifying: true, nil),
                ["\"listens before the script\"", "wait 3000.0"]
            ),
            (
                nil, nil, ["\"writes 1 byte to FF01\"", "writeCharacteristic"]
            ),
            (
                nil, .characteristicWritten(peer, Self.control.identifier, nil),
                [
                    "\"writes 2 bytes to FF01\"", "writeCharacteristic",
                    "\"the device has no characteristic FF09; the line is left out\"", "wait 7.0",
                ]
            ),
            (nil, nil, ["\"listens for 3.0 s\"", "wait 3000.0"]), (nil, nil, ["cancelConnection"]),
            (nil, .disconnected(peer, nil, timestamp: 0, isReconnecting: false), ["finish "]),
            (nil, nil, []),
        ]
        for (_, event, expected) in steps {
            #expect(Self.lines(event.map { walk.handle($0) } ?? walk.timePassed()) == expected)
        }
    }

    @Test("A recording that ends early says what is missing")
    func earlyEnds() {
        var walk = RecordingWalk(.init(service: "180D"), listening: .zero)
        #expect(Self.lines(walk.handle(.stateChanged(.poweredOn))).count == 2)
        #expect(Self.lines(walk.handle(Self.heard("D"))).isEmpty)
        #expect(Self.lines(walk.stop()) == ["finish a device with service 180D was not heard"])
        walk = RecordingWalk(.init(name: "D"), hearing: .zero, listening: .zero)
        _ = walk.handle(Self.heard("D"))
        _ = walk.timePassed()
        var failed = walk
        #expect(
            Self.lines(failed.handle(.failedToConnect(Self.peer, nil))) == [
                "finish the device did not connect: no reason"
            ])
        _ = walk.handle(.connected(Central.Peer(identifier: Self.peer, name: "D")))
        var stopped = walk
        #expect(Self.lines(stopped.stop()) == ["cancelConnection"])
        #expect(
            Self.lines(walk.handle(.disconnected(Self.peer, nil, timestamp: 0, isReconnecting: false))) == [
                "finish the device disconnected before everything was discovered"
            ])
    }

    @Test(
        "A script is read line by line",
        arguments: [
            ("", []), ("# nothing\n\n", []), ("write 2A39 01", [.write("2A39", [1], withResponse: true)]),
            (
                "  command FF01 0102 03\r\nread FF01",
                [.write("FF01", [1, 2, 3], withResponse: false), .read("FF01")]
            ),
            (
                "wait 1.5 s\nwait 20ms\nwait 2 min",
                [.wait(.milliseconds(1500)), .wait(.milliseconds(20)), .wait(.minutes(2))]
            ),
            ("write", nil), ("write FF01 0", nil), ("write FF0 01", nil), ("read FF01 FF02", nil),
            ("wait", nil),
            ("wait -1 s", nil), ("dance", nil), ("wait 1e99 s", nil),
        ] as [(String, [RecordingWalk.ScriptStep]?)])
    func scripts(_ text: String, _ steps: [RecordingWalk.ScriptStep]?) {
        #expect((try? RecordingScript.steps(text)) == steps)
    }

    @Test("A wrong line of a script is named")
    func wrongLine() {
        #expect(
            throws: RecordingScript.Problem(
                line: 2,
                text: "'dance' is no step: write UUID BYTES, command UUID BYTES, read UUID, or wait TIME")
        ) { try RecordingScript.steps("read FF01\ndance") }
    }
}
