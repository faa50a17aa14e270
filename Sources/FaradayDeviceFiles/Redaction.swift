import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Takes out of a recorded device what tells one specimen from another, so that the file can be shown to others.
package struct Redaction: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The address goes: the world's seed gives another.
    package static let address = Redaction(rawValue: 1)
    /// Digits of the name become zeros, if four or more follow each other, or if they stand behind a hyphen, a space or `#`.
    package static let name = Redaction(rawValue: 2)
    /// Serial Number String (2A25) and System ID (2A23) become zeros of the same length.
    package static let serialNumber = Redaction(rawValue: 4)

    package static let all: Redaction = [.address, .name, .serialNumber]

    /// The names of the parts on a command line.
    package static let names: [(String, Redaction)] = [
        ("address", .address), ("name", .name), ("serial", .serialNumber),
    ]

    /// The device without these.
    package func applied(to definition: DeviceDefinition) -> DeviceDefinition {
        var definition = definition
        if contains(.address) { definition.address = nil }
        if contains(.name) { redactName(&definition) }
        if contains(.serialNumber) { redactSerialNumbers(&definition) }
        return definition
    }

    private func redactName(_ definition: inout DeviceDefinition) {
        definition.name = Self.zeroed(definition.name)
        definition.advertising = definition.advertising.map(Self.renamed)
        guard var rules = definition.rules else { return }
        for index in rules.rules.indices {
            rules.rules[index].actions = rules.rules[index].actions.map { action in
                if case .advertise(let sets) = action { .advertise(sets.map(Self.renamed)) } else { action }
            }
        }
        definition.rules = rules
    }

    private static func renamed(_ set: DeviceAdvertising) -> DeviceAdvertising {
        set.with {
            $0.data.structures = $0.data.structures.map(renamed)
            $0.scanResponse.structures = $0.scanResponse.structures.map(renamed)
        }
    }

    private static func renamed(_ structure: AdvertisingData.Structure) -> AdvertisingData.Structure {
        switch structure {
        case .completeLocalName(let name): .completeLocalName(zeroed(name))
        case .shortenedLocalName(let name): .shortenedLocalName(zeroed(name))
        default: structure
        }
    }

    /// A name with zeros for its serial number; its length stays.
    static func zeroed(_ name: String) -> String {
        var result = ""
        var rest = name[...]
        while let first = rest.first {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty else {
                result.append(first)
                rest = rest.dropFirst()
                continue
            }
            let isMarked = result.last.map { "- #_".contains($0) } ?? false
            let isSerial = digits.count >= 4 || isMarked && digits.count >= 2
            result += isSerial ? String(repeating: "0", count: digits.count) : String(digits)
            rest = rest.dropFirst(digits.count)
        }
        return result
    }

    private func redactSerialNumbers(_ definition: inout DeviceDefinition) {
        let identifying: [BluetoothUUID] = ["2A25", "2A23"]
        for service in definition.services.indices {
            for item in definition.services[service].characteristics.indices
            where identifying.contains(definition.services[service].characteristics[item].uuid) {
                let count = definition.services[service].characteristics[item].value.count
                let isText = definition.services[service].characteristics[item].uuid == "2A25"
                definition.services[service].characteristics[item].value = Array(
                    repeating: isText ? UInt8(ascii: "0") : 0, count: count)
            }
        }
        definition.rules?.readings.removeAll { identifying.contains($0.characteristic.uuid) }
    }
}
