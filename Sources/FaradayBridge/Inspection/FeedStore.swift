/// What a reader of a live feed is told once.
enum FeedLine {
    /// The reader has everything that happened before it came.
    static let present = "{\"type\":\"present\"}"
}

/// The lines of a feed that all its readers share, in portions. A reader only has a position in it, so a slow one costs
/// nothing but its time: it gets the rest later, or everything anew if its portion is no longer there.
struct FeedStore {
    /// Lines that are sent together.
    struct Portion {
        var lines: [String]
        /// The number of the record that follows these lines.
        var nextID: Int
        fileprivate var size: Int
    }

    /// How many bytes of lines are kept.
    let capacity: Int
    /// How many bytes a portion has, unless one line has more.
    let portionSize: Int
    private let header: String
    private var portions: [Portion] = []
    /// The number of the first portion that is kept.
    private(set) var first = 0
    private var size = 0
    private var lastID = 0
    /// The last descriptions of nodes in portions that are no longer kept, by the nodes' numbers, and the last state of
    /// the clock, as number -1.
    private var nodes: [(node: Int, line: String)] = []

    init(header: String, capacity: Int = 64 << 20, portionSize: Int = 64 << 10) {
        self.header = header
        self.capacity = capacity
        self.portionSize = portionSize
    }

    /// The position behind the last portion.
    var end: Int { first + portions.count }

    /// Adds lines; `nextID` is the number of the record that will follow them.
    mutating func append(_ lines: [String], nextID: Int) {
        var portion = Portion(lines: [], nextID: lastID, size: 0)
        for line in lines {
            if portion.size > 0, portion.size + line.utf8.count > portionSize {
                add(portion)
                portion = Portion(lines: [], nextID: lastID, size: 0)
            }
            portion.lines.append(line)
            portion.size += line.utf8.count + 1
            if let id = Self.number(behind: "{\"id\":", in: line) {
                lastID = id + 1
                portion.nextID = lastID
            }
        }
        lastID = max(lastID, nextID)
        portion.nextID = lastID
        if !portion.lines.isEmpty { add(portion) }
    }

    private mutating func add(_ portion: Portion) {
        portions.append(portion)
        size += portion.size
        var dropped = 0
        while size > capacity, dropped < portions.count - 1 {
            size -= portions[dropped].size
            for line in portions[dropped].lines { remember(line) }
            dropped += 1
        }
        guard dropped > 0 else { return }
        portions.removeFirst(dropped)
        first += dropped
    }

    private mutating func remember(_ line: String) {
        let isStatus = line.hasPrefix("{\"type\":\"status\"")
        guard isStatus || line.hasPrefix("{\"type\":\"node\""),
            let node = isStatus ? -1 : Self.number(behind: "\"node\":", in: line)
        else { return }
        if let place = nodes.firstIndex(where: { $0.node == node }) {
            nodes[place].line = line
        } else {
            nodes.append((node, line))
        }
    }

    /// The portion at a position, or `nil` if it has not come or is no longer kept.
    subscript(position: Int) -> Portion? {
        portions.indices.contains(position - first) ? portions[position - first] : nil
    }

    /// What a reader gets first that has nothing: the header, and the nodes of which it would not hear otherwise.
    var beginning: [String] { [header] + nodes.map(\.line) }

    /// The position behind the portions after which record `id` follows; `nil` if nobody can tell.
    func position(after id: Int) -> Int? {
        if let index = portions.firstIndex(where: { $0.nextID >= id }) {
            return portions[index].nextID == id ? first + index + 1 : nil
        }
        return nil
    }

    /// The decimal number behind the first `mark` of a line.
    private static func number(behind mark: String, in line: String) -> Int? {
        let (line, mark) = (line.utf8, mark.utf8)
        var start = line.startIndex
        while start != line.endIndex {
            if line[start...].starts(with: mark) {
                let digits = line[start...].dropFirst(mark.count).prefix { 0x30...0x39 ~= $0 }
                return digits.count <= 18 ? Int(Substring(digits)) : nil
            }
            // A record's number is at the very beginning.
            if mark.first == 0x7B { return nil }
            start = line.index(after: start)
        }
        return nil
    }
}
