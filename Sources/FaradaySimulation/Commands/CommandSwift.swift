import BluetoothTypes
import FaradayEngine

/// Commands as the lines of Swift that a test would write.
enum CommandSwift {
    /// The words of Swift that a variable can't have as its name without backticks, as far as a device may be called so.
    private static let reserved: Set<String> = [
        "as", "break", "case", "class", "default", "defer", "do", "else", "enum", "extension", "false", "for",
        "func", "guard", "if", "import", "in", "init", "is", "let", "nil", "operator", "protocol", "repeat",
        "return", "self", "static", "struct", "super", "switch", "throw", "true", "try", "var", "where",
        "while",
    ]

    /// The variable that a test would have for a node: `hr1` for HR-1, `adasIPhone` for Ada's iPhone.
    static func variable(_ name: String, else fallback: String) -> String {
        var words: [String] = []
        var isInside = false
        for character in name where character != "'" && character != "\u{2019}" {
            guard character.isASCII, character.isLetter || character.isNumber else {
                isInside = false
                continue
            }
            if isInside { words[words.count - 1].append(character) } else { words.append(String(character)) }
            isInside = true
        }
        guard let first = words.first, first.first?.isNumber == false else {
            return fallback + words.map(capitalized).joined()
        }
        let isAcronym = first.allSatisfy { $0.isUppercase || $0.isNumber }
        let start = isAcronym ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
        let variable = start + words.dropFirst().map(capitalized).joined()
        return reserved.contains(variable) ? "`\(variable)`" : variable
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    static func position(_ position: Position) -> String {
        if position == .outOfRange { return ".outOfRange" }
        if position.y == 0, position.z == 0 { return ".meters(\(number(position.x)))" }
        return "Position(x: \(number(position.x)), y: \(number(position.y)), z: \(number(position.z)))"
    }

    /// A number without a point where it is whole.
    static func number(_ value: Double) -> String {
        value.magnitude < 1e15 && value == value.rounded() ? "\(Int64(value))" : "\(value)"
    }

    static func line(_ order: WorldCommand.DeviceOrder) -> String {
        switch order {
        case .move(let place): "move(to: \(position(place)))"
        case .off: "powerOff()"
        case .on: "powerOn()"
        case .reset: "reset()"
        case .set(let uuid, let value): "update(\"\(uuid)\", \(FaultText.bytes(value)))"
        case .setText(let uuid, let text): "update(\"\(uuid)\", Array(\(FaultText.literal(text)).utf8))"
        case .button(let isPressed): "update(Blinky.button, [\(isPressed ? 1 : 0)])"
        case .disconnect: "disconnect()"
        case .advertise(let isOn): isOn ? "startAdvertising()" : "stopAdvertising()"
        }
    }

    static func line(_ order: WorldCommand.AppOrder) -> String {
        switch order {
        case .background: "enterBackground()"
        case .foreground: "enterForeground()"
        case .suspended: "suspend()"
        case .ended: "terminate(.memoryPressure)"
        case .started: "launch()"
        }
    }
}

extension WorldCommand {
    /// A time as Swift: `.seconds(1)`.
    package static func swift(_ time: Nanoseconds) -> String { FaultText.time(time) }

    /// A time in words: `1 s`, `200 ms`.
    package static func text(_ time: Nanoseconds) -> String {
        time.count >= 1_000_000_000
            ? "\(CommandSwift.number(time.seconds)) s" : "\(CommandSwift.number(time.milliseconds)) ms"
    }
}
