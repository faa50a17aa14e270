import BluetoothTypes

/// Faults from the Swift that describes them: the inverse of `Fault.description`.
enum FaultParser {
    private static let example = ".read(\"2A19\", of: \"HR-1\").nth(2).fails(.unlikelyError)"

    /// Reads a fault, such as `.read("2A19", of: "HR-1").nth(2).fails(.unlikelyError)`.
    static func fault(_ text: String) throws(WorldCommand.Problem) -> Fault {
        guard !text.isEmpty else { throw .init("fault needs a fault, such as \(example)") }
        var chain = try FaultTerms.chain(text)[...]
        guard let first = chain.popFirst(), let last = chain.popLast() else {
            throw .init("a fault has an operation and an effect, as in \(example)")
        }
        var point = try operation(Parameters(first))
        for call in chain { try narrow(&point, Parameters(call)) }
        return Fault(point, try FaultEffects.effect(Parameters(last)))
    }

    // MARK: The operation

    private static func operation(_ call: Parameters) throws(WorldCommand.Problem) -> FaultPoint {
        let all = Fault.Operation.allCases.map { ($0, FaultText.words($0)) }
        guard let (operation, (_, first, label)) = all.first(where: { $0.1.0 == call.name }) else {
            let names = all.map(\.1.0).joined(separator: ", ")
            throw .init("a fault can't begin with '\(call.name)'; it begins with one of: \(names)")
        }
        var call = call
        var point = FaultPoint(operation)
        switch first {
        case .nothing: break
        case .time:
            guard let time = try call.time(nil) else { throw call.wrong }
            point.earliest = time
        case .service: point.service = try call.uuid(nil)
        case .characteristic(let label):
            point.characteristic = try call.uuid(label.isEmpty ? nil : label)
            point.service = try call.uuid("service")
            point.value = try call.bytes("value")
        }
        point.peripheral = try call.text(label)
        try call.end()
        return point
    }

    private static func narrow(
        _ point: inout FaultPoint, _ call: Parameters
    ) throws(WorldCommand.Problem) {
        var call = call
        switch call.name {
        case "on": point.central = try call.needed(call.text(nil))
        case "between":
            point.earliest = try call.needed(call.time(nil))
            point.latest = try call.needed(call.time(nil))
        case "after": point.earliest = try call.needed(call.time(nil))
        case "afterFault": point.predecessor = try call.needed(call.integer(nil))
        case "nth": point.occurrence = .nth(try call.needed(call.integer(nil)))
        case "every": point.occurrence = .every(try call.needed(call.integer(nil)))
        case "withChance": point.chance = try call.needed(call.real(nil))
        default:
            throw .init(
                "'\(call.name)' narrows no fault; there are: on, between, after, nth, every, withChance")
        }
        try call.end()
    }

    // MARK: Parameters

    /// The arguments of one call, taken out one by one.
    struct Parameters {
        let name: String
        private var left: ArraySlice<FaultTerms.Argument>

        init(_ call: FaultTerms.Call) {
            name = call.name
            left = call.arguments[...]
        }

        var wrong: WorldCommand.Problem { .init("the arguments of '\(name)' are not what it takes") }

        func needed<Value>(_ value: Value?) throws(WorldCommand.Problem) -> Value {
            guard let value else { throw wrong }
            return value
        }

        /// Every argument must have been taken.
        func end() throws(WorldCommand.Problem) {
            guard left.isEmpty else { throw wrong }
        }

        /// The next argument, if it has this label.
        mutating func term(_ label: String?) -> FaultTerms.Term? {
            guard let first = left.first, first.label == label else { return nil }
            left.removeFirst()
            return first.value
        }

        mutating func text(_ label: String?) throws(WorldCommand.Problem) -> String? {
            guard let term = term(label) else { return nil }
            guard case .text(let text) = term else { throw wrong }
            return text
        }

        mutating func uuid(_ label: String?) throws(WorldCommand.Problem) -> BluetoothUUID? {
            guard let text = try text(label) else { return nil }
            guard let uuid = BluetoothUUID(text) else { throw .init("'\(text.asciiLine)' is not a UUID") }
            return uuid
        }

        mutating func integer(_ label: String?) throws(WorldCommand.Problem) -> Int? {
            guard let term = term(label) else { return nil }
            guard case .number(let digits) = term, let number = Self.integer(digits) else { throw wrong }
            return number
        }

        mutating func real(_ label: String?) throws(WorldCommand.Problem) -> Double? {
            guard let term = term(label) else { return nil }
            guard case .number(let digits) = term, let number = Double(digits), number.isFinite else {
                throw wrong
            }
            return number
        }

        mutating func bytes(_ label: String?) throws(WorldCommand.Problem) -> [UInt8]? {
            guard let term = term(label) else { return nil }
            guard case .list(let terms) = term else { throw wrong }
            var bytes: [UInt8] = []
            for term in terms {
                guard case .number(let digits) = term,
                    let byte = Self.integer(digits).flatMap(UInt8.init(exactly:))
                else { throw wrong }
                bytes.append(byte)
            }
            return bytes
        }

