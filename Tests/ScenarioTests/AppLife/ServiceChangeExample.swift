import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// An app that discovers a device's services, and discovers them again when they change.
private final class ServiceList: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?
    private(set) var services: [CBUUID] = []
    private(set) var invalidated: [CBUUID] = []

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.delegate = self
        peripheral.discoverServices(nil)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        services = (peripheral.services ?? []).map(\.uuid)
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        invalidated += invalidatedServices.map(\.uuid)
        peripheral.discoverServices(nil)
    }
}

/// The example of `Documentation/AppLife.md` for services that change.
@Suite struct ServiceChangeExample {
    @Test(.simulated(seed: 36))
    func firmwareUpdate() async throws {
        let world = World.current
        let battery = DeviceService("180F") { DeviceCharacteristic("2A19", .read, value: [42]) }
        let device = world.add(
            DeviceDefinition(name: "Sensor") {
                DeviceAdvertising(services: ["180F"])
                battery
                DeviceService("FFF0") { DeviceCharacteristic("FFF1", .notify) }
            })
        let app = world.addPhone().run { ServiceList() }
        try await world.run(until: { app.services == ["180F", "FFF0"].map(CBUUID.init(string:)) })

        // After a firmware update the first service is the same, and the second one is another.
        let update = DeviceService("FE59") { DeviceCharacteristic("FE5A", .write) }
        try device.setServices([battery, update], keeping: [0, nil])
        try await world.run(until: { app.services == ["180F", "FE59"].map(CBUUID.init(string:)) })
        #expect(app.invalidated == [CBUUID(string: "FFF0")])
    }
}
