import CoreBluetooth
import Foundation

/// A measurement of a heart-rate monitor.
public struct HeartRateReading: Equatable {
    /// Beats a minute.
    public var beatsPerMinute: Int
    /// Whether the sensor touches the skin; `nil` when the sensor does not report it.
    public var hasContact: Bool?
    /// Kilojoules since the last reset, when the sensor sends them.
    public var energyExpended: Int?
    /// Times between beats, in seconds.
    public var intervals: [TimeInterval] = []
}

/// The Bluetooth layer of a heart-rate app: it finds a monitor, maintains the link, and reports its readings.
public final class HeartRateApp: NSObject {
    private enum UUIDs {
        static var heartRate: CBUUID { CBUUID(string: "180D") }
        static var measurement: CBUUID { CBUUID(string: "2A37") }
        static var location: CBUUID { CBUUID(string: "2A38") }
        static var controlPoint: CBUUID { CBUUID(string: "2A39") }
        static var battery: CBUUID { CBUUID(string: "180F") }
        static var batteryLevel: CBUUID { CBUUID(string: "2A19") }
    }

    /// Called with a line for each event; set it first to get all events.
    public var onEvent: ((String) -> Void)?

    public private(set) var heartRate: Int?
    public private(set) var lastReading: HeartRateReading?
    public private(set) var readingCount = 0
    public private(set) var battery: Int?
    public private(set) var sensorLocation: String?
    public private(set) var monitorName: String?
    public private(set) var connectionCount = 0
    public private(set) var hasResetEnergy = false
    public private(set) var lastDisconnectError: Error?

    /// Whether the link was lost and established again, and values arrive.
    public private(set) var isReconnected = false

    private var central: CBCentralManager!
    private var monitor: CBPeripheral?
    private var isLeaving = false
    private var isResettingEnergy = false
    private var startsSession: Bool

    /// - Parameter startsSession: Whether the app resets the energy expended at the first reading; otherwise it resets
    ///   it at 50 kJ.
    public init(
        startsSession: Bool = false, queue: DispatchQueue? = nil, onEvent: ((String) -> Void)? = nil
    ) {
        self.startsSession = startsSession
        self.onEvent = onEvent
        super.init()
        central = CBCentralManager(delegate: self, queue: queue)
    }

    public var isConnected: Bool { monitor?.state == .connected }

    /// Disconnects the monitor permanently; after the end of the link the app has no monitor.
    public func disconnect() {
        guard let monitor, !isLeaving else { return }
        isLeaving = true
        central.cancelPeripheralConnection(monitor)
    }

    public var hasMonitor: Bool { monitor != nil }

    private func say(_ text: String) { onEvent?(text) }
}

extension HeartRateApp: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        switch central.state {
        case .poweredOn:
            say("Bluetooth is on, scanning for heart-rate monitors")
            central.scanForPeripherals(withServices: [UUIDs.heartRate])
        case .poweredOff:
            say("Bluetooth is off")
        case .unsupported:
            say("no Bluetooth here")
        default:
            break
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard monitor == nil else { return }
        let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String ?? peripheral.name
        say("found \(name ?? "a monitor") at \(RSSI) dBm, connecting")
        monitorName = name
        monitor = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connectionCount += 1
        say("connected")
        peripheral.discoverServices([UUIDs.heartRate, UUIDs.battery])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        say("failed to connect: \(error?.localizedDescription ?? "no reason given")")
        central.connect(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        lastDisconnectError = error
        guard peripheral == monitor, !isLeaving else {
            say("disconnected")
            (monitor, isLeaving) = (nil, false)
            return
        }
        say("lost the link: \(error?.localizedDescription ?? "closed")")
        isResettingEnergy = false
        central.connect(peripheral)
    }
}

extension HeartRateApp: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics(nil, for: service)
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] {
            switch characteristic.uuid {
            case UUIDs.location:
                peripheral.readValue(for: characteristic)
            case UUIDs.measurement:
                peripheral.setNotifyValue(true, for: characteristic)
            case UUIDs.batteryLevel:
                peripheral.readValue(for: characteristic)
                if characteristic.properties.contains(.notify) {
                    peripheral.setNotifyValue(true, for: characteristic)
                }
            default:
                break
            }
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        if let error {
            say("can't subscribe to \(characteristic.uuid): \(error.localizedDescription)")
        } else {
            say(
                "\(characteristic.isNotifying ? "subscribed to" : "unsubscribed from") \(characteristic.uuid)"
            )
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard error == nil, let value = characteristic.value else {
            say("can't read \(characteristic.uuid): \(error?.localizedDescription ?? "no value")")
            return
        }
        switch characteristic.uuid {
        case UUIDs.measurement:
            received(value, from: peripheral, service: characteristic.service)
        case UUIDs.batteryLevel:
            battery = value.first.map(Int.init)
            say("battery \(battery.map(String.init) ?? "?") %")
        case UUIDs.location:
            sensorLocation = Self.locationName(value.first)
            say("sensor worn on: \(sensorLocation ?? "?")")
        default:
            break
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard characteristic.uuid == UUIDs.controlPoint else { return }
        isResettingEnergy = false
        if let error {
            say("can't reset energy expended: \(error.localizedDescription)")
        } else {
            hasResetEnergy = true
            startsSession = false
            say("energy expended was reset")
        }
    }

    private func received(_ value: Data, from peripheral: CBPeripheral, service: CBService?) {
        guard let reading = HeartRateReading(value) else {
            say("invalid measurement: \(value.count) bytes")
            return
        }
        heartRate = reading.beatsPerMinute
        lastReading = reading
        readingCount += 1
        isReconnected = connectionCount > 1
        let energy = reading.energyExpended.map { ", \($0) kJ" } ?? ""
        say("heart rate \(reading.beatsPerMinute)\(energy)")
        if let energy = reading.energyExpended, energy >= 50 || startsSession, !isResettingEnergy {
            resetEnergy(on: peripheral, service: service)
        }
    }

    private func resetEnergy(on peripheral: CBPeripheral, service: CBService?) {
        guard let point = service?.characteristics?.first(where: { $0.uuid == UUIDs.controlPoint }) else {
            return
        }
        isResettingEnergy = true
        peripheral.writeValue(Data([0x01]), for: point, type: .withResponse)
    }

    private static func locationName(_ code: UInt8?) -> String? {
        let names = ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"]
        return code.flatMap { names.indices.contains(Int($0)) ? names[Int($0)] : nil }
    }
}

extension HeartRateReading {
    /// Parses a Heart Rate Measurement (2A37); `nil` when there are fewer bytes than the flags require.
    public init?(_ data: Data) {
        var bytes = Array(data)[...]
        func take16() -> Int? {
            guard bytes.count >= 2 else { return nil }
            let low = bytes.removeFirst()
            return Int(low) | Int(bytes.removeFirst()) << 8
        }
        guard let flags = bytes.popFirst() else { return nil }
        if flags & 1 != 0 {
            guard let rate = take16() else { return nil }
            beatsPerMinute = rate
        } else {
            guard let rate = bytes.popFirst() else { return nil }
            beatsPerMinute = Int(rate)
        }
        hasContact = flags & 4 != 0 ? flags & 2 != 0 : nil
        if flags & 8 != 0 {
            guard let energy = take16() else { return nil }
            energyExpended = energy
        }
        if flags & 16 != 0 {
            while let ticks = take16() { intervals.append(TimeInterval(ticks) / 1024) }
        }
    }
}
