import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Reads the values that files write as texts and numbers.
struct FileValues {
    let notes: FileNotes

    init(_ notes: FileNotes) { self.notes = notes }

    func string(_ node: JSONNode, _ key: String) -> String? {
        if case .string(let text) = node.value { return text }
        notes.note("\"\(key)\" is a text, not \(node.kind)", at: node.place)
        return nil
    }

    func list(_ node: JSONNode, _ key: String) -> [JSONNode] {
        if case .array(let elements) = node.value { return elements }
        notes.note("\"\(key)\" is a list, not \(node.kind)", at: node.place)
        return []
    }

    func integer<Number: FixedWidthInteger>(
        _ node: JSONNode, _ key: String, _ range: ClosedRange<Number>
    ) -> Number? {
        guard case .integer(let value) = node.value else {
            notes.note("\"\(key)\" is a whole number, not \(node.kind)", at: node.place)
            return nil
        }
        guard let number = Number(exactly: value), range.contains(number) else {
            notes.note(
                "\"\(key)\" is \(range.lowerBound) to \(range.upperBound), not \(value)", at: node.place)
            return nil
        }
        return number
    }

    func choice<Value>(_ node: JSONNode, _ key: String, _ names: [(String, Value)]) -> Value? {
        guard let text = string(node, key) else { return nil }
        if let found = names.first(where: { $0.0 == text }) { return found.1 }
        let near = Self.nearest(to: text, in: names.map(\.0)).map { "; did you mean \"\($0)\"?" }
        let all = near ?? ": it is one of \(names.map { "\"\($0.0)\"" }.joined(separator: ", "))"
        notes.note("\"\(key)\" can't be \"\(text)\"\(all)", at: node.place)
        return nil
    }

    func uuid(_ node: JSONNode, _ key: String) -> BluetoothUUID? {
        guard let text = string(node, key) else { return nil }
        if let uuid = BluetoothUUID(text) { return uuid }
        notes.note(
            "\"\(text)\" is no UUID: 4, 8 or 32 hexadecimal digits, the last with hyphens", at: node.place)
        return nil
    }

    func characteristic(_ node: JSONNode, _ key: String) -> DeviceRule.Characteristic? {
        guard let text = string(node, key) else { return nil }
        if let name = DeviceRule.Characteristic(text) { return name }
        notes.note(
            "\"\(text)\" names no characteristic; write its UUID, as \"2A37\" or \"180D/2A37\"",
            at: node.place)
        return nil
    }

    /// An error of the attribute protocol: a name, or a number from 1 on.
    func error(_ node: JSONNode, _ key: String) -> ATT.ErrorCode? {
        if case .integer = node.value {
            let code: UInt8? = integer(node, key, 1...255)
            return code.map { ATT.ErrorCode(rawValue: $0) }
        }
        return choice(node, key, FileNames.errors)
    }

    func address(_ node: JSONNode, _ key: String, _ kind: DeviceAddress.Kind) -> DeviceAddress? {
        guard let text = string(node, key) else { return nil }
        if let address = DeviceAddress(text, kind) { return address }
        notes.note("\"\(text)\" is no address, such as \"C0:11:22:33:44:55\"", at: node.place)
        return nil
    }

    /// A time: a number and its unit.
    func time(_ node: JSONNode, _ key: String) -> Nanoseconds? {
        guard let text = string(node, key) else { return nil }
        if let time = FileTime(text) { return time.value }
        notes.note(
            "\"\(key)\" is a time such as \"100 ms\" or \"1.5 s\" (ns, us, ms, s, min, h), not \"\(text)\"",
            at: node.place)
        return nil
    }

    /// Bytes in hexadecimal.
    func hexadecimal(_ node: JSONNode, _ key: String) -> [UInt8]? {
        guard let text = string(node, key) else { return nil }
        guard case .bytes(let bytes) = ByteTemplate.Part(stringLiteral: text) else {
            notes.note(
                "\"\(text)\" is not hexadecimal: two digits a byte, as \"0A FF\"; a text is { \"text\": \"...\" }",
                at: node.place)
            return nil
        }
        return bytes
    }

    /// The name that differs from `text` in at most two letters, or by case alone.
    static func nearest(to text: String, in names: [String]) -> String? {
        let lower = text.lowercased()
        let near = names.map { (name: $0, distance: distance(lower, $0.lowercased())) }
            .min { $0.distance < $1.distance }
        guard let near, near.distance <= min(2, near.name.count / 2) else { return nil }
        return near.name
    }

    /// How many letters have to be changed, added, removed or swapped with the next (Damerau and Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8.prefix(64)), Array(right.utf8.prefix(64)))
        var rows = [Array(0...right.count)]
        for (place, letter) in left.enumerated() {
            var row = [place + 1]
            for (index, other) in right.enumerated() {
                let change = rows[place][index] + (letter == other ? 0 : 1)
                var best = min(change, rows[place][index + 1] + 1, row[index] + 1)
                if place > 0, index > 0, letter == right[index - 1], left[place - 1] == other {
                    best = min(best, rows[place - 1][index - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}

/// A time as files write it.
struct FileTime {
    let value: Nanoseconds

    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
        ("us", 1_000),
        ("ns", 1),
    ]

    init(_ value: Nanoseconds) { self.value = value }

    /// Reads `1.5 s`; `nil` for other texts, and for more than nanoseconds can tell.
    init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let size = Self.units.first(where: { $0.name == unit })?.nanoseconds else { return nil }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let whole = Int64(first) else { return nil }
        var (count, isTooLarge) = whole.multipliedReportingOverflow(by: size)
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.count <= 15, let fraction = Int64(parts[1]) else {
                return nil
            }
            let scale = (0..<parts[1].utf8.count).reduce(Int64(1)) { scale, _ in scale * 10 }
            // Whole nanoseconds only.
            let (product, overflow) = fraction.multipliedReportingOverflow(by: size)
            guard !overflow, product % scale == 0 else { return nil }
            let sum = count.addingReportingOverflow(product / scale)
            (count, isTooLarge) = (sum.partialValue, isTooLarge || sum.overflow)
        }
        guard !isTooLarge else { return nil }
        value = Nanoseconds(count)
    }

    /// In whole hours or minutes, or in the largest unit from seconds down that needs at most three digits behind the point.
    var text: String {
        if value.count == 0 { return "0 s" }
        for (name, size) in Self.units.prefix(2) where value.count % size == 0 {
            return "\(value.count / size) \(name)"
        }
        for (name, size) in Self.units.dropFirst(2)
        where value.count >= size && value.count % max(size / 1000, 1) == 0 {
            let (whole, rest) = (value.count / size, value.count % size)
            if rest == 0 { return "\(whole) \(name)" }
            var fraction = "\(rest / (size / 1000))"
            fraction = String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
            while fraction.last == "0" { fraction.removeLast() }
            return "\(whole).\(fraction) \(name)"
        }
        return "\(value.count) ns"
    }
}
