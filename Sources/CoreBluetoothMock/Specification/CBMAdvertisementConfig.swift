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

extension CBMAdvertisementConfig: Hashable {
    /// Whether both advertise the same data in the same way.
    public static func == (left: CBMAdvertisementConfig, right: CBMAdvertisementConfig) -> Bool {
        left.interval == right.interval && left.delay == right.delay
            && left.isAdvertisingWhenConnected == right.isAdvertisingWhenConnected
            && left.comparable == right.comparable
    }

    /// The data as values that can be compared; what can't be is compared by its text.
    private var comparable: [String: AnyHashable] {
        data.mapValues { $0 as? AnyHashable ?? AnyHashable("\($0)") }
    }

    /// Hashes the data and the timing.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(comparable)
        hasher.combine(interval)
        hasher.combine(delay)
        hasher.combine(isAdvertisingWhenConnected)
    }
}
