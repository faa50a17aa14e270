import CoreBluetooth
import Foundation
import InteropLayout

@MainActor func checkDiscovery() {
    script.check("advertisement: manufacturer data") {
        let data = central.advertisement[CBAdvertisementDataManufacturerDataKey] as? Data
        try require(data.map(Array.init) == [0x59, 0x00, 1, 2, 3], "\(central.advertisement)")
    }
    script.check("discover included services") {
        guard let service = central.peripheral?.services?.first(where: { $0.uuid == Layout.service }) else {
            throw Script.Failure(reason: "no service")
        }
        let before = central.discoveries
        central.peripheral?.discoverIncludedServices(nil, for: service)
        try require(wait { central.discoveries > before }, "no answer")
        let included = service.includedServices?.map(\.uuid) ?? []
        try require(included == [CBUUID(string: "180F")], "\(included)")
    }
    script.check("discover and read a descriptor") {
        guard let characteristic = central.characteristic(Layout.short) else {
            throw Script.Failure(reason: "no characteristic")
        }
        let before = central.discoveries
        central.peripheral?.discoverDescriptors(for: characteristic)
        try require(wait { central.discoveries > before }, "no answer")
        let description = characteristic.descriptors?.first { $0.uuid == CBUUID(string: "2901") }
        guard let description else { throw Script.Failure(reason: "no description") }
        central.peripheral?.readValue(for: description)
        try require(wait { !central.descriptorValues.isEmpty }, "no value")
        try require(central.descriptorValues[0] as? String == "short", "\(central.descriptorValues)")
    }
}

@MainActor func checkValues() {
    script.check("read") {
        let answer = try central.read(Layout.short)
        try require(answer.value == [1, 2, 3] && answer.error == nil, "\(answer)")
    }
    script.check("read a long value (400 bytes)") {
        let answer = try central.read(Layout.long)
        try require(answer.value == Layout.longValue, "\(answer.value.count) bytes, \(text(answer.error))")
    }
    script.check("read: the application's error 0x80") {
        let answer = try central.read(Layout.failing)
        try require(text(answer.error) == "ATT 128", text(answer.error))
    }
    script.check("write with response") {
        let error = try central.write([5, 6, 7], to: Layout.echo)
        try require(error == nil, text(error))
        let value = try central.read(Layout.echo).value
        try require(value == [5, 6, 7], "the value is \(value)")
    }
    script.check("write a long value (400 bytes, prepared)") {
        let error = try central.write(Layout.longValue, to: Layout.echo)
        try require(error == nil, text(error))
        let value = try central.read(Layout.echo).value
        try require(value == Layout.longValue, "read back \(value.count) bytes")
    }
    script.check("write: the application's error 0x81") {
        let error = try central.write([1], to: Layout.refusing)
        try require(text(error) == "ATT 129", text(error))
    }
    script.check("write without response, 200 packets in order") {
        try central.stream((0..<200).map { [UInt8($0), UInt8($0 / 2), 3] }, to: Layout.stream)
        var count: [UInt8] = []
        let isWhole = wait {
            count = (try? central.read(Layout.stream).value) ?? []
            return count == [200, 1]
        }
        try require(isWhole, "the server has seen \(count) (count, in order)")
    }
    script.check("MTU") {
        let length = central.peripheral?.maximumWriteValueLength(for: .withoutResponse) ?? 0
        let wanted = ProcessInfo.processInfo.environment["FARADAY_MTU"].flatMap(Int.init) ?? 185
        try require(length == wanted - 3, "\(length) bytes in a write without response")
    }
    script.check("RSSI") {
        central.peripheral?.readRSSI()
        try require(wait { !central.signals.isEmpty }, "no didReadRSSI")
    }
}

@MainActor func checkUpdates() {
    script.check("notifications, \(Layout.notifications) in order") {
        try central.subscribe(Layout.notifying)
        let expected = (0..<Layout.notifications).map { [UInt8($0)] }
        try require(
            wait { central.received(Layout.notifying).count >= expected.count },
            "\(central.received(Layout.notifying).count) came")
        try require(central.received(Layout.notifying) == expected, "\(central.received(Layout.notifying))")
        try central.subscribe(Layout.notifying, false)
    }
    script.check("indications, \(Layout.indications) in order") {
        try central.subscribe(Layout.indicating)
        let expected = (0..<Layout.indications).map { [UInt8($0)] }
        try require(
            wait { central.received(Layout.indicating).count >= expected.count },
            "\(central.received(Layout.indicating).count) came")
        try require(central.received(Layout.indicating) == expected, "\(central.received(Layout.indicating))")
    }
}

@MainActor func checkEndings() {
    script.check("the peer disconnects: code 7") {
        let before = central.endings.count
        _ = try central.write([1], to: Layout.control)
        try require(wait { central.endings.count > before }, "still connected")
        try require(text(central.endings[before]) == "CB 7", text(central.endings[before]))
    }
    script.check("connect again") {
        try central.connect()
        try central.discover()
        let value = try central.read(Layout.short).value
        try require(value == [1, 2, 3], "the value is \(value)")
    }
    script.check("the app disconnects") { try central.letGo() }
}

@MainActor func checkPairing(_ uuid: CBUUID) {
    script.check("a read pairs, and succeeds") {
        let answer = try central.read(uuid)
        try require(answer.error == nil && !answer.value.isEmpty, text(answer.error))
    }
    script.check("notifications on the encrypted link") {
        try central.subscribe(Layout.notifying)
        try require(
            wait { central.received(Layout.notifying).count >= Layout.notifications }, "they do not come")
    }
    script.check("the app disconnects") { try central.letGo() }
    script.check("connect again with the bond") {
        try central.connect()
        try central.discover()
        let answer = try central.read(uuid)
        try require(answer.error == nil && !answer.value.isEmpty, text(answer.error))
    }
    script.check("the peer disconnects: code 7") {
        let before = central.endings.count
        _ = try central.write([1], to: Layout.control)
        try require(wait { central.endings.count > before }, "still connected")
        try require(text(central.endings[before]) == "CB 7", text(central.endings[before]))
    }
}
