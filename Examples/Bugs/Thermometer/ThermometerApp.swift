/// Measures the temperature at one tap, with whatever thermometer is there.
public protocol ThermometerApp: AnyObject {
    var status: ThermometerStatus { get }
    /// The user taps "Measure".
    func measure()
}

/// What the app shows.
public enum ThermometerStatus: Equatable {
    case idle
    /// A spinner.
    case measuring
    /// The temperature, in degrees Celsius.
    case value(Double)
    case failed(String)
}
