import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// An explorer app uses a database that contains everything.
@Suite struct DatabaseScenarios {
    @Test(.simulated(seed: 31)) func everythingIsFoundAndReadWithItsType() async throws {
        let world = World.current
        world.add(.laboratory, at: .meters(2))
        let explorer = world.addPhone().run { DatabaseExplorer() }
        try await world.run(until: { explorer.isDone })
        let bench = try #require(explorer.peripheral?.services?.first { $0.uuid.uuidString == "FFE0" })
        #expect(bench.includedServices?.map(\.uuid.uuidString) == ["180A"])
        #expect(bench.includedServices?.first?.isPrimary == false)
        #expect(bench.characteristics?.map(\.uuid.uuidString) == ["FFE1", "FFE2", "FFE3", "FFE4"])

        let descriptors = bench.characteristics?.first?.descriptors ?? []
        func value<Value>(_ uuid: String, as type: Value.Type) -> Value? {
            descriptors.first { $0.uuid.uuidString == uuid }?.value as? Value
        }
        #expect(value(CBUUIDCharacteristicUserDescriptionString, as: String.self) == "label")
        #expect(value(CBUUIDCharacteristicFormatString, as: Data.self) == Data([4, 0, 0, 0x27, 1, 0, 0]))
        #expect(value(CBUUIDCharacteristicExtendedPropertiesString, as: NSNumber.self) == 1)
        #expect(value(CBUUIDClientCharacteristicConfigurationString, as: NSNumber.self) == 0)
        #expect(value("AAAA", as: Data.self) == Data([9]))

        #expect(explorer.values["FFE2"]?.count == 450, "three ATT packets")
        // Error codes of the device and of the stack have the same domain (behaviour 5.40).
        let applicationError = try #require(explorer.errors["FFE3"]) as NSError
        #expect(applicationError.domain == CBATTErrorDomain && applicationError.code == 0x85)
        #expect(explorer.errors["FFE3"] is CBATTError)
        #expect((explorer.errors["FFE4"] as? CBATTError)?.code == .readNotPermitted)
    }

    /// Behaviour 5.6, 5.13, 5.14, 5.22.
    @Test(
        "Behaviour 5.6, 5.13, 5.14, 5.22; regression 80: refused writes and subscriptions say why",
        .simulated(seed: 32))
    func refusedWritesSayWhy() async throws {
        let world = World.current
        world.add(.laboratory, at: .meters(2))
        let explorer = world.addPhone().run { DatabaseExplorer() }
        try await world.run(until: { explorer.isDone })
        let peripheral = try #require(explorer.peripheral)
        let all = peripheral.services?.flatMap { $0.characteristics ?? [] } ?? []
        func characteristic(_ uuid: String) throws -> CBCharacteristic {
            try #require(all.first { $0.uuid.uuidString == uuid })
        }
        let attempts: [(String, Int, CBATTError.Code?)] = [
            ("FFE1", 20, nil), ("FFE1", 21, .invalidAttributeValueLength),
            ("FFE1", 513, .invalidAttributeValueLength), ("FFE2", 1, .writeNotPermitted),
        ]
        for (uuid, count, code) in attempts {
            let before = explorer.writeResults.count
            peripheral.writeValue(Data(count: count), for: try characteristic(uuid), type: .withResponse)
            try await world.run(until: { explorer.writeResults.count > before })
            #expect((explorer.writeResults.last as? CBATTError)?.code == code, "\(count) bytes to \(uuid)")
        }
        peripheral.setNotifyValue(true, for: try characteristic("FFE2"))
        try await world.run(until: { explorer.notifyError != nil })
        #expect((explorer.notifyError as? CBATTError)?.code == .requestNotSupported)
    }
}

extension DeviceDefinition {
    fileprivate static var laboratory: DeviceDefinition {
        DeviceDefinition(name: "Lab") {
            DeviceAdvertising(services: ["FFE0"])
            DeviceService("180A", isPrimary: false) {
                DeviceCharacteristic("2A29", .read, value: Array("ACME".utf8))
            }
            DeviceService("FFE0", includes: ["180A"]) {
                DeviceCharacteristic(
                    "FFE1", [.read, .write, .notify],
                    descriptors: [
                        .userDescription("label"), .stored("2904", [4, 0, 0, 0x27, 1, 0, 0]),
                        .stored("2900", [1, 0]), .stored("AAAA", [9]),
                    ]
                )
                .onWrite { write in
                    guard write.value.count <= 20 else { throw ATT.ErrorCode.invalidAttributeValueLength }
                }
                DeviceCharacteristic("FFE2", .read)
                    .onRead { _ in (0..<450).map { UInt8(truncatingIfNeeded: $0) } }
                DeviceCharacteristic("FFE3", .read).onRead { _ in throw ATT.ErrorCode(rawValue: 0x85) }
                DeviceCharacteristic("FFE4", .read, permissions: [])
            }
        }
    }
}

/// Connects to the lab and reads everything there is.
private final class DatabaseExplorer: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var peripheral: CBPeripheral?
    private(set) var values: [String: Data] = [:]
    private(set) var errors: [String: any Error] = [:]
    private(set) var writeResults: [(any Error)?] = []
    private(set) var notifyError: (any Error)?
    private var open = 1
    private var manager: CBCentralManager!

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    var isDone: Bool { open == 0 }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [CBUUID(string: "FFE0")]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices(nil)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            open += 2
            peripheral.discoverIncludedServices(nil, for: service)
            peripheral.discoverCharacteristics(nil, for: service)
        }
        open -= 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {
        open -= 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            open += 2
            peripheral.discoverDescriptors(for: characteristic)
            peripheral.readValue(for: characteristic)
        }
        open -= 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        for descriptor in characteristic.descriptors ?? [] {
            open += 1
            peripheral.readValue(for: descriptor)
        }
        open -= 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        open -= 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        errors[characteristic.uuid.uuidString] = error
        if error == nil { values[characteristic.uuid.uuidString] = characteristic.value }
        open -= 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        writeResults.append(error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        notifyError = error
    }
}
