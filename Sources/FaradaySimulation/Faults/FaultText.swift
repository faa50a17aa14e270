import BluetoothTypes

/// Faults as Swift that compiles.
enum FaultText {
    static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count < 2 ? "0" : "") + digits
    }

    static func bytes(_ value: [UInt8]) -> String {
        "[" + value.map(hexadecimal).joined(separator: ", ") + "]"
    }

    /// The longest unit in which the time is a whole number.
    static func time(_ time: Nanoseconds) -> String {
        let units: [(Int64, String)] = [
            (3_600_000_000_000, "hours"), (60_000_000_000, "minutes"), (1_000_000_000, "seconds"),
            (1_000_000, "milliseconds"), (1_000, "microseconds"),
        ]
        for (length, name) in units where time.count != 0 && time.count % length == 0 {
            return ".\(name)(\(time.count / length))"
        }
        return time == .zero ? ".zero" : ".nanoseconds(\(time.count))"
    }

    /// A string literal of ASCII characters.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value > 0x7E:
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func point(_ point: FaultPoint) -> String {
        var text = operation(point)
        if let central = point.central { text += ".on(\(literal(central)))" }
        if let earliest = point.earliest, point.operation != .time {
            if let latest = point.latest {
                text += ".between(\(time(earliest)), \(time(latest)))"
            } else {
                text += ".after(\(time(earliest)))"
            }
        } else if let latest = point.latest {
            text += ".between(\(time(point.earliest ?? .zero)), \(time(latest)))"
        }
        if let predecessor = point.predecessor { text += ".afterFault(\(predecessor))" }
        switch point.occurrence {
        case .each: break
        case .nth(let number): text += ".nth(\(number))"
        case .every(let number): text += ".every(\(number))"
        }
        if let chance = point.chance { text += ".withChance(\(chance))" }
        return text
    }

    /// The function that names an operation, with the parameters that are not left out.
    private static func operation(_ point: FaultPoint) -> String {
        let (name, first, label) = words(point.operation)
        var parameters: [String] = []
        func add(_ label: String, _ text: String?) {
            guard let text else { return }
            parameters.append(label.isEmpty ? text : "\(label): \(text)")
        }
        let service = point.service.map { literal($0.description) }
        switch first {
        case .time: add("", time(point.earliest ?? .zero))
        case .nothing: break
        case .service: add("", service)
        case .characteristic(let label):
            add(label, point.characteristic.map { literal($0.description) })
            add("service", service)
            add("value", point.value.map(bytes))
        }
        add(label, point.peripheral.map(literal))
        return ".\(name)(" + parameters.joined(separator: ", ") + ")"
    }

    /// What the first parameters of an operation's function are.
    enum Parameters {
        case nothing
        case time
        case service
        case characteristic(String)
    }

    /// The name of an operation's function, its first parameters, and the label of the one that names a node.
    static func words(_ operation: Fault.Operation) -> (String, Parameters, String) {
        switch operation {
        case .scanReport: ("scanReport", .nothing, "of")
        case .connect: ("connect", .nothing, "to")
        case .mtuExchange: ("exchangeMTU", .nothing, "with")
        case .serviceDiscovery: ("discoverServices", .nothing, "of")
        case .includedServiceDiscovery: ("discoverIncludedServices", .service, "of")
        case .characteristicDiscovery: ("discoverCharacteristics", .service, "of")
        case .descriptorDiscovery: ("discoverDescriptors", .characteristic(""), "of")
        case .read: ("read", .characteristic(""), "of")
        case .write: ("write", .characteristic(""), "of")
        case .writeWithoutResponse: ("writeWithoutResponse", .characteristic(""), "of")
        case .subscription: ("subscribe", .characteristic("to"), "of")
        case .notification: ("notification", .characteristic(""), "of")
        case .rssi: ("rssi", .nothing, "of")
        case .pairingStep: ("pairingStep", .nothing, "with")
        case .channelOpen: ("openChannel", .nothing, "to")
        case .channelData: ("channelData", .nothing, "of")
        case .channelClose: ("closeChannel", .nothing, "of")
        case .advertising: ("startAdvertising", .nothing, "of")
        case .publishing: ("publish", .service, "of")
        case .time: ("at", .time, "of")
        }
    }

    static func effect(_ effect: Fault.Effect) -> String {
        switch effect {
        case .failure(let error): "fails(\(error))"
        case .delay(let delay): "isDelayed(by: \(time(delay)))"
        case .silence: "isNeverAnswered()"
        case .wedge(let patience): patience.map { "isWedged(endingLinkAfter: \(time($0)))" } ?? "isWedged()"
        case .mtu(let mtu): "hasMTU(\(mtu))"
        case .loss: "isLost()"
        case .repetition(2): "isDoubled()"
        case .repetition(let times): "isRepeated(\(times))"
        case .overtaking: "isOvertaken()"
        case .corruption: "isCorrupted()"
        case .cut(0): "isEmpty()"
        case .cut(let count): "isCut(to: \(count))"
        case .value(let value): "hasValue(\(bytes(value)))"
        case .longestValue: "isAsLongAsPossible()"
        case .breach(let breach): "breaks(.\(breach.rawValue))"
        case .linkDrop(let end, .before): "dropsLink(.\(end.rawValue))"
        case .linkDrop(let end, let moment): "dropsLink(.\(end.rawValue), .\(moment.rawValue))"
        case .deviceOff(let off): off.map { "turnsDeviceOff(for: \(time($0)))" } ?? "turnsDeviceOff()"
        case .deviceReset: "resetsDevice()"
        case .radioOff(let off): "turnsRadioOff(for: \(time(off)))"
        case .bluetoothRestart: "restartsBluetooth()"
        case .appSuspension(let pause, let app):
            "suspendsApp(\(app.map { "\($0), " } ?? "")for: \(time(pause)))"
        case .appEnd(let app): "endsApp(\(app.map { "\($0)" } ?? ""))"
        case .bondLoss: "losesBond()"
        case .cacheLoss: "losesCache()"
        }
    }
}

extension Fault: CustomStringConvertible {
    /// Swift that compiles: `.read("2A19", of: "HR-1").nth(2).fails(.insufficientEncryption)`.
    public var description: String { FaultText.point(point) + "." + FaultText.effect(effect) }
}
