/// Shows the pressure of a tyre.
public protocol GaugeApp: AnyObject {
    /// What the screen shows.
    var shown: UInt8? { get }
}
