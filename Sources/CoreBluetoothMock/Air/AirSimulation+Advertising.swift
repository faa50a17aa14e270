import FaradayCoreBluetooth
import FaradaySimulation

/// From what a spec says of its advertising to the sets of its device.
extension AirSimulation {
    /// The sets that can go on air; what can't is reported.
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
                \(name) has an advertising set with interval \(config.interval) and delay \(config.delay), which is \
                not on air. Give it an interval of 0.02 to 10.24 s, or interval 0 and a delay for a single advertisement.
                """)
            return nil
        }
        let dictionary = AdvertisingDictionary(config.data)
        for problem in dictionary.problems {
            report(.invalidAdvertisement, "\(name) advertises the rest of a set: \(problem).")
        }
        let isConnectable = dictionary.isConnectable && state.takesConnections
        if dictionary.isConnectable, state.connectionInterval == nil {
            report(
                .invalidAdvertisement,
                """
                \(name) says CBMAdvertisementDataIsConnectable and takes no connections, so the set is not \
                connectable. Add connectable(name:services:delegate:) to the spec.
                """)
        }
        let room = AdvertisingRoom(isConnectable: isConnectable, extendedLimit: extendedLimit)
        guard let layout = room.layout(dictionary.structures) else {
            let problem = room.problem(dictionary.structures)
            report(.advertisementTooLong, "\(name) has an advertising set that is not on air: \(problem).")
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

    /// `nil` if no set can do that.
    init?(_ config: CBMAdvertisementConfig) {
        let (interval, delay) = (config.interval, config.delay)
        guard interval.isFinite, delay.isFinite, interval >= 0, delay >= 0, interval + delay > 0,
            delay < Self.longestDelay, interval <= Self.longestInterval
        else { return nil }
        isOneShot = interval == 0
        self.delay = .seconds(delay)
        self.interval = .seconds(max(interval, Self.shortestInterval))
    }

    /// Of advertising (Core 6.0, Vol 4, Part E, 7.8.5).
    private static let shortestInterval = 0.02
    private static let longestInterval = 10.24
    /// A century: beyond, it is no time to wait for.
    private static let longestDelay = 3e9
}
