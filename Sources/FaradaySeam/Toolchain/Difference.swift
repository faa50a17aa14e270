/// What differs between two texts, line by line, as `diff -u` prints it.
struct Difference {
    private enum Edit {
        case keep(Substring)
        case remove(Substring)
        case insert(Substring)
    }

    /// How many lines that stay are shown around those that change.
    private static let context = 3

    /// The difference; empty if there is none.
    ///
    /// - Parameters:
    ///   - old: The text on the disk; `nil` if there is no such file.
    ///   - new: The generated text; `nil` if there should be no such file.
    static func unified(_ name: String, from old: String?, to new: String?) -> String {
        guard old != new else { return "" }
        let edits = edits(lines(old ?? ""), lines(new ?? ""))
        let header = [
            "--- \(name) (\(old == nil ? "not there" : "on disk"))",
            "+++ \(name) (\(new == nil ? "not generated" : "generated"))",
        ]
        return (header + hunks(edits)).map { $0 + "\n" }.joined()
    }

    /// The lines with their ends, so that a missing last one counts as a difference.
    private static func lines(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var start = text.startIndex
        let units = text.utf8
        while start < units.endIndex {
            let end =
                units[start...].firstIndex(of: UInt8(ascii: "\n")).map { units.index(after: $0) }
                ?? units.endIndex
            lines.append(text[start..<end])
            start = end
        }
        return lines
    }

    private static func edits(_ old: [Substring], _ new: [Substring]) -> [Edit] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var edits: [Edit] = []
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            if removed.contains(from) {
                edits.append(.remove(old[from]))
                from += 1
            } else if inserted.contains(to) {
                edits.append(.insert(new[to]))
                to += 1
            } else {
                edits.append(.keep(old[from]))
                from += 1
                to += 1
            }
        }
        return edits
    }

    private static func hunks(_ edits: [Edit]) -> [String] {
        var lines: [String] = []
        var (from, to) = (0, 0)
        var start = 0
        for range in ranges(edits) {
            for edit in edits[start..<range.lowerBound] { count(edit, &from, &to) }
            let (oldStart, newStart) = (from, to)
            for edit in edits[range] { count(edit, &from, &to) }
            let (oldCount, newCount) = (from - oldStart, to - newStart)
            // Where a side has no line, the line before is named.
            let places = (oldStart + (oldCount > 0 ? 1 : 0), newStart + (newCount > 0 ? 1 : 0))
            lines.append("@@ -\(place(places.0, oldCount)) +\(place(places.1, newCount)) @@")
            lines += edits[range].flatMap(text)
            start = range.upperBound
        }
        return lines
    }

    /// The parts of the edits that are shown.
    private static func ranges(_ edits: [Edit]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (index, edit) in edits.enumerated() {
            if case .keep = edit { continue }
            let range = max(0, index - context)..<min(edits.count, index + context + 1)
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    private static func count(_ edit: Edit, _ from: inout Int, _ to: inout Int) {
        switch edit {
        case .keep:
            from += 1
            to += 1
        case .remove: from += 1
        case .insert: to += 1
        }
    }

    private static func place(_ start: Int, _ count: Int) -> String {
        count == 1 ? "\(start)" : "\(start),\(count)"
    }

    private static func text(_ edit: Edit) -> [String] {
        let (sign, line) =
            switch edit {
            case .keep(let line): (" ", line)
            case .remove(let line): ("-", line)
            case .insert(let line): ("+", line)
            }
        let units = line.utf8
        guard units.last == UInt8(ascii: "\n") else { return [sign + line, "\\ No newline at end of file"] }
        return [sign + String(decoding: units.dropLast(), as: UTF8.self)]
    }
}
