import FaradayCoreBluetooth
import FaradaySimulation

/// Turns the advertising of a spec into the advertising sets of its device.
extension AirSimulation {
    /// The sets that can be advertised; the others are reported.
    func advertisingSets(of state: SpecState, named name: String) -> [DeviceAdvertising] {
        (state.advertisement ?? []).compactMap { advertisingSet($0, of: state, named: name) }
    }

    private func advertisingSet(
        _ config: CBMAdvertisementConfig, of state: SpecState, named name: String
    ) -> DeviceAdvertising? {
        guard let timing = AdvertisingTiming(config) else {
            report(
                .invalidTiming,
                """
                \(name) has an advertising set with interval \(config.interval) and delay \(config.delay). It is \
                not advertised. Use an interval of 0.02 to 10.24 s, or interval 0 and a delay for a single \
                advertisement.
                """)
            return nil
        }
        let dictionary = AdvertisingDictionary(config.data)
        for problem in dictionary.problems {
            report(.invalidAdvertisement, "\(name) advertises a set without one value: \(problem).")
        }
        let isConnectable = dictionary.isConnectable && state.takesConnections
        if dictionary.isConnectable, state.connectionInterval == nil {
            report(
                .invalidAdvertisement,
                """
                \(name) advertises CBMAdvertisementDataIsConnectable but accepts no connections, so the set is not \
                connectable. Add connectable(name:services:delegate:) to the spec.
                """)
        }
        let room = AdvertisingRoom(isConnectable: isConnectable, extendedLimit: extendedLimit)
        guard let layout = room.layout(dictionary.structures) else {
            let problem = room.problem(dictionary.structures)
            report(
                .advertisementTooLong, "\(name) has an advertising set that is not advertised: \(problem).")
            return nil
        }
        var set = DeviceAdvertising(layout, isConnectable: isConnectable)
        set.interval = timing.interval
        set.delay = timing.delay
        set.isOneShot = timing.isOneShot
        set.continuesWhileConnected = config.isAdvertisingWhenConnected
        return set
    }

    /// The longest extended advertising that apps on the phone see, connectable or not (behaviour 2.34).
    private var extendedLimit: Int {
        let profile = phone.profile
        guard profile.limitsExtendedAdvertising else { return DeviceAdvertising.longestConnectableExtended }
        return profile.supportsExtendedScanAndConnect ? 124 : 0
    }
}

extension DeviceAdvertising {
    init(_ layout: AdvertisingRoom.Layout, isConnectable: Bool) {
        let kind: Kind =
            if isConnectable { .connectable } else if layout.scanResponse.isEmpty { .nonConnectable } else {
                .scannable
            }
        self.init(
            kind, data: AdvertisingData(layout.data), scanResponse: AdvertisingData(layout.scanResponse),
            usesExtendedPDUs: layout.isExtended)
    }
}

/// When a set advertises.
struct AdvertisingTiming: Equatable {
    let interval: Nanoseconds
    let delay: Nanoseconds
    let isOneShot: Bool

    /// `nil` if the configuration is invalid.
    init?(_ config: CBMAdvertisementConfig) {
        let (interval, delay) = (config.interval, config.delay)
        guard interval.isFinite, delay.isFinite, interval >= 0, delay >= 0, interval + delay > 0,
            delay < Self.longestDelay, interval <= Self.longestInterval
        else { return nil }
        isOneShot = interval == 0
        self.delay = .seconds(delay)
        self.interval = .seconds(max(interval, Self.shortestInterval))
    }

    /// The shortest advertising interval (Core 6.0, Vol 4, Part E, 7.8.5).
    private static let shortestInterval = 0.02
    private static let longestInterval = 10.24
    /// About a century; longer delays make no sense.
    private static let longestDelay = 3e9
}
