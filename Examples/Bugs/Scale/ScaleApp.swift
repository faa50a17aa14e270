/// Weighs on demand.
public protocol ScaleApp: AnyObject {
    /// The weight in kilograms, `nil` if the scale has none within five seconds.
    func weigh() async -> UInt8?
}
