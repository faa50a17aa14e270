import CoreBluetooth
import Foundation
import InteropLayout

/// What the checks are made of.
extension Central {
    func find(_ name: String) throws {
        try require(
            wait { self.manager.state == .poweredOn }, "the manager is in state \(manager.state.rawValue)")
        manager.scanForPeripherals(withServices: [Layout.service])
        let isFound = wait {
            self.peripheral?.name == name && self.advertisement[CBAdvertisementDataLocalNameKey] != nil
        }
        // What else there is comes in another report; not all controllers have one.
        _ = wait(3) { self.advertisement[CBAdvertisementDataManufacturerDataKey] != nil }
        manager.stopScan()
        try require(isFound, "not found; heard \(advertisement)")
    }

    func connect() throws {
        guard let peripheral else { throw Script.Failure(reason: "nobody to connect to") }
        let before = connections
        manager.connect(peripheral)
        try require(wait { self.connections > before || !self.failures.isEmpty }, "no answer to connect")
        try require(connections > before, "didFailToConnect: \(failures)")
    }

    func discover() throws {
        guard let peripheral else { throw Script.Failure(reason: "not connected") }
        var expected = discoveries + 1
        peripheral.discoverServices(nil)
        try require(wait { self.discoveries == expected }, "no didDiscoverServices")
        for service in peripheral.services ?? [] {
            expected += 1
            peripheral.discoverCharacteristics(nil, for: service)
        }
        try require(wait { self.discoveries == expected }, "no didDiscoverCharacteristics")
    }

    func read(_ uuid: CBUUID) throws -> (value: [UInt8], error: Error?) {
        guard let peripheral, let characteristic = characteristic(uuid) else {
            throw Script.Failure(reason: "\(uuid) was not discovered")
        }
        let before = values.count
        peripheral.readValue(for: characteristic)
        // A user may have to pair first.
        try require(wait { self.values[before...].contains { $0.uuid == uuid } }, "no answer to a read")
        let answer = values[before...].first { $0.uuid == uuid }
        return (answer?.value ?? [], answer?.error)
    }

    func write(_ bytes: [UInt8], to uuid: CBUUID) throws -> Error? {
        guard let peripheral, let characteristic = characteristic(uuid) else {
            throw Script.Failure(reason: "\(uuid) was not discovered")
        }
        let before = writes.count
        peripheral.writeValue(Data(bytes), for: characteristic, type: .withResponse)
        try require(wait { self.writes.count > before }, "no answer to a write")
        return writes[before].error
    }

    /// Writes without response, as fast as the queue has room (behaviour 5.16–5.18).
    func stream(_ packets: [[UInt8]], to uuid: CBUUID) throws {
        guard let peripheral, let characteristic = characteristic(uuid) else {
            throw Script.Failure(reason: "\(uuid) was not discovered")
        }
        for (index, packet) in packets.enumerated() {
            let hasRoom = wait { peripheral.canSendWriteWithoutResponse }
            try require(hasRoom, "no room for packet \(index)")
            peripheral.writeValue(Data(packet), for: characteristic, type: .withoutResponse)
        }
    }

    func subscribe(_ uuid: CBUUID, _ isOn: Bool = true) throws {
        guard let peripheral, let characteristic = characteristic(uuid) else {
            throw Script.Failure(reason: "\(uuid) was not discovered")
        }
        let before = notifyStates.count
        peripheral.setNotifyValue(isOn, for: characteristic)
        try require(wait { self.notifyStates.count > before }, "no didUpdateNotificationState")
        let state = notifyStates[before]
        try require(state.error == nil && state.isNotifying == isOn, "\(state)")
    }

    /// The values of a characteristic that came by themselves.
    func received(_ uuid: CBUUID) -> [[UInt8]] { values.filter { $0.uuid == uuid }.map(\.value) }

    func letGo() throws {
        guard let peripheral else { return }
        let before = endings.count
        manager.cancelPeripheralConnection(peripheral)
        try require(wait { self.endings.count > before }, "no didDisconnectPeripheral")
        try require(endings[before] == nil, "ended with \(String(describing: endings[before]))")
    }
}

/// Code and domain of an error, short.
func text(_ error: Error?) -> String {
    guard let error else { return "no error" }
    if let error = error as? CBATTError { return "ATT \(error.errorCode)" }
    if let error = error as? CBError { return "CB \(error.errorCode)" }
    return "\(error)"
}
