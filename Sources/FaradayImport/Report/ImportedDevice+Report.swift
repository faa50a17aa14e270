import BluetoothHost
import BluetoothTypes
import BluetoothWire

extension ImportedDevice {
    /// What was found, with the numbers of the packets that say it, and then what is not known; plain lines of text.
    package var report: [String] {
        var lines = [heading]
        lines += links.map(\.line)
        lines += encryption.lines
        for set in advertising { lines += set.lines }
        if let mtu {
            let what = isRebuilt ? "\(mtu.value) is in use" : "the device offers \(mtu.value)"
            lines.append("MTU: \(what) (packet \(mtu.place))")
        }
        lines += databaseLines
        lines += security.lines
        lines += conversationLines
        lines += rules.prefix(Self.mostRules).flatMap(\.lines)
        if rules.count > Self.mostRules { lines.append("and \(rules.count - Self.mostRules) more rules") }
        let unknowns = unknowns
        if !unknowns.isEmpty {
            lines.append("not known:")
            lines += unknowns.map { "  " + $0 }
        }
        return lines
    }

    /// A report shows so many rules.
    private static let mostRules = 200

    private var heading: String {
        let seconds = Nanoseconds(Int64(clamping: lastSeen - min(firstSeen, lastSeen))).seconds
        let identity = isRebuilt ? "recorded above CoreBluetooth" : "\(identity)"
        return "device \(identity)" + (name.map { " \"\($0)\"" } ?? "")
            + ": \(Count.of(packetCount, "packet")) in \(Decimal.text(seconds)) s"
    }

    private var databaseLines: [String] {
        var lines: [String] = []
        for service in database.services {
            let end = service.end.map { "...\(hexadecimal($0))" } ?? ""
            lines.append(
                "\(service.isPrimary ? "service" : "secondary service") \(service.uuid)"
                    + " at \(hexadecimal(service.handle))\(end) (packet \(service.place))")
            for handle in service.includes {
                lines.append("  includes the service at \(hexadecimal(handle))")
            }
            lines += service.characteristics.flatMap { characteristicLines($0) }
        }
        for item in database.unnamed {
            guard !item.readings.isEmpty else { continue }
            let type = item.uuid.map { " of type \($0)" } ?? ""
            lines.append("attribute\(type) at \(hexadecimal(item.handle))")
            lines += Self.lines(of: item.readings, "  ")
        }
        if !database.strays.isEmpty {
            lines.append("characteristics whose service was not discovered:")
            lines += database.strays.flatMap { characteristicLines($0) }
        }
        return lines
    }

    private func characteristicLines(_ item: ImportedDatabase.Characteristic) -> [String] {
        var lines = [
            "  characteristic \(item.uuid) at \(hexadecimal(item.handle)), \(item.properties.words)"
                + " (packet \(item.place))"
        ]
        lines += Self.lines(of: item.readings, "    ")
        for descriptor in item.descriptors {
            lines.append("    descriptor \(descriptor.uuid) at \(hexadecimal(descriptor.handle))")
            lines += Self.lines(of: descriptor.readings, "      ")
        }
        if let requirement = security.requirements[item.handle] { lines.append("    " + requirement.line) }
        return lines
    }

    private static func lines(of readings: [ImportedDatabase.Reading], _ indent: String) -> [String] {
        var lines = readings.prefix(5).map { reading in
            "\(indent)value \(Hexadecimal.bytes(reading.value))\(reading.isCut ? " and maybe more" : "")"
                + " (packet \(reading.place))"
        }
        if readings.count > 5 { lines.append("\(indent)and \(readings.count - 5) more values") }
        return lines
    }

    private var conversationLines: [String] {
        var lines: [String] = []
        if !conversation.subscriptions.isEmpty {
            let places = Places.text(conversation.subscriptions.map(\.place))
            lines.append("subscriptions: \(conversation.subscriptions.count) (\(places))")
        }
        if !conversation.writes.isEmpty {
            let failed = conversation.writes.filter { if case .error = $0.answer { true } else { false } }
            let note = failed.isEmpty ? "" : ", \(failed.count) of them refused"
            lines.append("writes: \(conversation.writes.count)\(note)")
        }
        if !conversation.updates.isEmpty {
            lines.append("notifications and indications: \(conversation.updates.count)")
        }
        return lines
    }
}

