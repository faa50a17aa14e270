import CoreBluetooth
import Foundation

/// The Bluetooth layer of a heart-rate app: it finds a monitor, maintains the link, and reports its readings.
///
/// It gives an attempt to connect ten seconds. After a lost link it tries again at once, and after attempts that fail it
/// pauses, longer each time. While connected it measures the signal, and it connects again if the monitor falls silent.
public final class HeartRateApp: NSObject {
    private enum UUIDs {
        static var heartRate: CBUUID { CBUUID(string: "180D") }
        static var measurement: CBUUID { CBUUID(string: "2A37") }
        static var location: CBUUID { CBUUID(string: "2A38") }
        static var controlPoint: CBUUID { CBUUID(string: "2A39") }
        static var battery: CBUUID { CBUUID(string: "180F") }
        static var batteryLevel: CBUUID { CBUUID(string: "2A19") }
    }

    /// Seconds.
    private enum Times {
        static let connecting: TimeInterval = 10
        static let betweenSignals: TimeInterval = 5
        static let silence: TimeInterval = 15
        static let longestPause: TimeInterval = 30
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

    /// When the last reading came.
    public private(set) var lastReadingDate: Date?
    /// The strength of the monitor's signal in dBm, as of the last poll.
    public private(set) var rssi: Int?
    /// How often the strength of the signal was measured.
    public private(set) var rssiCount = 0
    /// How many attempts to connect were given up because the monitor was not there in time.
    public private(set) var timeoutCount = 0
    /// How many links were given up because no reading came.
    public private(set) var silenceCount = 0

    private var central: CBCentralManager!
    private var monitor: CBPeripheral?
    private var isLeaving = false
    private var isResettingEnergy = false
    private var startsSession: Bool

    private let queue: DispatchQueue
    /// Whether there is a link whose end was not reported yet.
    private var isLinked = false
    /// Attempts to connect since the last reading.
    private var attempts = 0
    private var connectTimeout: DispatchWorkItem?
    private var nextAttempt: DispatchWorkItem?
    private var rssiTimer: DispatchSourceTimer?
    private var watchdog: DispatchSourceTimer?

    /// - Parameter startsSession: Whether the app resets the energy expended at the first reading; otherwise it resets
    ///   it at 50 kJ.
    public init(
        startsSession: Bool = false, queue: DispatchQueue? = nil, onEvent: ((String) -> Void)? = nil
    ) {
        self.startsSession = startsSession
        self.onEvent = onEvent
        self.queue = queue ?? .main
        super.init()
        central = CBCentralManager(delegate: self, queue: queue)
    }

    deinit { stopTimers() }

    public var isConnected: Bool { monitor?.state == .connected }
    public var isConnecting: Bool { monitor?.state == .connecting }

    /// Disconnects the monitor permanently; after the end of the link the app has no monitor.
    public func disconnect() {
        guard let monitor, !isLeaving else { return }
        stopTimers()
        guard monitor.state != .disconnected else {
            // In a pause between two attempts there is nothing to cancel, and no callback would come.
            self.monitor = nil
            return
        }
        isLeaving = true
        central.cancelPeripheralConnection(monitor)
    }

    public var hasMonitor: Bool { monitor != nil }

    private func say(_ text: String) { onEvent?(text) }
}

// MARK: - Connecting, and connecting again

extension HeartRateApp {
    private func connect() {
        guard let monitor, central.state == .poweredOn else { return }
        attempts += 1
        central.connect(monitor)
        connectTimeout = after(Times.connecting) { app in app.giveUpConnecting() }
    }

    private func giveUpConnecting() {
        guard let monitor, monitor.state == .connecting else { return }
        timeoutCount += 1
        say("no connection within \(Int(Times.connecting)) s")
        // The system tells of the end of the attempt by didDisconnectPeripheral, without an error.
        central.cancelPeripheralConnection(monitor)
    }

