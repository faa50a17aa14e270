import FaradayCoreBluetooth
import Foundation

/// The same app with CoreBluetooth alone, on one queue. In an app it says `import CoreBluetooth`.
final class PlainStrapApp: NSObject {
    private let heartRate = CBUUID(string: "180D")
    private let measurement = CBUUID(string: "2A37")
    private let controlPoint = CBUUID(string: "2A39")
    private let battery = CBUUID(string: "180F")
    private let batteryLevel = CBUUID(string: "2A19")

    private var central: CBCentralManager!
    private var strap: CBPeripheral?
    private var point: CBCharacteristic?
    private var isResetting = false
    private var hasShownBattery = false
    private let show: (String) -> Void

    init(show: @escaping (String) -> Void) { self.show = show }

    func run() { central = CBCentralManager(delegate: self, queue: nil) }

    func resetEnergy() {
        guard let strap, let point, strap.state == .connected else {
            return show("could not write characteristic 2A39: there is no connection")
        }
        isResetting = true
        strap.writeValue(Data([1]), for: point, type: .withResponse)
    }

    private func resetEnded(_ problem: String?) {
        guard isResetting else { return }
        isResetting = false
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
                central.scanForPeripherals(withServices: [heartRate])
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
        peripheral.discoverServices([heartRate, battery])
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
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
        showMissing("service", [heartRate, battery], in: services.map(\.uuid))
        for service in services {
            peripheral.discoverCharacteristics(wanted(in: service), for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        if let error {
            return show(
                "could not discover characteristics of \(service.uuid): \(error.localizedDescription)")
        }
        let characteristics = service.characteristics ?? []
        showMissing("characteristic", wanted(in: service), in: characteristics.map(\.uuid))
        for characteristic in characteristics {
            switch characteristic.uuid {
            case measurement: peripheral.setNotifyValue(true, for: characteristic)
            case controlPoint: point = characteristic
            case batteryLevel where !hasShownBattery: peripheral.readValue(for: characteristic)
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
        case batteryLevel:
            guard let level = value.first else { return show("characteristic 2A19: the value is malformed") }
            hasShownBattery = true
            show("battery \(level) %")
        case measurement:
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

    private func showMissing(_ kind: String, _ wanted: [CBUUID], in found: [CBUUID]) {
        let missing = wanted.filter { !found.contains($0) }.map(\.uuidString)
        if !missing.isEmpty { show("there is no \(kind) \(missing.joined(separator: ", "))") }
    }

    private func wanted(in service: CBService) -> [CBUUID] {
        service.uuid == heartRate ? [measurement, controlPoint] : [batteryLevel]
    }

    private static func beatsPerMinute(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 2 else { return nil }
        guard bytes[0] & 1 != 0 else { return Int(bytes[1]) }
        return bytes.count >= 3 ? Int(bytes[1]) | Int(bytes[2]) << 8 : nil
    }
}