extension ImportedLink {
    fileprivate var line: String {
        let beginning = began.map { "begins in packet \($0)" } ?? "the capture begins within it"
        return "connection: \(beginning), \(Count.of(packets, "packet"))"
    }
}

extension ImportedAdvertising {
    fileprivate var lines: [String] {
        let name =
            switch kind {
            case .connectable: "connectable"
            case .scannable: "scannable"
            case .nonConnectable: "non-connectable"
            case .directed(let target): "directed to \(target)"
            }
        var lines = [
            "advertising: \(isExtended ? "extended, " : "")\(name), \(Count.of(packets, "packet"))"
                + " from packet \(place) on"
        ]
        for (what, changes) in [("data", data), ("scan response", scanResponse)] {
            for change in changes.prefix(5) {
                let time = Decimal.text(Nanoseconds(Int64(clamping: change.time)).seconds)
                lines.append(
                    "  \(what) \(Hexadecimal.bytes(change.bytes, most: 64)) (packet \(change.place), \(time) s)"
                )
            }
            if changes.count > 5 { lines.append("  \(what) changes \(changes.count - 5) more times") }
        }
        if continuesWhileConnected { lines.append("  goes on while a central is connected") }
        if let text = interval.text { lines.append("  interval " + text) }
        return lines
    }
}

extension IntervalEstimate {
    fileprivate var text: String? {
        switch self {
        case .told(let least, let most):
            least == most
                ? "\(Decimal.text(most.milliseconds)) ms, by the host's command"
                : "\(Decimal.text(least.milliseconds)) to \(Decimal.text(most.milliseconds)) ms, by the host's command"
        case .estimated(let interval, let error, let gaps):
            "\(Decimal.text(interval.milliseconds)) ms, within \(Decimal.text(error.milliseconds)) ms, from \(gaps) gaps"
        case .unknown: nil
        }
    }
}

extension ImportedSecurity {
    fileprivate var lines: [String] {
        var lines: [String] = []
        if let (features, place) = features {
            let authentication = features.authentication
            let words =
                (authentication.contains(.bonding) ? ["bonds"] : [])
                + (authentication.contains(.authenticated) ? ["asks for authentication"] : [])
                + (authentication.contains(.secureConnections) ? ["LE Secure Connections"] : [])
            lines.append(
                "pairing: \(features.ioCapability), "
                    + (words + ["keys of up to \(features.maximumKeySize) bytes"]).joined(separator: ", ")
                    + " (packet \(place))")
        }
        if let (requirements, place) = request {
            let level = requirements.contains(.authenticated) ? "authenticated" : "encrypted"
            lines.append("asks for an \(level) link by itself (packet \(place))")
        }
        if let refusal { lines.append("refuses to pair (packet \(refusal))") }
        return lines
    }
}

extension ImportedSecurity.Requirement {
    fileprivate var line: String {
        let names: [(GATT.Permissions, String)] = [
            (.readEncrypted, "reading needs encryption"), (.writeEncrypted, "writing needs encryption"),
            (.notifyEncrypted, "subscribing needs encryption"),
            (.readAuthenticated, "reading needs authentication"),
            (.writeAuthenticated, "writing needs authentication"),
            (.notifyAuthenticated, "subscribing needs authentication"),
            (.readAuthorized, "reading needs authorization"),
            (.writeAuthorized, "writing needs authorization"),
            (.notifyAuthorized, "subscribing needs authorization"),
        ]
        let words = names.filter { permissions.contains($0.0) }.map(\.1).joined(separator: ", ")
        return words + " (\(Places.text(places)))"
    }
}

extension GATT.Properties {
    /// The properties as words.
    fileprivate var words: String {
        let names: [(GATT.Properties, String)] = [
            (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "write without response"),
            (.write, "write"), (.notify, "notify"), (.indicate, "indicate"),
            (.authenticatedSignedWrites, "signed write"), (.extendedProperties, "extended"),
        ]
        let words = names.filter { contains($0.0) }.map(\.1)
        return words.isEmpty ? "no properties" : words.joined(separator: ", ")
    }
}
