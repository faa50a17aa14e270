import FaradayTesting

@testable import FaradayClient

// What the app of a run asks for.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ChaosRun {
    private static let paths: [CharacteristicPath] = [
        CharacteristicPath("FF01", of: "FF00"), CharacteristicPath("FF02", of: "FF00"),
        CharacteristicPath("FF03", of: "FF00"), CharacteristicPath("2A19", of: "180F"),
        CharacteristicPath("2A19", in: ServicePath("180F", index: 1)),
        CharacteristicPath("FF12", of: "FF10"), CharacteristicPath("FF21", of: "FF20"),
        CharacteristicPath("2A37", of: "180D"), CharacteristicPath("FFFF", of: "FF00"),
    ]
    private static let notifying: [CharacteristicPath] = [
        CharacteristicPath("FF01", of: "FF00"), CharacteristicPath("FF01", of: "FF00"),
        CharacteristicPath("FF04", of: "FF00"), CharacteristicPath("2A19", of: "180F"),
        CharacteristicPath("2A19", in: ServicePath("180F", index: 1)), CharacteristicPath("FF03", of: "FF00"),
        CharacteristicPath("2A37", of: "180D"),
    ]

    func request(_ central: Central, _ identifier: PeerIdentifier) {
        let peripheral = central.peripheral(identifier)
        switch record.below(24) {
        case 0, 1: link(peripheral)
        case 2..<5: read(peripheral)
        case 5..<8: write(peripheral)
        case 8..<10: descriptor(peripheral)
        case 10..<13: discover(peripheral)
        case 13: start("rssi") { "\(try await peripheral.readRSSI())" }
        case 14: start("length") { "\(try await peripheral.maximumWriteLength(withResponse: false))" }
        case 15..<21: listen(peripheral)
        case 21:
            start("ready") { [central] in
                try await central.ready()
                return "on"
            }
        case 22: scan(central)
        default: start("channel", { "\(try await peripheral.core.request(.openChannel(psm: 0x99)))" })
        }
    }

    private func link(_ peripheral: Peripheral) {
        guard record.chance(40) else {
            return start("connect") {
                try await peripheral.connect()
                return "done"
            }
        }
        start("disconnect") {
            await peripheral.disconnect()
            return "done"
        }
    }

    private var limit: Nanoseconds? { record.chance(20) ? .milliseconds(record.below(2000)) : nil }

    private func read(_ peripheral: Peripheral) {
        let (path, limit) = (record.pick(Self.paths), limit)
        if record.chance(30) {
            let level = TypedCharacteristic<UInt8>("2A19", of: "180F")
            return start("typed read") { "\(try await peripheral.read(level, within: limit))" }
        }
        start("read \(path.uuid)") { "\(try await peripheral.read(path, within: limit))" }
    }

    private func write(_ peripheral: Peripheral) {
        let (path, limit) = (record.pick(Self.paths), limit)
        let bytes = [UInt8](repeating: 7, count: record.chance(50) ? record.below(20) : record.below(500))
        if record.chance(50) {
            return start("write") {
                try await peripheral.write(bytes, to: path, within: limit)
                return "done"
            }
        }
        let many = [UInt8](repeating: 8, count: record.below(4000))
        let target = CharacteristicPath("FF11", of: "FF10")
        let piece: Int? = record.chance(30) ? 1 + record.below(200) : nil
        start("send") {
            try await peripheral.writeWithoutResponse(many, to: target, pieceLength: piece, within: limit)
            return "done"
        }
    }

    private func descriptor(_ peripheral: Peripheral) {
        let path = DescriptorPath("2901", of: CharacteristicPath("FF03", of: "FF00"))
        if record.chance(50) { return start("read 2901") { "\(try await peripheral.read(path))" } }
        start("write 2901") {
            try await peripheral.write([1, 2], to: path)
            return "done"
        }
    }

    private func discover(_ peripheral: Peripheral) {
        let service = ServicePath(record.pick(["FF00", "180F", "FF10", "FF20", "FFF0"]))
        let some: [BluetoothUUID]? = record.chance(50) ? ["180F", "FF00"] : nil
        switch record.below(4) {
        case 0: start("services") { "\(try await peripheral.services(some))" }
        case 1: start("characteristics") { "\(try await peripheral.characteristics(of: service))" }
        case 2: start("included") { "\(try await peripheral.includedServices(of: service))" }
        default:
            let path = record.pick(Self.paths)
            start("descriptors") { "\(try await peripheral.descriptors(of: path))" }
        }
    }

    private func listen(_ peripheral: Peripheral) {
        let (path, survives) = (record.pick(Self.notifying), record.chance(40))
        let most: Int? = record.chance(60) ? record.below(6) : nil
        let isIdle = record.chance(15)
        let world = world
        start("\(survives ? "lasting " : "")notifications \(path.uuid)", isStream: true) {
            let values = peripheral.notifications(
                of: path, buffering: .newest(8), survivesDisconnection: survives)
            if isIdle {
                // Subscribes, and does not read for a long time.
                var iterator = values.makeAsyncIterator()
                try await world.sleep(for: .seconds(3))
                return "\(String(describing: try await iterator.next()))"
            }
            var count = 0
            for try await _ in values {
                count += 1
                if let most, count > most { break }
            }
            return "\(count) values"
        }
    }

    private func scan(_ central: Central) {
        let isRepeating = record.chance(50)
        let services: [BluetoothUUID] = record.chance(50) ? ["FF00"] : []
        start("scan", isStream: true) { [central] in
            var count = 0
            for try await _ in central.scan(for: services, repeating: isRepeating) {
                count += 1
                if count > 3 { break }
            }
            return "\(count) sightings"
        }
    }
}
