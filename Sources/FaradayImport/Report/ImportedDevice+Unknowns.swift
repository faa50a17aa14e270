import BluetoothHost
import BluetoothTypes
import BluetoothWire

extension ImportedDevice {
    /// What no packet says, in words: the definition has a default there, or nothing.
    package var unknowns: [String] {
        identityUnknowns + advertisingUnknowns + databaseUnknowns + securityUnknowns + linkUnknowns
    }

    private var identityUnknowns: [String] {
        var lines: [String] = []
        switch identity {
        case .address where isRebuilt: lines += Self.hiddenByFrameworks
        case .address(let address):
            if address.kind.onAir == .random, !address.isRandomStatic {
                lines.append(
                    "the address \(address) is a private one, which changes: the definition has none")
            }
        case .list: break
        case .adapter: lines.append("the address: no packet says it")
        case .connection, .accessAddress:
            lines.append("the address: the capture begins within the connection (\(identity))")
        }
        if name == nil { lines.append("the name: it was not advertised, and nobody read it") }
        if gapName == nil, let advertisedName {
            lines.append("the GAP name was not read: it is the advertised one, \"\(advertisedName)\"")
        }
        if links.contains(where: \.hasGuessedRoles) {
            lines.append("which end is the peripheral: it is taken for the one that answers requests")
        }
        return lines
    }

    /// What no framework shows: it is made up in the packets, and a default in the definition.
    private static let hiddenByFrameworks = [
        "the address, and the handles: CoreBluetooth shows neither, and those of the packets are made up",
        "which of the advertised fields are in the scan response, and the flags: CoreBluetooth joins the fields",
        "pairing and encryption: CoreBluetooth does both by itself",
        "whether the device offers a higher MTU: CoreBluetooth shows the one that both ends have",
        "the connection's parameters: CoreBluetooth does not show them",
    ]

    private var advertisingUnknowns: [String] {
        if advertising.isEmpty { return ["the advertising: no packet of it is in the capture"] }
        return advertising.flatMap { set -> [String] in
            var lines: [String] = []
            let isDirected = if case .directed = set.kind { true } else { false }
            if set.data.isEmpty, !(isDirected && !set.isExtended) {
                lines.append("the advertising data: no packet has it whole")
            }
            if set.isScannable, set.scanResponse.isEmpty, !isRebuilt {
                lines.append("the scan response: no scanner asked for it")
            }
            switch set.interval {
            case .told, .estimated: break
            case .unknown(.duplicatesFiltered):
                lines.append("the interval: the scanner filtered duplicates")
            case .unknown(.tooFewEvents(let count)):
                lines.append(
                    "the interval: \(Count.of(count, "event")) of advertising \(count == 1 ? "is" : "are") too few"
                )
            case .unknown(.noPattern): lines.append("the interval: the times of the events do not tell it")
            }
            for bytes in (set.data.prefix(1) + set.scanResponse.prefix(1)).map(\.bytes)
            where !AdvertisingData(lenient: bytes).bytes.elementsEqual(bytes.withoutFilling) {
                lines.append("advertising data with a malformed structure: \(Hexadecimal.bytes(bytes))")
            }
            if let problem = set.definition.problem(name: name ?? "") {
                lines.append("an advertising set is left out of the definition: \(problem)")
            }
            if set.droppedChanges > 0 {
                lines.append("\(set.droppedChanges) later changes of advertising data are left out")
            }
            return lines
        }
    }

    var databaseUnknowns: [String] {
        var lines: [String] = []
        if database.services.isEmpty, !database.hasAllServices {
            lines.append("the services: no discovery is in the capture")
        } else if !database.hasAllServices {
            lines.append("further services: they were not discovered to the end")
        }
        for service in database.services where !service.hasAllCharacteristics && !Self.isOfStack(service.uuid)
        {
            lines.append(
                "service \(service.uuid) at \(hexadecimal(service.handle)): its characteristics were not"
                    + " discovered to the end")
        }
        for item in database.characteristics where !item.isOfStack {
            lines += unknowns(of: item)
        }
        if !database.strays.isEmpty {
            lines.append("the service of \(Count.of(database.strays.count, "characteristic")): left out")
        }
        for item in database.unnamed where !item.isOfStack { lines += unknowns(of: item) }
        for place in databaseChanges.prefix(3) {
            lines.append("packet \(place) contradicts an earlier discovery; the later one counts")
        }
        if mtu == nil { lines.append("the MTU that the device offers: it was not exchanged") }
        if isRebuilt {
            lines.append("whether there is Service Changed: CoreBluetooth hides its service")
        } else if hasServiceChanged == nil {
            lines.append("whether there is Service Changed: its service was not discovered to the end")
        }
        return lines
    }

