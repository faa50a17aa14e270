import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import Testing

@testable import FaradaySimulation

/// An app on its own phone that is connected to a device and has discovered everything.
final class LinkedApp {
    let world: World
    let phone: Phone
    let central: TestCentral
    let peer: PeerIdentifier
    private(set) var services: [Central.Service] = []
    private(set) var characteristics: [[Central.Characteristic]] = []

    init(in world: World, to device: Device, _ system: OSProfile = .iOS(18)) throws {
        self.world = world
        phone = world.addPhone(system, name: "phone \(world.phoneCount)")
        let central = TestCentral(phone)
        self.central = central
        try world.run(until: { central.isOn })
        _ = central.port.send(.scan(Central.ScanRequest()))
        try world.run(until: { central.peers.contains(device.name) }, timeout: .seconds(10))
        peer = try #require(central.peer(named: device.name))
        _ = central.port.send(.stopScan)
        let peer = peer
        _ = central.port.send(.connect(peer, Central.ConnectOptions()))
        try world.run(until: { central.isConnected(peer) }, timeout: .seconds(10))
        try discover()
        // The phone's own requests have ended, too.
        try world.run(for: .seconds(2))
    }

    /// Discovers services and characteristics again.
    func discover() throws {
        let found = try after(.discoverServices(peer, nil)) { event in
            if case .servicesDiscovered(_, let found, nil) = event { found } else { nil }
        }
        services = found
        characteristics = []
        for service in services {
            let found = try after(.discoverCharacteristics(peer, nil, service: service.identifier)) {
                if case .characteristicsDiscovered(_, _, let found, nil) = $0 { found } else { nil }
            }
            characteristics.append(found)
        }
    }

    func descriptors(of characteristic: AttributeIdentifier) throws -> [Central.Descriptor] {
        try after(.discoverDescriptors(peer, characteristic: characteristic)) {
            if case .descriptorsDiscovered(_, _, let found, nil) = $0 { found } else { nil }
        }
    }

    /// Sends a command and waits for its event.
    func after<Result>(
        _ command: Central.Command, _ pick: @escaping @Sendable (Central.Event) -> Result?
    ) throws -> Result {
        let (central, count) = (central, central.events.count)
        #expect(central.port.send(command) == .accepted)
        try world.run(
            until: { central.events.dropFirst(count).contains { pick($0) != nil } }, timeout: .seconds(60))
        return try #require(central.events.dropFirst(count).compactMap(pick).first)
    }

    func read(_ characteristic: AttributeIdentifier) throws -> Result<[UInt8], PortError> {
        try after(.readCharacteristic(peer, characteristic)) {
            if case .characteristicValue(_, characteristic, let result) = $0 { result } else { nil }
        }
    }

    /// Writes with response; returns the error, if there was one.
    func write(_ value: [UInt8], to characteristic: AttributeIdentifier) throws -> PortError? {
        try after(.writeCharacteristic(peer, characteristic, value, .withResponse)) { event -> PortError?? in
            if case .characteristicWritten(_, characteristic, let error) = event { .some(error) } else { nil }
        }
    }

    func subscribe(to characteristic: AttributeIdentifier) throws {
        let isOn = try after(.setNotify(peer, characteristic, true)) {
            if case .notifyStateChanged(_, characteristic, let isOn, nil) = $0 { isOn } else { nil }
        }
        #expect(isOn)
    }

    /// Unrequested values of a characteristic since the app got `count` events.
    func values(of characteristic: AttributeIdentifier, since count: Int) -> [[UInt8]] {
        central.events.dropFirst(count).compactMap {
            if case .characteristicValue(_, characteristic, .success(let value)) = $0 { value } else { nil }
        }
    }
}

extension TestCentral {
    /// The discovered names.
    var peers: [String] {
        events.compactMap {
            if case .discovered(let peer, let seen, _) = $0 { seen.localName ?? peer.name } else { nil }
        }
    }

    func peer(named name: String) -> PeerIdentifier? {
        for case .discovered(let peer, let seen, _) in events where seen.localName ?? peer.name == name {
            return peer.identifier
        }
        return nil
    }

    func isConnected(_ peer: PeerIdentifier) -> Bool {
        events.contains { if case .connected(let found) = $0 { found.identifier == peer } else { false } }
    }

    /// The RSSI of all discoveries.
    var powers: [Int] {
        events.compactMap { if case .discovered(_, _, let rssi) = $0 { rssi } else { nil } }
    }
}

/// An advertiser with these services.
func advertiser(named name: String = "mock", _ services: [DeviceService]) -> DeviceDefinition {
    var definition = DeviceDefinition(name: name) { DeviceAdvertising() }
    definition.services = services
    return definition
}
