import BluetoothTypes

// Long names take room from what happened, so lines show them without their middle: names often differ only at the end.
extension TraceNames {
    /// The names, with `...` in place of the middle of long ones. Names that differ still do.
    static func shortened(_ names: [String]) -> [String] {
        var taken = Set(names.filter { $0.count <= longest })
        return names.map { name in
            guard name.count > longest else { return name }
            var short = shortened(name, to: longest)
            var number = 2
            while !taken.insert(short).inserted {
                let suffix = " \(number)"
                short = shortened(name, to: longest - suffix.count) + suffix
                number += 1
            }
            return short
        }
    }

    /// A name of at most this length, with `...` for the characters left out.
    private static func shortened(_ name: String, to length: Int) -> String {
        guard name.count > length else { return name }
        let mark = "..."
        let tail = fitting(units(of: name).reversed(), (length - mark.count) * 3 / 7)
        let head = fitting(units(of: name), length - mark.count - tail.joined().count)
        return head.joined() + mark + tail.reversed().joined()
    }

    /// The first units that fit into this length.
    private static func fitting(_ units: [Substring], _ length: Int) -> [Substring] {
        var room = length
        return Array(
            units.prefix { unit in
                room -= unit.count
                return room >= 0
            })
    }

    /// The characters of an ASCII text; an escape such as `\u{FC}` stays whole.
    private static func units(of name: String) -> [Substring] {
        var units: [Substring] = []
        var rest = name[...]
        while !rest.isEmpty {
            let isEscape = rest.hasPrefix("\\u{")
            let end = isEscape ? rest.firstIndex(of: "}") ?? rest.startIndex : rest.startIndex
            units.append(rest[...end])
            rest = rest[rest.index(after: end)...]
        }
        return units
    }
}