        mutating func time(_ label: String?) throws(WorldCommand.Problem) -> Nanoseconds? {
            guard var call = try member(label) else { return nil }
            if call.name == "zero" {
                try call.end()
                return .zero
            }
            let units: [String: (Int) -> Nanoseconds] = [
                "hours": Nanoseconds.hours, "minutes": Nanoseconds.minutes, "seconds": Nanoseconds.seconds,
                "milliseconds": Nanoseconds.milliseconds, "microseconds": Nanoseconds.microseconds,
                "nanoseconds": Nanoseconds.nanoseconds,
            ]
            guard let unit = units[call.name] else { throw wrong }
            let count = try call.needed(call.integer(nil))
            try call.end()
            return unit(count)
        }

        /// A value that begins with a point, such as `.timeout` or `.att(0x80)`.
        mutating func member(_ label: String?) throws(WorldCommand.Problem) -> Parameters? {
            guard let term = term(label) else { return nil }
            guard case .member(let call) = term else { throw wrong }
            return Parameters(call)
        }

        private static func integer(_ digits: String) -> Int? {
            digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
        }
    }
}

/// The last call of a fault's description.
enum FaultEffects {
    private static let names =
        "fails, isDelayed, isNeverAnswered, isWedged, hasMTU, isLost, isDoubled, isRepeated, isOvertaken, "
        + "isCorrupted, isEmpty, isCut, hasValue, isAsLongAsPossible, breaks, dropsLink, turnsDeviceOff, "
        + "resetsDevice, turnsRadioOff, restartsBluetooth, suspendsApp, endsApp, losesBond, losesCache"

    static func effect(_ call: FaultParser.Parameters) throws(WorldCommand.Problem) -> Fault.Effect {
        var call = call
        let effect: Fault.Effect
        if let simple = simple(call.name) {
            effect = simple
        } else if let other = try ofValue(&call) {
            effect = other
        } else if let other = try ofSystem(&call) {
            effect = other
        } else {
            throw .init("a fault can't end with '\(call.name)'; it ends with one of: \(names)")
        }
        try call.end()
        return effect
    }

    private static func simple(_ name: String) -> Fault.Effect? {
        switch name {
        case "isNeverAnswered": .silence
        case "isLost": .loss
        case "isDoubled": .repetition(2)
        case "isOvertaken": .overtaking
        case "isCorrupted": .corruption
        case "isEmpty": .cut(0)
        case "isAsLongAsPossible": .longestValue
        case "resetsDevice": .deviceReset
        case "restartsBluetooth": .bluetoothRestart
        case "losesBond": .bondLoss
        case "losesCache": .cacheLoss
        default: nil
        }
    }

    /// What concerns the operation and its value.
    private static func ofValue(
        _ call: inout FaultParser.Parameters
    ) throws(WorldCommand.Problem) -> Fault.Effect? {
        switch call.name {
        case "fails": return .failure(try error(call.needed(call.member(nil))))
        case "isDelayed": return .delay(try call.needed(call.time("by")))
        case "isWedged": return .wedge(try call.time("endingLinkAfter"))
        case "hasMTU":
            guard let mtu = UInt16(exactly: try call.needed(call.integer(nil))) else { throw call.wrong }
            return .mtu(mtu)
        case "isRepeated": return .repetition(try call.needed(call.integer(nil)))
        case "isCut": return .cut(try call.needed(call.integer("to")))
        case "hasValue": return .value(try call.needed(call.bytes(nil)))
        case "breaks":
            let name = try call.needed(call.member(nil)).name
            return .breach(try call.needed(Fault.Breach(rawValue: name)))
        case "dropsLink":
            let end = try call.member(nil)?.name
            let moment = try call.member(nil)?.name
            return .linkDrop(
                try call.needed(end.map { Fault.LinkEnd(rawValue: $0) } ?? .timeout),
                try call.needed(moment.map { Fault.Moment(rawValue: $0) } ?? .before))
        default: return nil
        }
    }

    /// What concerns a whole device or phone.
    private static func ofSystem(
        _ call: inout FaultParser.Parameters
    ) throws(WorldCommand.Problem) -> Fault.Effect? {
        switch call.name {
        case "turnsDeviceOff": return .deviceOff(try call.time("for"))
        case "turnsRadioOff": return .radioOff(try call.time("for") ?? .seconds(1))
        case "suspendsApp":
            let app = try app(&call)
            return .appSuspension(try call.time("for") ?? .seconds(10), app: app)
        case "endsApp": return .appEnd(app: try app(&call))
        default: return nil
        }
    }

    private static func app(_ call: inout FaultParser.Parameters) throws(WorldCommand.Problem) -> UInt32? {
        guard let number = try call.integer(nil) else { return nil }
        guard let app = UInt32(exactly: number) else { throw call.wrong }
        return app
    }

    private static func error(_ call: FaultParser.Parameters) throws(WorldCommand.Problem) -> FaultError {
        var call = call
        if let known = FaultError.names.first(where: { $0.1 == call.name }) {
            try call.end()
            return known.0
        }
        guard let code = try call.integer(nil) else {
            let names = FaultError.names.map(\.1).joined(separator: ", ")
            throw .init("there is no error '\(call.name)'; there are: \(names), att, local, pairing, channel")
        }
        try call.end()
        switch call.name {
        case "att": return .att(try call.needed(UInt8(exactly: code)))
        case "local": return .local(code)
        case "pairing": return .pairing(try call.needed(UInt8(exactly: code)))
        case "channel": return .channel(try call.needed(UInt16(exactly: code)))
        default: throw call.wrong
        }
    }
}
