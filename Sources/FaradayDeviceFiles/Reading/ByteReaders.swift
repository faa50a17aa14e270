import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Reads values, templates and patterns: texts in hexadecimal, parts, or lists of both.
struct FileBytes {
    let notes: FileNotes
    private var values: FileValues { FileValues(notes) }

    init(_ notes: FileNotes) { self.notes = notes }

    /// A value that is the same each time, at most 512 bytes.
    func value(_ node: JSONNode, _ key: String) -> [UInt8]? {
        guard let template = template(node, key) else { return nil }
        guard let bytes = template.constant else {
            notes.note("\"\(key)\" has to be the same each time, so it has no names", at: node.place)
            return nil
        }
        guard bytes.count <= ATT.maximumValueLength else {
            notes.note(
                "\"\(key)\" has \(bytes.count) bytes; the most are \(ATT.maximumValueLength)", at: node.place)
            return nil
        }
        return bytes
    }

    func template(_ node: JSONNode, _ key: String) -> ByteTemplate? {
        switch node.value {
        case .array(let nodes):
            let parts = nodes.compactMap { templatePart($0, key) }
            return parts.count == nodes.count ? ByteTemplate(parts) : nil
        case .string("", ): return ByteTemplate([])
        default: return templatePart(node, key).map { ByteTemplate([$0]) }
        }
    }

    private func templatePart(_ node: JSONNode, _ key: String) -> ByteTemplate.Part? {
        if case .string = node.value { return values.hexadecimal(node, key).map { .bytes($0) } }
        guard var object = ObjectReader(node, "a part of \"\(key)\"", notes) else { return nil }
        var part: ByteTemplate.Part?
        if let text = object.string("text") {
            part = .bytes(Array(text.utf8))
        } else if let number = object.node("number") {
            let format = format(&object)
            if let expression = expression(number, "number"), let format {
                part = .number(expression, format)
            }
        } else if let data = object.node("data") {
            part = expression(data, "data").map { .data($0) }
        } else if let (kind, start, isBig) = checksum(&object) {
            part = .checksum(kind, from: start, isBigEndian: isBig)
        } else {
            notes.note(
                "a part of \"\(key)\" is hexadecimal digits, or has \"text\", \"number\", \"data\" or \"checksum\"",
                at: node.place)
            return nil
        }
        object.finish()
        return part
    }

    func pattern(_ node: JSONNode, _ key: String) -> BytePattern? {
        if case .array(let nodes) = node.value {
            let parts = nodes.compactMap { patternPart($0, key) }
            return parts.count == nodes.count ? BytePattern(parts) : nil
        }
        return patternPart(node, key).map { BytePattern([$0]) }
    }

    private func patternPart(_ node: JSONNode, _ key: String) -> BytePattern.Part? {
        if case .string(let text) = node.value {
            if let part = BytePattern.Part(hexadecimal: text) { return part }
            notes.note(
                "\"\(text)\" is no pattern: hexadecimal digits, two a byte, with ? for four bits that do not count",
                at: node.place)
            return nil
        }
        guard var object = ObjectReader(node, "a part of \"\(key)\"", notes) else { return nil }
        var part: BytePattern.Part?
        if let text = object.string("text") {
            part = .bytes(text.utf8.map { BytePattern.MaskedByte($0) })
        } else if let bits = object.node("bits") {
            part = masked(bits, &object)
        } else if let name = object.string("number") {
            part = format(&object).map { .number(name, $0) }
        } else if let name = object.string("data") {
            if let count: Int = object.integer("length", 1...512) {
                part = .data(name, count: count)
            } else {
                object.require("length")
            }
        } else if let name = object.string("rest") {
            part = .rest(name)
        } else if let (kind, start, isBig) = checksum(&object) {
            part = .checksum(kind, from: start, isBigEndian: isBig)
        } else {
            notes.note(
                "a part of \"\(key)\" is hexadecimal digits, or has \"text\", \"bits\", \"number\", \"data\", \"rest\" or \"checksum\"",
                at: node.place)
            return nil
        }
        object.finish()
        return part
    }

    private func masked(_ bits: JSONNode, _ object: inout ObjectReader) -> BytePattern.Part? {
        guard let mask = object.node("mask") else {
            object.require("mask")
            return nil
        }
        guard let bits = values.hexadecimal(bits, "bits"), let masks = values.hexadecimal(mask, "mask") else {
            return nil
        }
        guard bits.count == masks.count else {
            notes.note("\"bits\" has \(bits.count) bytes, and \"mask\" has \(masks.count)", at: mask.place)
            return nil
        }
        return .bytes(zip(bits, masks).map { BytePattern.MaskedByte($0, mask: $1) })
    }

    private func format(_ object: inout ObjectReader) -> NumberFormat? {
        guard let node = object.node("as") else {
            object.require("as")
            return nil
        }
        guard let text = values.string(node, "as") else { return nil }
        if let format = NumberFormat(text) { return format }
        notes.note("\"as\" is u8, i16, u32be or the like (8 to 64 bits), not \"\(text)\"", at: node.place)
        return nil
    }

    private func checksum(_ object: inout ObjectReader) -> (Checksum, from: Int, isBigEndian: Bool)? {
        let names = Checksum.allCases.map { ($0.rawValue, $0) }
        guard let node = object.node("checksum") else { return nil }
        let kind = values.choice(node, "checksum", names)
        let start = object.integer("from", 0...512) ?? 0
        let isBig = object.choice("order", [("little", false), ("big", true)]) ?? false
        // The wrong name is noted; the rest is read as if it were right.
        return (kind ?? .sum8, start, isBig)
    }

    func expression(_ node: JSONNode, _ key: String) -> DeviceExpression? {
        if case .integer(let number) = node.value { return .number(number) }
        guard case .string(let text) = node.value else {
            notes.note(
                "\"\(key)\" is a whole number or a text such as \"count + 1\", not \(node.kind)",
                at: node.place)
            return nil
        }
        do {
            return try DeviceExpression(text)
        } catch {
            notes.note("\"\(text)\" is no expression: \(error)", at: node.place)
            return nil
        }
    }
}
