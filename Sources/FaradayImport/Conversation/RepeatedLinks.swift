/// Connections that several files show, such as the traces of both hosts: each counts once.
///
/// Two files show one connection if they do so at one time, and each end sends the same in both. One of them may begin
/// later, or end earlier.
struct RepeatedLinks {
    /// The connections in order of time; of those that are one, the one that shows most.
    private(set) var links: [LinkRecord] = []
    /// Places in `links` of those that may not have ended yet, with what their ends send.
    private var current: [(place: Int, talk: Talk)] = []
    /// A device rarely has more connections at once; with a bound, no file makes much work.
    private static let mostAtOnce = 16

    /// What each end sends.
    private struct Talk {
        var central: [[UInt8]] = []
        var peripheral: [[UInt8]] = []

        init(_ link: LinkRecord) {
            for frame in link.frames {
                guard case .attribute(let bytes) = frame.content else { continue }
                switch frame.side {
                case .central: central.append(bytes)
                case .peripheral: peripheral.append(bytes)
                case .host, .peer, .unknown: break
                }
            }
        }

        func isSame(as other: Talk) -> Bool {
            !central.isEmpty && !other.central.isEmpty && Self.agree(central, other.central)
                && Self.agree(peripheral, other.peripheral)
        }

        /// Whether the shorter one begins or ends the longer one.
        private static func agree(_ left: [[UInt8]], _ right: [[UInt8]]) -> Bool {
            let (short, long) = left.count < right.count ? (left, right) : (right, left)
            return long.starts(with: short) || long.suffix(short.count).elementsEqual(short)
        }
    }

    /// Takes connections in order of time.
    init(_ all: [LinkRecord]) {
        for link in all { add(link) }
    }

    private mutating func add(_ link: LinkRecord) {
        let talk = Talk(link)
        let begin = link.firstTime ?? 0
        current.removeAll { links[$0.place].lastTime < begin }
        let same = current.firstIndex { links[$0.place].file != link.file && $0.talk.isSame(as: talk) }
        guard let same else {
            links.append(link)
            current.append((links.count - 1, talk))
            if current.count > Self.mostAtOnce { current.removeFirst() }
            return
        }
        guard link.frames.count > links[current[same].place].frames.count else { return }
        links[current[same].place] = link
        current[same].talk = talk
    }
}