    private func unknowns(of item: ImportedDatabase.Characteristic) -> [String] {
        var lines: [String] = []
        let what = "characteristic \(item.uuid) at \(hexadecimal(item.handle))"
        if item.properties.contains(.read) {
            if item.readings.isEmpty {
                lines.append("\(what) was never read: its value is empty")
            } else if item.readings[0].isCut {
                lines.append("\(what): nobody read its value to the end")
            }
        }
        if !item.hasAllDescriptors { lines.append("\(what): its descriptors were not discovered to the end") }
        for descriptor in item.descriptors where descriptor.uuid != "2902" && descriptor.readings.isEmpty {
            lines.append(
                "descriptor \(descriptor.uuid) at \(hexadecimal(descriptor.handle)) was never read: its value is"
                    + " empty")
        }
        return lines
    }

    private func unknowns(of item: ImportedDatabase.Unnamed) -> [String] {
        let uses = item.uses.sorted { $0.key.rawValue < $1.key.rawValue }.map { opcode, count in
            "\(opcode) \(count == 1 ? "once" : "\(count) times")"
        }
        let type = item.uuid.map { " of type \($0)" } ?? ""
        return [
            "handle \(hexadecimal(item.handle))\(type) was used (\(uses.joined(separator: ", ")), from packet"
                + " \(item.place) on), but no discovery in the capture says what it is"
        ]
    }

    private var securityUnknowns: [String] {
        var lines: [String] = []
        for (handle, requirement) in security.requirements.sorted(by: { $0.key < $1.key })
        where requirement.isByPairing {
            lines.append(
                "handle \(hexadecimal(handle)): whether encryption without authentication would suffice; the"
                    + " pairing had authentication")
        }
        if security.features == nil, !security.requirements.isEmpty {
            lines.append("how the device pairs: no pairing is in the capture")
        }
        return lines
    }

    private var linkUnknowns: [String] {
        var lines = encryption.unknowns
        if senselessPackets > 0 {
            lines.append(
                "\(Count.of(senselessPackets, "packet")) can't be read: the connection may be encrypted since before the"
                    + " capture, and then no key decrypts it without its LL_ENC_REQ and LL_ENC_RSP")
        }
        if gaps > 0 {
            lines.append(
                "what the sniffer did not hear: packets of the connections are missing in \(Count.of(gaps, "place"))"
            )
        }
        if unreadUnits > 0 { lines.append("\(Count.of(unreadUnits, "protocol unit")) of no valid form") }
        if requestsOfDevice > 0 {
            lines.append(
                "\(Count.of(requestsOfDevice, "request")) of the device to its central: what it does as a client"
                    + " is not imported")
        }
        return lines
    }
}

extension BluetoothUUID {
    /// Whether it is of a characteristic that the simulation's stack has by itself.
    fileprivate var isOfStack: Bool { short.map { [0x2A00, 0x2A01, 0x2A05].contains($0) } ?? false }
}

extension ImportedDatabase.Characteristic {
    fileprivate var isOfStack: Bool { uuid.isOfStack }
}

extension ImportedDatabase.Unnamed {
    fileprivate var isOfStack: Bool { uuid?.isOfStack ?? false }
}

extension [UInt8] {
    /// Advertising data up to the zeros that some stacks fill it up with.
    fileprivate var withoutFilling: ArraySlice<UInt8> {
        var index = 0
        while index < count, self[index] > 0 { index += Int(self[index]) + 1 }
        return self[..<Swift.min(index, count)]
    }
}
