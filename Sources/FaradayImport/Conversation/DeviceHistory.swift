import BluetoothWire

/// All that is known of one device before anything is learned: each event once, also if the files show it several times.
struct DeviceHistory {
    var identity: DeviceIdentity
    /// The advertising of the best view of each file.
    var advertising: [AdvertisingLog] = []
    /// The advertising of all views.
    var heard: [AdvertisingLog] = []
    /// The links of the best view of each file, in order of time; one that several files show is here once.
    var links: [LinkRecord] = []
    /// What passed on the links, in order of the links.
    var exchanges: [DeviceExchange] = []
    /// Protocol units that can't be read, and those of the device as a client.
    var unread = 0
    var ofClientRole = 0
    /// Packets of all views.
    var packets = 0
    var first: UInt64?
    var last: UInt64 = 0

    /// Whether its packets were rebuilt from what a framework showed.
    var isRebuilt = false

    init(_ identity: DeviceIdentity) { self.identity = identity }

    /// The histories of all devices, in the order in which the files name them.
    static func all(_ gathering: Gathering) -> [DeviceHistory] {
        var logs: [DeviceIdentity: [(Gathering.Source, AdvertisingLog)]] = [:]
        for (source, log) in gathering.advertising {
            logs[source.identity, default: []].append((source, log))
        }
        var links: [DeviceIdentity: [LinkRecord]] = [:]
        for link in gathering.links { links[link.identity, default: []].append(link) }
        return gathering.order.compactMap { identity in
            var history = DeviceHistory(identity)
            history.take(logs[identity] ?? [])
            history.take(links[identity] ?? [])
            history.isRebuilt =
                (logs[identity] ?? []).contains { gathering.isRebuilt(file: $0.0.file, $0.0.view) }
                || (links[identity] ?? []).contains { gathering.isRebuilt(file: $0.file, $0.view) }
            return history.isWorthIt ? history : nil
        }
    }

    /// Whether it is a device: packets of a link without a word that can be read may be noise.
    private var isWorthIt: Bool {
        if case .accessAddress = identity, exchanges.isEmpty { return packets >= 10 }
        return packets > 0
    }

    private mutating func count(_ packets: Int, _ first: UInt64?, _ last: UInt64) {
        self.packets += packets
        if let first { self.first = min(self.first ?? first, first) }
        self.last = max(self.last, last)
    }

    /// Of each file the view that shows most; the device's own host before others, which may miss something.
    private mutating func take(_ logs: [(source: Gathering.Source, log: AdvertisingLog)]) {
        heard = logs.map(\.log)
        for item in logs { count(item.log.packets, item.log.first, item.log.last) }
        let files = Set(logs.map(\.source.file)).sorted()
        for file in files {
            let best = logs.filter { $0.source.file == file }.min { left, right in
                let groups = (left.source.view.group, right.source.view.group)
                if (groups.0 == .own) != (groups.1 == .own) { return groups.0 == .own }
                if left.log.packets != right.log.packets { return left.log.packets > right.log.packets }
                return left.source.view.order < right.source.view.order
            }
            if let best { advertising.append(best.log) }
        }
    }

    private mutating func take(_ all: [LinkRecord]) {
        for link in all { count(link.packets, link.firstTime, link.lastTime) }
        for file in Set(all.map(\.file)).sorted() {
            let ofFile = all.filter { $0.file == file }
            let sizes = Dictionary(grouping: ofFile, by: \.view.group).mapValues { links in
                links.reduce(0) { $0 + $1.frames.count }
            }
            let best = sizes.min { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }?.key
            links += ofFile.filter { $0.view.group == best }
        }
        links.sort { ($0.firstTime ?? 0, $0.file) < ($1.firstTime ?? 0, $1.file) }
        links = RepeatedLinks(links).links
        for (number, link) in links.enumerated() {
            let reader = ExchangeReader(link, number: number)
            exchanges += reader.exchanges
            unread += reader.unread
            ofClientRole += reader.ofClientRole
        }
    }
}

extension CaptureView {
    /// A fixed order, so that the same files give the same devices.
    fileprivate var order: Int {
        switch self {
        case .own(let adapter): adapter
        case .other(let adapter): 0x1_0000 + adapter
        case .air: 0x2_0000
        }
    }
}
