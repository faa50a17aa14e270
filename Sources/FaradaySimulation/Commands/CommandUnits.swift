import BluetoothTypes
import FaradayEngine

/// Lengths, times and values as people write them in commands.
enum CommandUnits {
    /// The farthest place, in metres: that of `Position.outOfRange`.
    private static let farthest = 1e7
    /// The longest time of a `run`.
    private static let longest = Nanoseconds.hours(24)

    private static let lengths: [(unit: String, metres: Double)] = [
        ("km", 1000), ("cm", 0.01), ("mm", 0.001), ("m", 1), ("", 1),
    ]
    private static let times: [(unit: String, nanoseconds: Double)] = [
        ("ms", 1e6), ("min", 60e9), ("s", 1e9),
    ]

    /// A place: `30m`, `250cm`, `2.5`, or up to three coordinates: `1,2,0`.
    static func position(_ text: String) throws(WorldCommand.Problem) -> Position {
        var coordinates: [Double] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let length = length(part) else { throw badPlace(text) }
            coordinates.append(length)
        }
        switch coordinates.count {
        case 1: return .meters(coordinates[0])
        case 2: return Position(x: coordinates[0], y: coordinates[1])
        case 3: return Position(x: coordinates[0], y: coordinates[1], z: coordinates[2])
        default: throw badPlace(text)
        }
    }

    private static func badPlace(_ text: String) -> WorldCommand.Problem {
        .init("a place is a distance such as 30m or 250cm, or x,y,z in metres, not '\(text.asciiLine)'")
    }

    private static func length(_ text: Substring) -> Double? {
        guard let (number, unit) = split(text), let metres = lengths.first(where: { $0.unit == unit })?.metres
        else { return nil }
        let length = number * metres
        return length.magnitude <= farthest ? length : nil
    }

    /// A time: `1s`, `200ms`, `2min`.
    static func time(_ text: String) throws(WorldCommand.Problem) -> Nanoseconds {
        guard let (number, unit) = split(text[...]), let length = times.first(where: { $0.unit == unit }),
            number > 0, number * length.nanoseconds <= Double(longest.count)
        else { throw .init("a time is 200ms, 1s or 2min, at most 24 hours, not '\(text.asciiLine)'") }
        return Nanoseconds(max(1, Int64((number * length.nanoseconds).rounded())))
    }

    /// A speed, in virtual seconds for each second of the clock.
    static func speed(_ text: String) throws(WorldCommand.Problem) -> Double {
        guard let (number, unit) = split(text[...]), unit.isEmpty, number >= 0.001, number <= 1_000_000 else {
            throw .init("a pace is a number from 0.001 to 1000000, not '\(text.asciiLine)'")
        }
        return number
    }

    /// A number and what follows it.
    private static func split(_ text: Substring) -> (number: Double, unit: String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        guard let number = Double(digits), number.isFinite else { return nil }
        return (number, String(text[digits.endIndex...]))
    }

    /// Bytes in hexadecimal: `0048`, also with `0x` before them.
    static func bytes(_ text: String) throws(WorldCommand.Problem) -> [UInt8] {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in digits {
            guard character.isASCII, let digit = character.hexDigitValue.map(UInt8.init) else {
                throw badValue(text)
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { throw badValue(text) }
        return bytes
    }

    private static func badValue(_ text: String) -> WorldCommand.Problem {
        .init(
            "a value is an even number of hexadecimal digits, or a text in quotation marks, not '\(text.asciiLine)'"
        )
    }
}
