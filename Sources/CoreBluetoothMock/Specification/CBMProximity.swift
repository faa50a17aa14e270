/// How near a mock peripheral is.
public enum CBMProximity: Sendable {
    /// Right here: −40 dBm.
    case immediate
    /// In the room: −70 dBm.
    case near
    /// Just in range: −100 dBm.
    case far
    /// Not in range; 127, as CoreBluetooth has it for a strength that is not known.
    case outOfRange

    /// The strength of its signal in dBm; 127 where there is none to read.
    var RSSI: Int {
        switch self {
        case .immediate: -40
        case .near: -70
        case .far: -100
        case .outOfRange: 127
        }
    }
}

/// How much the reported signal strength varies around what the proximity gives.
public enum CBMRSSIDeviation: Sendable {
    /// Not at all.
    case none
    /// By up to 15 dB.
    case `default`
    /// By up to this many dB.
    case custom(_ deviation: Int)
}
