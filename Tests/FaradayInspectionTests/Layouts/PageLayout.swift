/// A layout of the page, and how it cuts bytes into fields.
struct PageLayout {
    private let fields: [Field]

    private struct Field {
        let name: String
        /// The letters of its type, their number, and what stands after it.
        let type: String
        let size: Int
        let mark: Character?
    }

    /// Sizes that fields before have told.
    private struct Told {
        var count = 0
        var size = 0
        var format = 0
        var bits = 0
    }

    init(_ layout: String) {
        fields = layout.split(separator: ";").map { text in
            guard !text.hasPrefix("@") else { return Field(name: "", type: String(text), size: 0, mark: nil) }
            let words = text.split(separator: " ")
            let type = words.last.map(String.init) ?? ""
            let letters = type.prefix { $0.isLetter }
            let digits = type.dropFirst(letters.count).drop { $0 == "(" }.prefix { $0.isNumber }
            return Field(
                name: words.dropLast().joined(separator: " "), type: String(letters), size: Int(digits) ?? 0,
                mark: type.dropFirst(letters.count + digits.count).first)
        }
    }

    /// A field in some bytes.
    struct Piece {
        let start: Int
        let end: Int
        /// Whether it may have parts of which the page tells nothing.
        let isOpaque: Bool
    }

    /// The fields of these bytes; `nil` where a field has not enough of them, or some remain.
    func pieces(_ bytes: [UInt8]) -> [Piece]? {
        var told = Told()
        var pieces: [Piece] = []
        var at = 0
        func take(_ field: Field) -> Bool {
            guard let length = Self.length(of: field, told, bytes.count - at), at + length <= bytes.count
            else {
                return false
            }
            let value = bytes[at..<at + length].reversed().reduce(0) { $0 << 8 | Int($1) & 0xFF }
            switch field.mark {
            case "n": told.count = value
            case "c", "l": told.size = value
            case "#": told.bits = value.nonzeroBitCount
            default: break
            }
            if field.name == "Format" { told.format = value }
            let isOpaque = ["b", "ad", "bytes", "rest", "val", "adrest"].contains(field.type)
            pieces.append(Piece(start: at, end: at + length, isOpaque: isOpaque))
            at += length
            return true
        }
        for (index, field) in fields.enumerated() {
            guard field.type.hasPrefix("@") else {
                guard take(field) else { return nil }
                continue
            }
            let most = field.type == "@" ? told.count : field.type == "@@" ? told.bits : Int.max
            var round = 0
            while round < most, at < bytes.count {
                for inner in fields[(index + 1)...] { guard take(inner) else { return nil } }
                round += 1
            }
            break
        }
        return at == bytes.count ? pieces : nil
    }

    /// How many bytes a field has; `nil` for a type that the page does not know.
    private static func length(of field: Field, _ told: Told, _ left: Int) -> Int? {
        switch field.type {
        case "u", "i", "x": field.size / 8
        case "b": field.size
        case "conn", "op", "attr": 2
        case "err", "att", "attop", "hop": 1
        case "addr": 6
        case "map": 5
        case "ad": field.size > 0 ? field.size : told.size
        case "bytes": told.size
        case "item": told.size - field.size
        case "part": min(told.size, left)
        case "uuid": field.size > 0 ? field.size / 8 : left >= 16 ? 16 : 2
        case "uuidformat": told.format == 2 ? 16 : 2
        case "rest", "val", "adrest", "text": left
        default: nil
        }
    }
}
