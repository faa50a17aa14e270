import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// Mistakes in the peripheral role.
extension MistakeRow {
    static let local = [addedTooEarly, advertisedTooEarly, updateIgnored, unanswered]

    /// Publishes a characteristic that notifies, and advertises.
    private class Sensor: NSObject, CBPeripheralManagerDelegate {
        var manager: CBPeripheralManager!
        var subscribers = 0
        let rate = CBMutableCharacteristic(
            type: CBUUID(string: "2A37"), properties: [.notify, .read], value: nil, permissions: .readable)
        var service: CBMutableService {
            let service = CBMutableService(type: CBUUID(string: "180D"), primary: true)
            service.characteristics = [rate]
            return service
        }
        func start() { manager = CBPeripheralManager(delegate: self, queue: nil) }
        func advertise() {
            manager.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180D")]])
        }
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            guard peripheral.state == .poweredOn else { return }
            peripheral.add(service)
        }
        func peripheralManager(
            _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
        ) { advertise() }
        func peripheralManager(
            _ peripheral: CBPeripheralManager, central: CBCentral,
            didSubscribeTo characteristic: CBCharacteristic
        ) { subscribers += 1 }
        func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {}
    }

    private static let addedTooEarly = MistakeRow(
        "Adding a service before the state is poweredOn",
        names: ["CBPeripheralManager.add(_:)", "powered on"], writes: ["peripheralManagerDidUpdateState(_:)"]
    ) {
        final class App: Sensor {
            override func start() {
                super.start()
                manager.add(service)  // mistake
            }
            override func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
        }
        let world = World.current
        let sensor = App()
        world.addPhone(name: "sensor").run { sensor.start() }
        try await world.run(until: { sensor.manager.isAdvertising })
    }

    private static let advertisedTooEarly = MistakeRow(
        "Advertising before a service was added",
        names: ["sensor", "no service 180D (Heart Rate)"],
        writes: ["add(_:)", "peripheralManager(_:didAdd:error:)"]
    ) {
        final class App: Sensor {
            override func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
                guard peripheral.state == .poweredOn else { return }
                let keys = [CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180D")]]
                peripheral.startAdvertising(keys)  // mistake
            }
        }
        let world = World.current
        let sensor = App()
        world.addPhone(name: "sensor").run { sensor.start() }
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { !app.rates.isEmpty })
        withExtendedLifetime(sensor) {}
    }

    private static let updateIgnored = MistakeRow(
        "Ignoring that updateValue returned false",
        names: ["sensor", "updateValue", "2A37", "returned false"],
        writes: ["peripheralManagerIsReady(toUpdateSubscribers:)"]
    ) {
        final class App: Sensor {
            func send(_ value: UInt8) {
                _ = manager.updateValue(Data([0, value]), for: rate, onSubscribedCentrals: nil)  // mistake
            }
        }
        let world = World.current
        let sensor = App()
        world.addPhone(name: "sensor").run { sensor.start() }
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { sensor.subscribers == 1 })
        for value in 1...100 as ClosedRange<UInt8> { sensor.send(value) }
        try await world.run(until: { app.rates.count == 100 })
    }

    private static let unanswered = MistakeRow(
        "A read request that is never answered",
        names: ["CBPeripheralManager.respond(to:withResult:)", "did not answer"],
        writes: ["respond(to: request, withResult: .success)"]
    ) {
        final class Reader: StrapApp {
            override func use(_ rate: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.readValue(for: rate)
            }
        }
        let world = World.current
        let sensor = Sensor()
        world.addPhone(name: "sensor").run { sensor.start() }
        let app = world.addPhone().run { Reader() }
        try await world.run(until: { !app.rates.isEmpty })  // mistake
        withExtendedLifetime(sensor) {}
    }
}
