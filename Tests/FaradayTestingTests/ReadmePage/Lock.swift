import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Reads everything that a lock has, once it is connected.
private final class LockApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var manager: CBCentralManager!
    private var lock: CBPeripheral?
    private(set) var value: Data?
    private(set) var connectError: CBError.Code?

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "FF00")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        lock = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.delegate = self
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        connectError = (error as? CBError)?.code
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] { peripheral.readValue(for: characteristic) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        value = characteristic.value
    }
}

@Suite struct LockTests {
    @Test(
        "README's lock pairs when it is read, and fails with code 14 when it has lost its bonds", .simulated)
    func pairsAndForgets() async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(18))
        let lock = world.add(
            DeviceDefinition(name: "Lock") {
                DeviceSecurity(.displayOnly)  // shows a passkey
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", .read, value: [1], requires: .authenticated)
                }
            })
        // The user reads the display, and types the passkey four seconds later.
        phone.onPairing { alert in .after(.seconds(4), .accept) }
        let app = phone.run { LockApp() }
        try await world.run(until: { app.value == Data([1]) })
        #expect(world.now > .zero + .seconds(4))
        #expect(phone.bonds.count == 1 && lock.bonds.count == 1)

        lock.forgetBonds()
        lock.reset()
        try await world.run(until: { app.connectError != nil })
        #expect(app.connectError == .peerRemovedPairingInformation)
    }
}