    /// Connects at once if readings came over the last link, and otherwise after 1, 2, 4 … 30 seconds, less up to a
    /// quarter, so that many phones don't come back together.
    private func connectAgain() {
        guard attempts > 0 else { return connect() }
        let pause = min(TimeInterval(1 << min(attempts - 1, 5)), Times.longestPause) * .random(in: 0.75...1)
        say("trying again in \(String(format: "%.1f", pause)) s")
        nextAttempt = after(pause) { app in app.connect() }
    }

    private func after(
        _ seconds: TimeInterval, _ action: @escaping (HeartRateApp) -> Void
    ) -> DispatchWorkItem {
        let item = DispatchWorkItem { [weak self] in
            if let self { action(self) }
        }
        queue.asyncAfter(deadline: .now() + seconds, execute: item)
        return item
    }

    private func stopTimers() {
        connectTimeout?.cancel()
        nextAttempt?.cancel()
        rssiTimer?.cancel()
        watchdog?.cancel()
        (connectTimeout, nextAttempt, rssiTimer, watchdog) = (nil, nil, nil, nil)
    }
}

// MARK: - While there is a link

extension HeartRateApp {
    private func startTimers() {
        rssiTimer = timer { app in app.monitor?.readRSSI() }
        rssiTimer?.schedule(deadline: .now() + Times.betweenSignals, repeating: Times.betweenSignals)
        rssiTimer?.resume()
        watchdog = timer { app in app.giveUpLink() }
        feedWatchdog()
        watchdog?.resume()
    }

    private func timer(_ action: @escaping (HeartRateApp) -> Void) -> DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in
            guard let self, isConnected else { return }
            action(self)
        }
        return timer
    }

    /// The watchdog barks if it is not fed again in time.
    private func feedWatchdog() { watchdog?.schedule(deadline: .now() + Times.silence) }

    private func giveUpLink() {
        guard let monitor, !isLeaving else { return }
        silenceCount += 1
        say("no reading for \(Int(Times.silence)) s, connecting again")
        central.cancelPeripheralConnection(monitor)
    }
}

// MARK: - Callbacks

extension HeartRateApp: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state != .poweredOn {
            // Links and attempts have ended, and nothing else tells of it.
            stopTimers()
            isLinked = false
            if isLeaving { (monitor, isLeaving) = (nil, false) }
        }
        switch central.state {
        case .poweredOn:
            if let monitor { return connectAnew(to: monitor) }
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

    /// Bluetooth is on again. After a reset of the system's Bluetooth the peripheral's old object is of no use.
    private func connectAnew(to known: CBPeripheral) {
        say("Bluetooth is on again, connecting")
        let peripheral = central.retrievePeripherals(withIdentifiers: [known.identifier]).first ?? known
        peripheral.delegate = self
        (monitor, attempts) = (peripheral, 0)
        connect()
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
        connect()
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connectTimeout?.cancel()
        isLinked = true
        connectionCount += 1
        say("connected")
        startTimers()
        peripheral.discoverServices([UUIDs.heartRate, UUIDs.battery])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        stopTimers()
        say("failed to connect: \(error?.localizedDescription ?? "no reason given")")
        connectAgain()
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        stopTimers()
        let wasLinked = isLinked
        (isLinked, isResettingEnergy) = (false, false)
        if wasLinked { lastDisconnectError = error }
        guard peripheral == monitor, !isLeaving else {
            say("disconnected")
            (monitor, isLeaving) = (nil, false)
            return
        }
        if wasLinked {
            say("lost the link: \(error?.localizedDescription ?? "closed")")
        } else if let error {
            say("failed to connect: \(error.localizedDescription)")
        }
        connectAgain()
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

    public func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        guard error == nil else { return }
        rssi = RSSI.intValue
        rssiCount += 1
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
        attempts = 0
        feedWatchdog()
        heartRate = reading.beatsPerMinute
        (lastReading, lastReadingDate) = (reading, Date())
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
