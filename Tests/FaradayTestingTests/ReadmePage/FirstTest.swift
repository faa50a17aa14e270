import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// Finds a heart rate strap, listens to it, and connects again when the link is lost.
final class HeartRateApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var manager: CBCentralManager!
    private var strap: CBPeripheral?
    private(set) var rates: [UInt8] = []

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        strap = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.delegate = self
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        let services = peripheral.services ?? []
        for service in services { peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for item in service.characteristics ?? [] { peripheral.setNotifyValue(true, for: item) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if let value = characteristic.value, value.count > 1 { rates.append(value[1]) }
    }
}

@Test(.simulated(seed: 7)) func valuesComeAgainAfterALostLink() async throws {
    let world = World.current
    let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
    let app = world.addPhone(.iOS(18)).run { HeartRateApp() }
    try await world.run(until: { app.rates.count == 3 })

    strap.move(to: .outOfRange, for: .seconds(30))
    try await world.run(until: { strap.connectionCount == 0 })
    try await world.run(until: { app.rates.count > 40 })
}
