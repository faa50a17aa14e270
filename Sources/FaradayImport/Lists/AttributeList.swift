import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// A device out of a list of attributes as `gatttool`, `bluetoothctl`, bleak's example and Bumble's `gatt-dump` print it.
///
/// It has the database and the values that were read. A list says nothing of advertising, of security, or of what a device
/// does.
package struct AttributeList: Sendable {
    /// What the lists say.
    package let definition: DeviceDefinition
    /// One line about it, and what the lists do not say, in words.
    package let report: [String]

    /// Reads texts, which may be parts of one list: those of several commands.
    ///
    /// - Returns: `nil` if no line of them is of a list.
    package init?(_ texts: [String]) {
        let facts = texts.flatMap(Self.facts)
        let listed = ListedDatabase(facts)
        guard !listed.database.services.isEmpty || !listed.database.strays.isEmpty else { return nil }
        let device = ImportedDevice(listed: listed.database)
        var definition = device.definition
        // Some systems show no app the services of the stack.
        if !device.database.services.contains(where: { $0.uuid == "1801" }) {
            definition.hasServiceChanged = true
        }
        self.definition = definition
        report = Self.report(of: device, withoutProperties: listed.withoutProperties)
    }

    /// Whether any line of a text is of a list, or of a part of one.
    package static func isPart(_ text: String) -> Bool { !facts(text).isEmpty }

    private static func facts(_ text: String) -> [ListedFact] {
        var readers: [any ListedLines] = [
            GatttoolLines(), BumbleLines(), BleakLines(), BluetoothctlLines(),
        ]
        var facts: [ListedFact] = []
        for raw in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
            let line = ListedLine(raw)
            for index in readers.indices { facts += readers[index].facts(in: line) }
        }
        return facts
    }

    private static func report(
        of device: ImportedDevice, withoutProperties: [ImportedDatabase.Characteristic]
    ) -> [String] {
        let database = device.database
        let values = database.characteristics.count { !$0.readings.isEmpty }
        var lines = [
            "device" + (device.name.map { " \"\($0)\"" } ?? "")
                + ": \(Count.of(database.services.count, "service")),"
                + " \(Count.of(database.characteristics.count, "characteristic")), \(Count.of(values, "value"))",
            "not known:",
            "  the advertising: a list of attributes has none, and nobody finds the device without it; write it into"
                + " the file, such as \"advertising\": [{ \"services\": [\"180D\"] }]",
            "  security, and what the device does: a list of attributes does not say it",
        ]
        if device.name == nil { lines.append("  the name: nobody read it") }
        for item in withoutProperties {
            lines.append(
                "  characteristic \(item.uuid) at \(hexadecimal(item.handle)): its properties are not in the list"
            )
        }
        return lines + device.databaseUnknowns.map { "  " + $0 }
    }
}

extension ImportedDevice {
    fileprivate init(listed database: ImportedDatabase) {
        self.init(
            identity: .list, isRebuilt: false, packetCount: 0, firstSeen: 0, lastSeen: 0, advertising: [],
            database: database,
            security: ImportedSecurity(), conversation: ImportedConversation(), rules: [], mtu: nil,
            links: [],
            databaseChanges: [], encryption: ImportedEncryption([]), senselessPackets: 0, gaps: 0,
            unreadUnits: 0, requestsOfDevice: 0)
    }
}
