/// Whose eyes saw a packet. One packet may be in a file several times: on air, at the central's host, at the peripheral's.
enum CaptureView: Hashable {
    /// The host of a scanner or of a central.
    case other(adapter: Int)
    /// The device's own host.
    case own(adapter: Int)
    /// A sniffer.
    case air

    /// Views that never see the same packet may be joined: the hosts of several centrals.
    enum Group: Int, Comparable {
        case own, others, air
        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var group: Group {
        switch self {
        case .other: .others
        case .own: .own
        case .air: .air
        }
    }
}
