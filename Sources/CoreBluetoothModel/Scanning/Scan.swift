import BluetoothPort
import BluetoothTypes

/// One manager's scan.
struct Scan: Sendable {
    /// How far a peer was reported to a manager in this scan (behaviour 2.7, 2.12).
    enum Stage: UInt8, Sendable {
        case unseen
        /// The peer is reported with each packet (behaviour 2.11).
        case everyPacket
        /// The peer was reported with advertising data; the scan response may follow.
        case half
        case whole
    }

    let request: Central.ScanRequest
    /// Each peer is reported once, whatever the request says (behaviour 2.26).
    var isInBackground = false
    /// By the peer's slot.
    private var stages: [Stage] = []

    init(_ request: Central.ScanRequest) { self.request = request }

    /// Takes over which peers an earlier scan has reported.
    mutating func inherit(_ other: Scan) { stages = other.stages }

    /// Whether each packet is reported.
    var wantsDuplicates: Bool { request.allowsDuplicates && !isInBackground }

    @inline(__always)
    func stage(of slot: Int) -> Stage {
        if wantsDuplicates { return .everyPacket }
        return slot < stages.count ? stages[slot] : .unseen
    }

    mutating func set(_ stage: Stage, of slot: Int) {
        while stages.count <= slot { stages.append(.unseen) }
        stages[slot] = stage
    }

    /// The peer in a slot counts as new again.
    mutating func forget(_ slot: Int) {
        if slot < stages.count { stages[slot] = .unseen }
    }

    /// Whether the manager asked for such peers (2.1, 2.3). One of the services has to be advertised, or
    /// solicited, or have its bit in the overflow area (2.31). A scan in the background may not look at the
    /// overflow area (6.42).
    func matches(_ advertisement: DecodedAdvertisement, overflowInBackground: Bool) -> Bool {
        if request.services.isEmpty { return true }
        let keys = advertisement.keys
        if request.services.contains(where: keys.serviceUUIDs.contains) { return true }
        if let overflow = advertisement.overflow, !isInBackground || overflowInBackground,
            request.services.contains(where: overflow.mayContain)
        {
            return true
        }
        return request.solicitedServices.contains(where: keys.solicitedServiceUUIDs.contains)
    }
}
