import BluetoothTypes
import Foundation

/// What a feed says of a world, as a table for a terminal. It needs no more of a record than its base keys; a value in
/// words stands behind its text.
///
/// Names are shown as they are. Names and texts may come from a peer: what moves the cursor or turns a line is escaped.
package struct FeedTable {
    /// A phone, a device, or a client's controller.
    private struct Node {
        var name: String
        var kind = ""
        var place = ""
        var isOff = false
        /// Its links: handles, and the other ends' numbers where they are known.
        var links: [(handle: UInt16, peer: Int?)] = []
    }

    private let eventLimit: Int
    private var nodes: [Int: Node] = [:]
    private var events: [String] = []
    private var time = 0.0
    private var state = ""
    private var count = 0
    /// The end of a link whose other end has not reported it yet.
    private var halfLink: (time: Int64, node: Int, handle: UInt16)?
    /// Whether everything has come that happened before this reader did.
    package private(set) var isPresent = false
    /// Whether the header of a feed has come.
    package private(set) var hasBegun = false

    /// - Parameter events: how many of the last events the table keeps.
    package init(events: Int) { eventLimit = events }

    /// Adds a line of the feed; returns its text if it is an event to show.
    package mutating func add(_ line: String) -> String? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
            let fields = object as? [String: Any]
        else { return nil }
        if fields["faraday"] as? String == "trace" {
            self = FeedTable(events: eventLimit)
            hasBegun = true
            return nil
        }
        switch fields["type"] as? String {
        case nil: return record(fields)
        case "node": describe(fields)
        case "status": status(fields)
        case "present": isPresent = true
        default: break
        }
        return nil
    }

    // MARK: Lines

    private mutating func describe(_ fields: [String: Any]) {
        guard let number = fields["node"] as? Int, let name = fields["name"] as? String else { return }
        var node = nodes[number] ?? Node(name: name)
        node.name = name.unescapedASCII.terminalLine
        node.kind = fields["kind"] as? String ?? node.kind
        if let place = fields["position"] { node.place = Self.place(place as? [Double]) }
        nodes[number] = node
    }

    /// As the records of the world have it; without coordinates it is out of range of everything.
    private static func place(_ metres: [Double]?) -> String {
        guard let metres, metres.count == 3 else { return "out of range" }
        let texts = metres.map { String(format: "%g", ($0 * 100).rounded() / 100) }
        return metres[1] == 0 && metres[2] == 0
            ? "at \(texts[0]) m" : "at (\(texts.joined(separator: ", "))) m"
    }

    private mutating func status(_ fields: [String: Any]) {
        if fields["ended"] as? Bool == true {
            state = "ended"
        } else if fields["paused"] as? Bool == true {
            state = "the clock stands still"
        } else {
            state =
                (fields["pace"] as? Double).map { $0 == 1 ? "" : "\($0) times as fast as the clock" } ?? ""
        }
    }

    private mutating func record(_ fields: [String: Any]) -> String? {
        guard let nanoseconds = (fields["t"] as? NSNumber)?.int64Value,
            let stair = fields["stair"] as? String,
            let kind = fields["kind"] as? String,
            let text =
                // Texts of a trace are ASCII.
                (fields["text"] as? String)?.unescapedASCII.terminalLine
        else { return nil }
        count += 1
        time = Nanoseconds(nanoseconds).seconds
        let name = (fields["name"] as? String ?? "world").unescapedASCII.terminalLine
        if let number = fields["node"] as? Int {
            if nodes[number] == nil { nodes[number] = Node(name: name) }
            switch stair {
            case "world": happen(kind, text, to: number)
            case "hci": packet(fields["bytes"] as? String ?? "", of: number, at: nanoseconds)
            case "port": if nodes[number]?.kind == "" { nodes[number]?.kind = "phone" }
            default: break
            }
        }
        guard stair == "port" || stair == "world" else { return nil }
        let words = (fields["meaning"] as? String).map { "  =  \($0.terminalLine)" } ?? ""
        let event = "\(String(format: "%11.6f", time))  \(Self.padded(name, 14))  \(text)\(words)"
        events.append(event)
        if events.count > eventLimit { events.removeFirst(events.count - eventLimit) }
        return event
    }

    private mutating func happen(_ kind: String, _ text: String, to number: Int) {
        switch kind {
        case "added": nodes[number]?.place = text.replacingOccurrences(of: "added ", with: "")
        case "moved": nodes[number]?.place = text.replacingOccurrences(of: "moved, now ", with: "")
        case "powered":
            nodes[number]?.isOff = text == "radio off"
            if text == "radio off" { nodes[number]?.links = [] }
        case "device": nodes[number]?.kind = "device"
        case "removed": nodes[number] = nil
        default: break
        }
    }

    // MARK: Links

    /// Reads from HCI which links a node has (Core 6.0, Vol 4, Part E, 7.7.5, 7.7.65.1, 7.7.65.10).
    private mutating func packet(_ hexadecimal: String, of number: Int, at time: Int64) {
        let bytes = Self.bytes(hexadecimal)
        func handle(_ place: Int) -> UInt16 { UInt16(bytes[place]) | UInt16(bytes[place + 1] & 0x0F) << 8 }
        if bytes.starts(with: [0x01, 0x03, 0x0C]) {
            nodes[number]?.links = []
        } else if bytes.count >= 7, bytes.starts(with: [0x04, 0x05]), bytes[3] == 0 {
            nodes[number]?.links.removeAll { $0.handle == handle(4) }
        } else if bytes.count >= 8, bytes.starts(with: [0x04, 0x3E]), [0x01, 0x0A, 0x29].contains(bytes[3]),
            bytes[4] == 0
        {
            link(number, handle(5), at: time)
        }
    }

    /// Both ends of a link report it at the same time.
    private mutating func link(_ number: Int, _ handle: UInt16, at time: Int64) {
        nodes[number]?.links.append((handle, nil))
        if let other = halfLink, other.time == time, other.node != number {
            setPeer(of: number, handle, other.node)
            setPeer(of: other.node, other.handle, number)
            halfLink = nil
        } else {
            halfLink = (time, number, handle)
        }
    }

    private mutating func setPeer(of number: Int, _ handle: UInt16, _ peer: Int) {
        guard let place = nodes[number]?.links.lastIndex(where: { $0.handle == handle }) else { return }
        nodes[number]?.links[place].peer = peer
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.prefix(32).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    // MARK: Drawing

    /// The table: a line for the world, one for each node, and the last events, each with a line feed.
    ///
    /// - Parameter size: the terminal's columns and rows. Long lines are cut, and of the events only the last ones are there;
    ///   nodes that have no room are counted.
    package func text(fitting size: (columns: Int, rows: Int)? = nil) -> String {
        var lines = [
            "\(String(format: "%.3f", time)) s   \(count) records"
                + (hasBegun && !isPresent ? "   replaying what happened before" : "")
                + (state.isEmpty ? "" : "   \(state)"), "",
        ]
        lines += nodeLines(room: size.map { max(1, $0.rows - lines.count - 1) } ?? .max)
        // The cursor stands in the row below the last line.
        let room = size.map { $0.rows - lines.count - 2 } ?? .max
        if eventLimit > 0, room > 0 { lines += [""] + events.suffix(room) }
        let width = size?.columns ?? .max
        return lines.map { $0.fitting(width) + "\n" }.joined()
    }

    private func nodeLines(room: Int) -> [String] {
        let order = nodes.keys.sorted()
        let width = max(12, order.compactMap { nodes[$0]?.name.columns }.max() ?? 0)
        let all = order.compactMap { nodes[$0] }.map { node in
            let place = node.isOff ? "off" : node.place
            return
                "\(Self.padded(node.name, width))  \(Self.padded(node.kind, 10))  \(Self.padded(place, 16))  "
                + links(of: node)
        }
        guard all.count > room else { return all }
        return all.prefix(room - 1) + ["and \(all.count - room + 1) more"]
    }

    private func links(of node: Node) -> String {
        guard !node.links.isEmpty else { return "-" }
        let names = node.links.map { link in link.peer.flatMap { nodes[$0]?.name } ?? "a peer" }
        return "linked to " + names.joined(separator: ", ")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.columns))
    }
}

extension String {
    /// How many columns of a terminal it takes.
    fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }

    /// As much of it as so many columns have.
    fileprivate func fitting(_ columns: Int) -> String {
        var left = columns
        return String(
            prefix { character in
                left -= character.columns
                return left >= 0
            })
    }
}

extension Character {
    /// Two for ideographs, Hangul, full-width letters and emoji (Unicode 16, Annex 11, as far as names have them).
    fileprivate var columns: Int {
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
        ]
        return unicodeScalars.contains { scalar in
            scalar.value >= 0x1100 && wide.contains { $0.contains(scalar.value) }
        } ? 2 : 1
    }
}
