import CoreBluetooth
import Foundation

/// Finds out which settings the amplifier has: each model has others.
public final class MendedSettings: NSObject, SettingsApp {
    public private(set) var status = SettingsStatus.loading
    public private(set) var rows: [String] = []
    private let later: Later
    private let services = [CBUUID(string: "FF70"), CBUUID(string: "FF80")]
    private var central: CBCentralManager!
    private var amplifier: CBPeripheral?

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func open() {
        (status, rows) = (.loading, [])
        scan()
        later(20) { [weak self] in self?.giveUp() }
    }

    private func scan() {
        guard status == .loading, amplifier == nil, central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: services)
    }

    private func giveUp() {
        guard status == .loading else { return }
        fail()
        guard central.state == .poweredOn else { return }
        central.stopScan()
        if let amplifier { central.cancelPeripheralConnection(amplifier) }
    }

    private func fail() {
        (status, rows) = (.failed, [])
    }

    private func discover(_ peripheral: CBPeripheral) {
        peripheral.discoverServices(services)
        // The amplifier is slow when it wakes up; ask it again.
        later(4) { [weak self] in
            guard let self, status == .loading, peripheral.state == .connected else { return }
            discover(peripheral)
        }
    }
}

extension MendedSettings: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { return scan() }
        amplifier = nil
        if central.state != .unknown { fail() }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        amplifier = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        discover(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        fail()
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        fail()
    }
}

extension MendedSettings: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics(nil, for: service)
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard status == .loading || status == .ready else { return }
        let services = peripheral.services ?? []
        rows = services.flatMap { $0.characteristics ?? [] }.map(\.uuid.uuidString)
        if !services.isEmpty, services.allSatisfy({ $0.characteristics != nil }) { status = .ready }
    }
}
