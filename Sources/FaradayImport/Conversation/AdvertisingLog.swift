import BluetoothWire

/// What scanners may do with a set.
package enum ImportedKind: Hashable, Sendable {
    case connectable
    case scannable
    case nonConnectable
    case directed(to: DeviceAddress)
}

/// Which advertising set a packet belongs to, as far as packets tell.
struct AdvertisingSetKey: Hashable {
    var kind: ImportedKind
    var isExtended: Bool
    /// The advertising set identifier of extended advertising.
    var identifier: UInt8?

    /// Whether scanners can ask for a scan response.
    var isScannable: Bool { kind == .scannable || kind == .connectable && !isExtended }
}

/// A device's advertising as one view saw it.
struct AdvertisingLog {
    /// Data that differ from those before.
    struct Change {
        var time: UInt64
        var place: PacketPlace
        var bytes: [UInt8]
    }

    struct Series {
        private(set) var changes: [Change] = []
        /// Changes that there was no room for.
        private(set) var dropped = 0

        /// More changes of one set only count.
        static let most = 1000

        mutating func add(_ bytes: [UInt8], _ time: UInt64, _ place: PacketPlace) {
            guard last != bytes else { return }
            last = bytes
            if changes.count < Self.most {
                changes.append(Change(time: time, place: place, bytes: bytes))
            } else {
                dropped += 1
            }
        }

        private var last: [UInt8]?
    }

    struct Set {
        var key: AdvertisingSetKey
        var events = EventTimes()
        var data = Series()
        var response = Series()
        var packets = 0
        var firstPlace: PacketPlace
        /// Whether a scanner that leaves out duplicates has told of it.
        var isFiltered = false
        /// Units of 0.625 ms, where the host's own command says it.
        var told: (least: UInt32, most: UInt32)?

        /// Takes what was heard of it later.
        fileprivate mutating func join(_ later: Set) {
            events.join(later.events)
            for change in later.data.changes { data.add(change.bytes, change.time, change.place) }
            for change in later.response.changes { response.add(change.bytes, change.time, change.place) }
            packets += later.packets
            isFiltered = isFiltered || later.isFiltered
            told = later.told ?? told
        }
    }

    private(set) var sets: [Set] = []
    private var places: [AdvertisingSetKey: Int] = [:]
    private(set) var packets = 0
    private(set) var first: UInt64?
    private(set) var last: UInt64 = 0

    /// Packets of one event are closer together than any two events, which are 20 ms apart or more.
    private static let event: UInt64 = 10_000_000
    /// Bounds what hostile files can make of a device.
    private static let mostSets = 64

    private mutating func count(_ time: UInt64) {
        packets += 1
        first = min(first ?? time, time)
        last = max(last, time)
    }

    private mutating func place(of key: AdvertisingSetKey, _ place: PacketPlace) -> Int? {
        if let known = places[key] { return known }
        guard sets.count < Self.mostSets else { return nil }
        places[key] = sets.count
        sets.append(Set(key: key, firstPlace: place))
        return sets.count - 1
    }

    /// Takes what was heard of the device under another address. If it has two at a time, those of the one that was heard
    /// more count.
    mutating func join(_ other: AdvertisingLog) {
        guard let start = first, let otherStart = other.first else {
            if first == nil { self = other }
            return
        }
        guard last < otherStart || other.last < start else {
            if other.packets > packets { self = other }
            return
        }
        var joined = last < otherStart ? self : other
        let later = last < otherStart ? other : self
        for set in later.sets {
            guard let index = joined.place(of: set.key, set.firstPlace) else { continue }
            joined.sets[index].join(set)
        }
        joined.packets += later.packets
        joined.last = later.last
        self = joined
    }

    /// An advertisement; `data` is `nil` if the packet can't have any.
    mutating func add(
        _ key: AdvertisingSetKey, data: [UInt8]?, at time: UInt64, _ place: PacketPlace,
        isFiltered: Bool = false, told: (least: UInt32, most: UInt32)? = nil
    ) {
        count(time)
        guard let index = self.place(of: key, place) else { return }
        sets[index].packets += 1
        if isFiltered { sets[index].isFiltered = true }
        if let told { sets[index].told = told }
        if let data { sets[index].data.add(data, time, place) }
        if let before = sets[index].events.last, time < before &+ Self.event { return }
        sets[index].events.add(time)
    }

    /// A scan response: it belongs to the set that was heard last of those that scanners can ask.
    mutating func add(
        response: [UInt8], isExtended: Bool, identifier: UInt8?, at time: UInt64, _ place: PacketPlace
    ) {
        count(time)
        let index = sets.indices.filter { index in
            let key = sets[index].key
            return key.isExtended == isExtended && key.identifier == identifier && key.isScannable
        }.max { (sets[$0].events.last ?? 0) < (sets[$1].events.last ?? 0) }
        let key = AdvertisingSetKey(kind: .scannable, isExtended: isExtended, identifier: identifier)
        guard let index = index ?? self.place(of: key, place) else { return }
        sets[index].packets += 1
        sets[index].response.add(response, time, place)
    }
}
