import BluetoothWire

/// Reports of completed packets, kept for all controllers: few differ, and each has an array that must be made.
struct CompletionReports {
    /// By handle less one, and the number of packets less one.
    private var known: ContiguousArray<HCI.NumberOfCompletedPackets?> = []
    private static let handles: UInt16 = 32
    private static let counts: UInt16 = 16

    /// The report for one link.
    mutating func report(_ handle: UInt16, _ count: UInt16) -> HCI.NumberOfCompletedPackets {
        let place = Int((handle &- 1) &* Self.counts &+ (count &- 1))
        guard handle &- 1 < Self.handles, count &- 1 < Self.counts else { return Self.make(handle, count) }
        if place < known.count, let report = known[place] { return report }
        while known.count <= place { known.append(nil) }
        let report = Self.make(handle, count)
        known[place] = report
        return report
    }

    private static func make(_ handle: UInt16, _ count: UInt16) -> HCI.NumberOfCompletedPackets {
        .init(completed: [.init(connectionHandle: handle, numCompletedPackets: count)])
    }
}
