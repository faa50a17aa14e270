/// The proximity of a mock peripheral.
public enum CBMProximity: Sendable {
    /// Very near: −40 dBm.
    case immediate
    /// In the room: −70 dBm.
    case near
    /// Just in range: −100 dBm.
    case far
    /// Not in range; 127, which CoreBluetooth uses for an unknown strength.
    case outOfRange

    /// The strength of its signal in dBm; 127 if there is no signal.
    var RSSI: Int {
        switch self {
        case .immediate: -40
        case .near: -70
        case .far: -100
        case .outOfRange: 127
        }
    }
}

extension CBMProximity {
    /// How much the reported signal strength varies around the value for the proximity.
    public enum Deviation: Sendable {
        /// No variation.
        case none
        /// By up to 15 dB.
        case `default`
        /// By up to this many dB.
        case custom(_ deviation: Int)
    }
}
