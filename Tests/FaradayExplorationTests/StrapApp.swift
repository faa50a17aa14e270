import Dispatch
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// An app that shows the heart rate of the first strap, as a user means it: it connects again whenever a link ends, and
/// starts over when Bluetooth comes back. `bug`: what it does wrong.
final class StrapApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    enum Bug {
        /// It does not connect again.
        case staysAway
        /// It scans at once, whatever the state.
        case scansTooEarly
        /// It shows the value of the last link until the next one comes.
        case keepsOldValue
    }

    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?
    private let bug: Bug?
    private(set) var heartRate: Int?
    private(set) var isConnected = false

    init(_ bug: Bug? = nil) {
        self.bug = bug
        super.init()
        let manager = CBCentralManager(delegate: self, queue: DispatchQueue(label: "strap"))
        self.manager = manager
        if bug == .scansTooEarly { manager.scanForPeripherals(withServices: [CBUUID(string: "180D")]) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return end() }
        peripheral = nil
        central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
    }

    private func end() {
        isConnected = false
        if bug != .keepsOldValue { heartRate = nil }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isConnected = true
        // A callback can be late: the link may have ended meanwhile, and the next callback says so.
        guard peripheral.state == .connected else { return }
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        central.connect(peripheral)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        end()
        if bug != .staysAway { central.connect(peripheral) }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard peripheral.state == .connected else { return }
        guard error == nil, let service = peripheral.services?.first else { return startOver() }
        peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        guard peripheral.state == .connected else { return }
        guard error == nil, let measurement = service.characteristics?.first else { return startOver() }
        peripheral.setNotifyValue(true, for: measurement)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        if error != nil, peripheral.state == .connected { startOver() }
    }

    /// Ends the link; the next one may be better.
    private func startOver() {
        guard let manager, let peripheral, manager.state == .poweredOn else { return }
        manager.cancelPeripheralConnection(peripheral)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard error == nil, let value = characteristic.value, value.count >= 2 else { return }
        heartRate = Int(value[value.startIndex + 1])
    }
}

/// Bodies with the app.
enum StrapBodies {
    /// The app shows a value, and after thirty seconds of whatever happens it shows one again.
    static func shows(_ bug: StrapApp.Bug?) -> @Sendable (World) throws -> Void {
        { world in
            world.add(.heartRateMonitor(name: "HR-1"))
            let app = world.addPhone().run { StrapApp(bug) }
            world.always("a value is only shown while connected") {
                app.heartRate == nil || app.isConnected
            }
            try world.run(until: { app.heartRate != nil })
            try world.run(for: .seconds(30))
            try world.run(until: { app.heartRate != nil })
        }
    }
}

extension StrapBodies {
    /// The app tries for twenty seconds; whatever comes of it is right.
    static let tries: @Sendable (World) throws -> Void = { world in
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { StrapApp() }
        try world.run(for: .seconds(20))
        withExtendedLifetime(app) {}
    }
}
