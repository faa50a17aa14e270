import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import Testing

@testable import FaradaySimulation

/// What the user of a phone does where no closure of the test answers.
@Suite struct PhoneUserTests {
    /// A phone that asks for Bluetooth, and a lock whose value needs a pairing.
    private struct Room {
        let world = World(seed: 1)
        let phone: Phone
        let lock: Device

        init() {
            phone = world.addPhone(.iOS(26))
            lock = world.add(.lock)
        }

        /// An app that reads the lock's value, and what came of it.
        func reader() -> TestCentral { TestCentral.readsLock(phone) }
    }

    @Test("The user agrees, refuses, or waits for somebody who answers", arguments: PhoneUser.allCases)
    func permission(_ user: PhoneUser) throws {
        let room = Room()
        #expect(room.phone.user == .agrees)
        room.phone.setUser(user)
        #expect(room.phone.user == user)
        room.phone.setAuthorization(.notDetermined)
        let central = TestCentral(room.phone)
        try room.world.run(for: .seconds(60))
        #expect(room.phone.systemAlerts.map(\.kind) == [.bluetoothPermission])
        switch user {
        case .agrees: #expect(central.isOn)
        case .refuses: #expect(central.events == [.stateChanged(.unauthorized)])
        case .waits:
            #expect(central.events.isEmpty)
            let alert = try #require(room.phone.openSystemAlerts.first)
            room.phone.answer(alert, with: .allow)
            try room.world.run(for: .seconds(1))
            #expect(central.isOn)
        }
        #expect(room.phone.openSystemAlerts.isEmpty)
    }

    @Test("A pairing is accepted, rejected, or waits", arguments: PhoneUser.allCases)
    func pairing(_ user: PhoneUser) throws {
        let room = Room()
        room.phone.setUser(user)
        let central = room.reader()
        try room.world.run(for: .seconds(10))
        switch user {
        case .agrees: #expect(central.value == [7])
        case .refuses: #expect(central.value == nil && room.phone.pairingAlerts.isEmpty)
        case .waits:
            let alert = try #require(room.phone.pairingAlerts.first)
            #expect(central.value == nil)
            room.phone.answer(alert, with: .accept)
            try room.world.run(for: .seconds(10))
            #expect(central.value == [7])
        }
    }

    @Test("A closure of the test answers before the user does")
    func closures() throws {
        let room = Room()
        room.phone.setUser(.waits)
        room.phone.onPairing { _ in .accept }
        room.phone.onSystemAlert { _ in .allow }
        room.phone.setAuthorization(.notDetermined)
        let central = room.reader()
        try room.world.run(for: .seconds(10))
        #expect(central.value == [7])
    }
}

extension DeviceDefinition {
    /// A lock whose value needs a pairing.
    static var lock: DeviceDefinition {
        DeviceDefinition(name: "Lock") {
            DeviceSecurity(.displayOnly, passkey: 123_456)
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF02", .read, value: [7], requires: .encrypted)
            }
        }
    }
}

extension TestCentral {
    /// Reads the value of the first device that advertises a service.
    static func readsLock(_ phone: Phone, _ service: BluetoothUUID = "FF00") -> TestCentral {
        TestCentral(phone) { central, event in
            switch event {
            case .stateChanged(.poweredOn): central.port.send(.scan(Central.ScanRequest(services: [service])))
            case .discovered(let peer, _, _):
                central.port.send(.stopScan)
                central.port.send(.connect(peer.identifier, Central.ConnectOptions()))
            case .connected(let peer): central.port.send(.discoverServices(peer.identifier, nil))
            case .servicesDiscovered(let peer, let services, _):
                guard let service = services.first else { break }
                central.port.send(.discoverCharacteristics(peer, nil, service: service.identifier))
            case .characteristicsDiscovered(let peer, _, let found, _):
                guard let item = found.first else { break }
                central.port.send(.readCharacteristic(peer, item.identifier))
            default: break
            }
        }
    }

    /// The value that was read last.
    var value: [UInt8]? {
        for event in events.reversed() {
            if case .characteristicValue(_, _, .success(let value)) = event { return value }
        }
        return nil
    }
}
