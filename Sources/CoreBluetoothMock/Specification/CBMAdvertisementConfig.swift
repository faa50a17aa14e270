import Foundation

/// One advertising set of a mock peripheral.
public struct CBMAdvertisementConfig {
    /// What is advertised, under the keys `CBMAdvertisementData…`.
    public let data: [String: Any]
    /// Seconds between advertisements; 0 sends one, after the delay.
    public let interval: TimeInterval
    /// Seconds before the first.
    public let delay: TimeInterval
    /// Whether it goes on while a central is connected.
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

    /// Creates a set, in the words of `CBMPeripheralSpec.Builder`.
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
