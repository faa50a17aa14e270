import BluetoothPort
import FaradayTesting
import Testing

@testable import FaradayDeviceFiles

/// A ready-made device, by its name.
struct NamedDevice: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let definition: @Sendable () -> DeviceDefinition

    init(_ name: String, _ definition: @escaping @autoclosure @Sendable () -> DeviceDefinition) {
        (testDescription, self.definition) = (name, definition)
    }

    static let all = [
        NamedDevice("alertNotifier", .alertNotifier(AlertInbox())),
        NamedDevice("automationIO", .automationIO()),
        NamedDevice("battery", .battery()), NamedDevice("beacon", .beacon()),
        NamedDevice("blinky", .blinky()),
        NamedDevice("bloodPressureMonitor", .bloodPressureMonitor()),
        NamedDevice("bodyCompositionScale", .bodyCompositionScale()),
        NamedDevice("continuousGlucoseMonitor", .continuousGlucoseMonitor()),
        NamedDevice("currentTimeServer", .currentTimeServer()),
        NamedDevice("cyclingPowerMeter", .cyclingPowerMeter()),
        NamedDevice("cyclingSpeedSensor", .cyclingSpeedSensor()),
        NamedDevice("environmentalSensor", .environmentalSensor()),
        NamedDevice("glucoseMeter", .glucoseMeter()),
        NamedDevice("healthThermometer", .healthThermometer()),
        NamedDevice("heartRateMonitor", .heartRateMonitor()),
        NamedDevice("indoorBike", .indoorBike()), NamedDevice("keyboard", .keyboard()),
        NamedDevice("keyfob", .keyfob()),
        NamedDevice("locationSensor", .locationSensor()), NamedDevice("pulseOximeter", .pulseOximeter()),
        NamedDevice("ringer", .ringer(Ringer())), NamedDevice("runningSpeedSensor", .runningSpeedSensor()),
        NamedDevice("treadmill", .treadmill()), NamedDevice("uart", .uart()),
        NamedDevice("userDataServer", .userDataServer()), NamedDevice("weightScale", .weightScale()),
    ]
}

@Suite("Ready-made devices are files too")
struct ReadyMadeTests {
    /// All bytes that pass when a phone connects, discovers everything and, if it should, reads and subscribes.
    private static func capture(_ definition: DeviceDefinition, uses: Bool) throws -> [UInt8] {
        let world = World(seed: 30)
        world.startTrace()
        let device = world.add(definition, at: .meters(2))
        let app = DatabaseWalker(world.addPhone(), uses: uses)
        try world.run(for: .seconds(6))
        #expect(device.connectionCount == (app.hasConnected ? 1 : 0))
        return world.capture(.pcapng)
    }

    @Test(
        "The file of a ready-made device is the same device: its bytes on air are the same",
        arguments: NamedDevice.all)
    func isTheSame(_ device: NamedDevice) throws {
        let file = DeviceFile(device.definition())
        let read = try DeviceFile(file.text)
        #expect(read.text == file.text)
        #expect(read.warnings.isEmpty)
        // What only Swift can say begins with reads, writes and subscriptions.
        let isWhole = file.swiftOnlyParts.isEmpty
        let before = try Self.capture(device.definition(), uses: isWhole)
        #expect(try Self.capture(read.definition, uses: isWhole) == before)
        #expect(before.count > (device.testDescription == "beacon" ? 3_000 : 10_000))
    }

    @Test("What a file of a ready-made device lacks is listed")
    func lists() {
        let whole = NamedDevice.all.filter { DeviceFile($0.definition()).swiftOnlyParts.isEmpty }
        #expect(whole.map(\.testDescription) == ["battery", "beacon", "blinky"])
        #expect(
            DeviceFile(.heartRateMonitor()).swiftOnlyParts == [
                "what writes of 180D/2A39 do", "how reads of 180F/2A19 are answered",
                "the values of 2A37 that it sends every 1.0 s",
                "the values of 2A19 that it sends every 600.0 s",
            ])
    }
}

/// An app that connects to what it finds and discovers everything; it may read and subscribe too.
private final class DatabaseWalker: CentralSink {
    private let port = Lock<(any CentralPort)?>(nil)
    private let uses: Bool
    private let connected = Lock(false)

    init(_ phone: Phone, uses: Bool) {
        self.uses = uses
        let opened = phone.openCentral(ManagerOptions(), sink: self)
        port.withLock { $0 = opened }
    }

    var hasConnected: Bool { connected.withLock { $0 } }

    private func send(_ command: Central.Command) { _ = port.withLock { $0 }?.send(command) }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        switch event {
        case .stateChanged(.poweredOn): send(.scan(Central.ScanRequest()))
        case .discovered(let peer, let seen, _) where seen.isConnectable == true && !hasConnected:
            connected.withLock { $0 = true }
            send(.connect(peer.identifier, Central.ConnectOptions()))
        case .connected(let peer): send(.discoverServices(peer.identifier, nil))
        case .servicesDiscovered(let peer, let found, nil):
            for service in found {
                send(.discoverIncludedServices(peer, nil, service: service.identifier))
                send(.discoverCharacteristics(peer, nil, service: service.identifier))
            }
        case .characteristicsDiscovered(let peer, _, let found, nil):
            for item in found {
                send(.discoverDescriptors(peer, characteristic: item.identifier))
                guard uses else { continue }
                if item.properties & 0x02 != 0 { send(.readCharacteristic(peer, item.identifier)) }
                if item.properties & 0x10 != 0 { send(.setNotify(peer, item.identifier, true)) }
                if item.properties & 0x08 != 0 {
                    send(.writeCharacteristic(peer, item.identifier, [1], .withResponse))
                }
            }
        default: break
        }
    }
}
