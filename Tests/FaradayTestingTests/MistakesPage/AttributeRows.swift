import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// Mistakes with characteristics.
extension MistakeRow {
    static let attributes = [
        noCharacteristics, otherCharacteristic, neverUsed, neverSubscribed, neverSent, notReadable,
        notNotifying,
        notWritable, unansweredWrite, longWrite, longUnansweredWrite, pairingRefused, conditionElsewhere,
    ]

    private static let box = DeviceDefinition(name: "Box") {
        DeviceAdvertising(services: ["180D"])
        DeviceService("180D") {
            DeviceCharacteristic("2A37", .notify)
            DeviceCharacteristic("FF01", .write)
            DeviceCharacteristic("FF02", .writeWithoutResponse)
            DeviceCharacteristic("FF03", .read, value: [1], requires: .encrypted)
        }
    }

    /// Does something with each characteristic of the box.
    private class BoxApp: StrapApp {
        var item: String { "2A37" }
        override func peripheral(
            _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
        ) {
            for each in service.characteristics ?? [] where each.uuid == CBUUID(string: item) {
                use(each, of: peripheral)
            }
        }
    }

    private static func runs(_ device: DeviceDefinition, _ app: @autoclosure () -> StrapApp) async throws {
        let world = World.current
        world.add(device)
        let app = world.addPhone().run { app() }
        try await world.run(until: { !app.rates.isEmpty })
    }

    private static let noCharacteristics = MistakeRow(
        "Forgetting to discover characteristics",
        names: ["Box", "services"], writes: ["discoverCharacteristics(_:for:)"]
    ) {
        final class App: StrapApp {
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                peripheral.delegate = self
                peripheral.discoverServices(nil)  // mistake
            }
            override func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
                for item in peripheral.services?.first?.characteristics ?? [] {
                    peripheral.setNotifyValue(true, for: item)
                }
            }
        }
        try await runs(box, App())
    }

    private static let otherCharacteristic = MistakeRow(
        "Discovering a characteristic that the service does not have",
        names: ["Box's service 180D (Heart Rate) has no characteristic 2A38"],
        writes: ["discoverCharacteristics([CBUUID(string: \"2A37\")"]
    ) {
        final class App: StrapApp {
            override func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
                guard let service = peripheral.services?.first else { return }
                peripheral.discoverCharacteristics([CBUUID(string: "2A38")], for: service)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let neverUsed = MistakeRow(
        "Discovering characteristics and using none",
        names: ["Box", "characteristics"], writes: ["readValue(for:)", "setNotifyValue(true, for:"]
    ) {
        final class App: StrapApp {
            override func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
                guard let service = peripheral.services?.first else { return }
                peripheral.discoverCharacteristics(nil, for: service)  // mistake
            }
            override func use(_ rate: CBCharacteristic, of peripheral: CBPeripheral) {}
        }
        try await runs(box, App())
    }

    private static let neverSubscribed = MistakeRow(
        "Waiting for notifications without setNotifyValue",
        names: ["HR-1", "2A37 (Heart Rate Measurement)", "subscribed"], writes: ["setNotifyValue(true, for:"]
    ) {
        final class App: StrapApp {
            override func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
                guard let service = peripheral.services?.first else { return }
                peripheral.discoverCharacteristics(nil, for: service)  // mistake
            }
            override func use(_ rate: CBCharacteristic, of peripheral: CBPeripheral) {}
        }
        try await runs(.heartRateMonitor(name: "HR-1"), App())
    }

    private static let neverSent = MistakeRow(
        "Waiting for a value that the device never sends",
        names: ["Box has not sent a value of 2A37"], writes: ["device.update(\"2A37\","]
    ) {
        final class App: BoxApp {
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.setNotifyValue(true, for: item)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let notReadable = MistakeRow(
        "Reading a characteristic without the read property",
        names: ["readNotPermitted", "2A37"], writes: ["setNotifyValue(true, for:", ".properties"]
    ) {
        final class App: BoxApp {
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.readValue(for: item)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let notNotifying = MistakeRow(
        "Subscribing to a characteristic without the notify property",
        names: ["FF01", "notify"], writes: [".notify", ".properties"]
    ) {
        final class App: BoxApp {
            override var item: String { "FF01" }
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.setNotifyValue(true, for: item)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let notWritable = MistakeRow(
        "Writing with response to a characteristic without the write property",
        names: ["FF02", "writeNotPermitted"], writes: ["type: .withoutResponse"]
    ) {
        final class App: BoxApp {
            override var item: String { "FF02" }
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.writeValue(Data([1]), for: item, type: .withResponse)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let unansweredWrite = MistakeRow(
        "Writing without response to a characteristic that answers writes",
        names: ["FF01", "Write Without Response"], writes: ["type: .withResponse"]
    ) {
        final class App: BoxApp {
            override var item: String { "FF01" }
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.writeValue(Data([1]), for: item, type: .withoutResponse)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let longWrite = MistakeRow(
        "Writing more than 512 bytes",
        names: ["FF01", "invalidAttributeValueLength"],
        writes: ["maximumWriteValueLength(for: .withResponse)"]
    ) {
        final class App: BoxApp {
            override var item: String { "FF01" }
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.writeValue(Data(count: 600), for: item, type: .withResponse)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let longUnansweredWrite = MistakeRow(
        "Writing more without response than fits",
        names: ["600 bytes"], writes: ["maximumWriteValueLength(for: .withoutResponse)"]
    ) {
        final class App: BoxApp {
            override var item: String { "FF02" }
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.writeValue(Data(count: 600), for: item, type: .withoutResponse)  // mistake
            }
        }
        try await runs(box, App())
    }

    private static let pairingRefused = MistakeRow(
        "A user who refuses the pairing that a characteristic needs",
        names: ["FF03", "insufficient"], writes: ["phone.onPairing { _ in .accept }"]
    ) {
        final class App: BoxApp {
            override var item: String { "FF03" }
            override func use(_ item: CBCharacteristic, of peripheral: CBPeripheral) {
                peripheral.readValue(for: item)  // mistake
            }
        }
        let world = World.current
        world.add(box)
        let phone = world.addPhone()
        phone.onPairing { _ in .reject }
        let app = phone.run { App() }
        try await world.run(until: { !app.rates.isEmpty })
    }

    private static let conditionElsewhere = MistakeRow(
        "A condition that does not depend on what the app does",
        names: ["2A37 (Heart Rate Measurement)", "599 values", "condition"],
        writes: ["peripheral(_:didUpdateValueFor:error:)"]
    ) {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { StrapApp() }
        let first = app.rates.first
        try await world.run(until: { first != nil })  // mistake
        withExtendedLifetime(app) {}
    }
}
