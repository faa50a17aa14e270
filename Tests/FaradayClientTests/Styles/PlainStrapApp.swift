import FaradayCoreBluetooth
import Foundation

/// The same app with CoreBluetooth alone, on one queue. In an app it says `import CoreBluetooth`.
final class PlainStrapApp: NSObject {
    private static let heartRate = CBUUID(string: "180D")
    private static let measurement = CBUUID(string: "2A37")
    private static let controlPoint = CBUUID(string: "2A39")
    private static let battery = CBUUID(string: "180F")
    private static let batteryLevel = CBUUID(string: "2A19")
    private static let wanted = [heartRate: [measurement, controlPoint], battery: [batteryLevel]]

    private var central: CBCentralManager!
    private var strap: CBPeripheral?
    private var point: CBCharacteristic?
    private var resetLimit: Timer?
    private var hasShownBattery = false
    private let show: (String) -> Void

    init(show: @escaping (String) -> Void) { self.show = show }

    func run() { central = CBCentralManager(delegate: self, queue: nil) }

    func resetEnergy() {
        guard let strap, let point, strap.state == .connected else {
            return show("could not write characteristic 2A39: there is no connection")
        }
        guard resetLimit == nil else { return show("could not write characteristic 2A39: a write is under way") }
        resetLimit = Timer.scheduledTimer(withTimeInterval: 5, repeats: false) { [weak self] _ in
            self?.resetEnded("the time is over")
        }
        strap.writeValue(Data([1]), for: point, type: .withResponse)
    }

    private func resetEnded(_ problem: String?) {
        guard let resetLimit else { return }
        resetLimit.invalidate()
        self.resetLimit = nil
        show(problem.map { "could not write characteristic 2A39: \($0)" } ?? "energy reset")
    }
}

extension PlainStrapApp: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        switch central.state {
        case .poweredOn:
            if let strap {
                central.connect(strap)
            } else {
                central.scanForPeripherals(withServices: [Self.heartRate])
            }
        case .poweredOff: ended("Bluetooth is off")
        case .unauthorized: ended("the app may not use Bluetooth")
        case .unsupported: ended("this device has no Bluetooth Low Energy")
        case .resetting: ended("the Bluetooth system was reset")
        default: break
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard strap == nil else { return }
        strap = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices(Array(Self.wanted.keys))
    }

    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?) {
        show("could not connect: \(error?.localizedDescription ?? "no reason given")")
        central.connect(peripheral)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        ended(nil)
        central.connect(peripheral)
    }

    private func ended(_ reason: String?) {
        point = nil
        if let reason { show(reason) }
        resetEnded(reason ?? "the link ended")
    }
}

extension PlainStrapApp: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        if let error { return show("could not discover services: \(error.localizedDescription)") }
        let services = peripheral.services ?? []
        let missing = Self.wanted.keys.filter { uuid in !services.contains { $0.uuid == uuid } }
        if !missing.isEmpty { show("there is no service \(missing.map(\.uuidString).joined(separator: ", "))") }
        for service in services {
            peripheral.discoverCharacteristics(Self.wanted[service.uuid], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        if let error {
            return show("could not discover characteristics of \(service.uuid): \(error.localizedDescription)")
        }
        let characteristics = service.characteristics ?? []
        let missing = (Self.wanted[service.uuid] ?? []).filter { uuid in
            !characteristics.contains { $0.uuid == uuid }
        }
        if !missing.isEmpty {
            show("there is no characteristic \(missing.map(\.uuidString).joined(separator: ", "))")
        }
        for characteristic in characteristics {
            switch characteristic.uuid {
            case Self.measurement: peripheral.setNotifyValue(true, for: characteristic)
            case Self.controlPoint: point = characteristic
            case Self.batteryLevel where !hasShownBattery: peripheral.readValue(for: characteristic)
            default: break
            }
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        if let error {
            show("could not subscribe characteristic \(characteristic.uuid): \(error.localizedDescription)")
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if let error {
            return show("could not read characteristic \(characteristic.uuid): \(error.localizedDescription)")
        }
        let value = characteristic.value ?? Data()
        switch characteristic.uuid {
        case Self.batteryLevel:
            guard let level = value.first else { return show("characteristic 2A19: the value is malformed") }
            hasShownBattery = true
            show("battery \(level) %")
        case Self.measurement:
            guard let beats = Self.beatsPerMinute(Array(value)) else {
                return show("characteristic 2A37: the value is malformed")
            }
            show("\(beats) bpm")
        default: break
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        resetEnded(error.map { $0.localizedDescription })
    }

    private static func beatsPerMinute(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 2 else { return nil }
        guard bytes[0] & 1 != 0 else { return Int(bytes[1]) }
        return bytes.count >= 3 ? Int(bytes[1]) | Int(bytes[2]) << 8 : nil
    }
}
