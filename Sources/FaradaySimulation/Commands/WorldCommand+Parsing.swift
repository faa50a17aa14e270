import BluetoothTypes
import FaradayEngine

extension WorldCommand {
    /// The longest line that a command may have, in bytes.
    package static let longestLine = 4096

    /// What there is, for messages.
    package static let verbs = "device, phone, controller, fault, note, pause, resume, run, continue, pace"

    /// Reads a line; the world is not asked, so names may be wrong.
    package init(_ line: String) throws(Problem) {
        guard line.utf8.count <= Self.longestLine else {
            throw Problem("the command is longer than \(Self.longestLine) bytes")
        }
        guard !line.unicodeScalars.contains(where: { $0.value == 0x0A || $0.value == 0x0D }) else {
            throw Problem("a command is one line")
        }
        var words = CommandWords(line)
        guard let verb = try words.next() else {
            throw Problem("a command is missing; there are: \(Self.verbs)")
        }
        switch verb.text {
        case "device": self = try Self.device(&words)
        case "phone": self = try Self.phone(&words)
        case "controller": self = try Self.controller(&words)
        case "fault": self = .fault(try FaultParser.fault(words.rest))
        case "note": self = try Self.note(words)
        case "pause", "resume", "run", "continue", "pace": self = .clock(try Self.clock(verb.text, &words))
        default: throw Problem("there is no command '\(verb.text.asciiLine)'; there are: \(Self.verbs)")
        }
    }

    private static func note(_ words: CommandWords) throws(Problem) -> WorldCommand {
        guard !words.isAtEnd else { throw Problem("note needs a text") }
        return .note(words.rest)
    }

    // MARK: Devices and phones

    private static let deviceVerbs = "move, away, off, on, reset, set, press, release, disconnect, advertise"
    private static let phoneVerbs = "move, away, bluetooth, app, user, screen, alert, pairing, picker"

    private static func device(_ words: inout CommandWords) throws(Problem) -> WorldCommand {
        guard let name = try words.next() else { throw Problem("device needs the name of a device") }
        guard let verb = try words.next() else {
            throw Problem("device \(quoting(name.text).asciiLine) needs one of: \(deviceVerbs)")
        }
        let order: DeviceOrder
        switch verb.text {
        case "move": order = .move(try CommandUnits.position(try argument(&words, "device NAME move 30m")))
        case "away": order = .move(.outOfRange)
        case "off": order = .off
        case "on": order = .on
        case "reset": order = .reset
        case "set": order = try value(&words)
        case "press": order = .button(isPressed: true)
        case "release": order = .button(isPressed: false)
        case "disconnect": order = .disconnect
        case "advertise": order = .advertise(try flag(&words, "device NAME advertise on|off"))
        default: throw Problem("a device can't '\(verb.text.asciiLine)'; it can: \(deviceVerbs)")
        }
        try end(&words)
        return .device(name.text, order)
    }

    private static func value(_ words: inout CommandWords) throws(Problem) -> DeviceOrder {
        let form = "device NAME set UUID HEX|\"text\""
        let text = try argument(&words, form)
        guard let uuid = BluetoothUUID(text) else { throw Problem("'\(text.asciiLine)' is not a UUID") }
        guard let value = try words.next() else { throw Problem("it is: \(form)") }
        if value.isQuoted {
            guard value.text.utf8.count <= longestValue else { throw tooLong(value.text.utf8.count) }
            return .setText(uuid, value.text)
        }
        let bytes = try CommandUnits.bytes(value.text)
        guard bytes.count <= longestValue else { throw tooLong(bytes.count) }
        return .set(uuid, bytes)
    }

    /// The longest value of an attribute (Core 6.0, Vol 3, Part F, 3.2.9).
    private static let longestValue = 512

    private static func tooLong(_ count: Int) -> Problem {
        Problem("a value has at most \(longestValue) bytes, not \(count)")
    }

    private static func phone(_ words: inout CommandWords) throws(Problem) -> WorldCommand {
        guard let name = try words.next() else { throw Problem("phone needs the name of a phone") }
        guard let verb = try words.next() else {
            throw Problem("phone \(quoting(name.text).asciiLine) needs one of: \(phoneVerbs)")
        }
        let order: PhoneOrder
        switch verb.text {
        case "move": order = .move(try CommandUnits.position(try argument(&words, "phone NAME move 3m")))
        case "away": order = .move(.outOfRange)
        case "bluetooth": order = .bluetooth(try flag(&words, "phone NAME bluetooth on|off"))
        case "app": order = try app(&words)
        case "user":
            let form = "phone NAME user \(PhoneUser.allCases.map(\.rawValue).joined(separator: "|"))"
            guard let user = PhoneUser(rawValue: try argument(&words, form)) else {
                throw Problem("it is: \(form)")
            }
            order = .user(user)
        default:
            guard let user = try screenOrder(verb.text, &words) else {
                throw Problem("a phone can't '\(verb.text.asciiLine)'; it can: \(phoneVerbs)")
            }
            order = .screen(user)
        }
        try end(&words)
        return .phone(name.text, order)
    }

    /// `background`, or behind the name of an app.
    private static func app(_ words: inout CommandWords) throws(Problem) -> PhoneOrder {
        let form = "phone NAME app [APP] \(AppOrder.allCases.map(\.rawValue).joined(separator: "|"))"
        let first = try argument(&words, form)
        let second = try words.next()?.text
        guard let state = AppOrder(rawValue: second ?? first) else { throw Problem("it is: \(form)") }
        return .app(second == nil ? nil : first, state)
    }

    private static func controller(_ words: inout CommandWords) throws(Problem) -> WorldCommand {
        guard let name = try words.next() else { throw Problem("controller needs the name of a controller") }
        guard let verb = try words.next() else {
            throw Problem("controller \(quoting(name.text).asciiLine) needs one of: move, away")
        }
        let position: Position
        switch verb.text {
        case "move": position = try CommandUnits.position(try argument(&words, "controller NAME move 3m"))
        case "away": position = .outOfRange
        default: throw Problem("a controller can't '\(verb.text.asciiLine)'; it can: move, away")
        }
        try end(&words)
        return .controller(name.text, position)
    }

    // MARK: The clock

    private static func clock(_ verb: String, _ words: inout CommandWords) throws(Problem) -> ClockOrder {
        let order: ClockOrder
        switch verb {
        case "pause": order = .pause
        case "resume": order = .resume
        case "run": order = .run(try CommandUnits.time(try argument(&words, "run 1s")))
        case "continue": order = .goOn
        default: order = .pace(try CommandUnits.speed(try argument(&words, "pace 2")))
        }
        try end(&words)
        return order
    }

    // MARK: Parts

    static func argument(_ words: inout CommandWords, _ form: String) throws(Problem) -> String {
        guard let word = try words.next() else { throw Problem("it is: \(form)") }
        return word.text
    }

    private static func flag(_ words: inout CommandWords, _ form: String) throws(Problem) -> Bool {
        switch try argument(&words, form) {
        case "on": return true
        case "off": return false
        default: throw Problem("it is: \(form)")
        }
    }

    private static func end(_ words: inout CommandWords) throws(Problem) {
        guard let word = try words.next() else { return }
        throw Problem("'\(word.text.asciiLine)' is too much; names with spaces are in quotation marks")
    }

    /// A name as a command has it.
    package static func quoting(_ name: String) -> String { name.quotedWord }
}
