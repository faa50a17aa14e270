import BluetoothTypes
import BluetoothWire

/// One advertising set of a device.
package struct ImportedAdvertising: Sendable {
    /// Data that differ from those before.
    package struct Change: Hashable, Sendable {
        /// Nanoseconds since the device was first seen.
        package var time: UInt64
        package var place: PacketPlace
        package var bytes: [UInt8]
    }

    /// What scanners may do with the set.
    package var kind: ImportedKind
    package var isExtended: Bool
    /// The advertising set identifier, of extended advertising.
    package var identifier: UInt8?
    /// The bytes of the data, and when they changed; the first ones are in front. Empty if no packet had any.
    package var data: [Change]
    /// The bytes of the scan response; empty if no packet had any.
    package var scanResponse: [Change]
    /// Changes that there was no room for.
    package var droppedChanges: Int
    package var interval: IntervalEstimate
    /// Whether the set was heard while a central was connected to the device.
    package var continuesWhileConnected = false
    package var packets: Int
    package var place: PacketPlace

    /// Whether scanners can ask for a scan response.
    package var isScannable: Bool {
        AdvertisingSetKey(kind: kind, isExtended: isExtended, identifier: identifier).isScannable
    }
}

extension ImportedAdvertising {
    /// The sets of a device, those of several files joined.
    static func sets(of history: DeviceHistory) -> [ImportedAdvertising] {
        var sets: [ImportedAdvertising] = []
        var places: [AdvertisingSetKey: Int] = [:]
        let start = history.first ?? 0
        let connected = history.links.compactMap { link in link.began.map { ($0.time, link.lastTime) } }
        let sounding = history.heard.flatMap(\.sets).filter { $0.wasHeard(within: connected) }
        let continuing = Set(sounding.map(\.key))
        for log in history.advertising {
            for set in log.sets {
                var found = ImportedAdvertising(set, since: start)
                found.continuesWhileConnected = continuing.contains(set.key)
                if let index = places[set.key] {
                    sets[index].join(found)
                } else {
                    places[set.key] = sets.count
                    sets.append(found)
                }
            }
        }
        return sets
    }

    private init(_ set: AdvertisingLog.Set, since start: UInt64) {
        func changes(_ series: AdvertisingLog.Series) -> [Change] {
            series.changes.map {
                Change(time: $0.time >= start ? $0.time - start : 0, place: $0.place, bytes: $0.bytes)
            }
        }
        (kind, isExtended, identifier) = (set.key.kind, set.key.isExtended, set.key.identifier)
        (data, scanResponse) = (changes(set.data), changes(set.response))
        droppedChanges = set.data.dropped + set.response.dropped
        (packets, place) = (set.packets, set.firstPlace)
        interval =
            if let told = set.told {
                .told(
                    least: .microseconds(Int(told.least) * 625), most: .microseconds(Int(told.most) * 625))
            } else {
                .estimate(set.events.times, isFiltered: set.isFiltered)
            }
    }

    /// Adds what another file says of the same set.
    private mutating func join(_ other: ImportedAdvertising) {
        for change in other.data where data.last?.bytes != change.bytes { data.append(change) }
        for change in other.scanResponse where scanResponse.last?.bytes != change.bytes {
            scanResponse.append(change)
        }
        packets += other.packets
        droppedChanges += other.droppedChanges
        if other.interval.rank > interval.rank { interval = other.interval }
    }
}

extension AdvertisingLog.Set {
    /// Whether three events or more lie within one of these times, apart from what may be in flight at its ends.
    fileprivate func wasHeard(within times: [(first: UInt64, last: UInt64)]) -> Bool {
        let margin: UInt64 = 100_000_000
        var counts = [Int](repeating: 0, count: times.count)
        // Both are in order of time, as far as a file is.
        var index = 0
        for event in events.times {
            while index < times.count, event >= times[index].last { index += 1 }
            guard index < times.count else { return false }
            guard event > times[index].first &+ margin, event &+ margin < times[index].last else { continue }
            counts[index] += 1
            if counts[index] >= 3 { return true }
        }
        return false
    }
}

extension IntervalEstimate {
    /// Which of two estimates is the better one.
    fileprivate var rank: Int {
        switch self {
        case .told: Int.max
        case .estimated(_, _, let gaps): gaps
        case .unknown: -1
        }
    }
}
