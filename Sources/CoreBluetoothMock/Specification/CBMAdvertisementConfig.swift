import Foundation

/// One advertising set of a mock peripheral.
public struct CBMAdvertisementConfig {
    /// The advertised data, under the keys `CBMAdvertisementData…`.
    public let data: [String: Any]
    /// Seconds between advertisements; 0 sends a single one, after the delay.
    public let interval: TimeInterval
    /// Seconds before the first advertisement.
    public let delay: TimeInterval
    /// Whether advertising continues while a central is connected.
    public let isAdvertisingWhenConnected: Bool

    /// Creates a set.
    public init(
        data: [String: Any], interval: TimeInterval = 0.100, delay: TimeInterval = 0,
        isAdvertisingWhenConnected: Bool = false
    ) {
        self.data = data
        self.interval = interval
        self.delay = delay
        self.isAdvertisingWhenConnected = isAdvertisingWhenConnected
    }

    /// Creates a set, with the parameter names of `CBMPeripheralSpec.Builder`.
    public init(
        advertisementData: [String: Any], withInterval interval: TimeInterval = 0.100,
        delay: TimeInterval = 0,
        alsoWhenConnected: Bool = false
    ) {
        self.init(
            data: advertisementData, interval: interval, delay: delay,
            isAdvertisingWhenConnected: alsoWhenConnected)
    }
}
