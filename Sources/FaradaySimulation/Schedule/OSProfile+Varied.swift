import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

extension Schedule {
    /// The profile of the phone that becomes node `number`, with latencies and switches that the schedule draws.
    func varied(_ profile: OSProfile, number: Int) -> OSProfile {
        var profile = profile
        if parts.contains(.system) {
            var stream = Entropy(seed: seed).stream("schedule/system \(number)")
            profile = profile.varied(by: &stream)
        }
        for each in SystemSwitch.all where parts.contains(each.part) {
            var stream = Entropy(seed: seed).stream("schedule/\(each.name) \(number)")
            profile[keyPath: each.path] = stream.below(2) == 0
        }
        return profile
    }
}

extension OSProfile {
    /// The same system on another day: latencies and intervals for which sources have no number, or only "about", are
    /// drawn around their values. What is zero stays zero, and rules, limits and link parameters stay as they are.
    func varied(by stream: inout EntropyStream) -> OSProfile {
        var profile = self
        func scale(_ path: WritableKeyPath<OSProfile, Nanoseconds>, _ least: Double, _ most: Double) {
            profile[keyPath: path] = profile[keyPath: path].scaled(by: stream.factor(least, most))
        }
        scale(\.firstStateDelay, 0.2, 20)  // 1.1: "later"
        scale(\.linkLinger, 0, 8)  // 3.8: seconds, up to about ten
        scale(\.commandReadinessDelay, 0.1, 10)  // 5.18: "soon"
        scale(\.backgroundGrace, 0.5, 2)  // 7.1
        scale(\.wakeWindow, 0.8, 1.5)  // 7.2: about 10 s
        scale(\.restorationWindow, 0.5, 2)  // 7.10: "soon"
        scale(\.restartDuration, 0.5, 2)
        // A window is as large a part of its interval as before.
        let scan = stream.factor(0.5, 4)
        profile.scanInterval = scanInterval.scaled(by: scan)
        profile.scanWindow = scanWindow.scaled(by: scan)
        let connect = stream.factor(0.5, 4)
        profile.connectScanInterval = connectScanInterval.scaled(by: connect)
        profile.connectScanWindow = connectScanWindow.scaled(by: connect)
        let background = stream.factor(0.5, 4)
        profile.backgroundScanInterval = backgroundScanInterval.scaled(by: background)
        profile.backgroundScanWindow = backgroundScanWindow.scaled(by: background)
        scale(\.advertisingInterval, 0.8, 2)
        scale(\.backgroundAdvertisingInterval, 0.8, 2)
        return profile
    }
}

extension EntropyStream {
    /// A factor from `least` to `most`, as often below 1 as above, and more often near 1 than far from it.
    fileprivate mutating func factor(_ least: Double, _ most: Double) -> Double {
        let draw = 2 * unit() - 1
        return 1 + draw * draw * (draw < 0 ? least - 1 : most - 1)
    }
}

extension Nanoseconds {
    fileprivate func scaled(by factor: Double) -> Nanoseconds { .seconds(seconds * factor) }
}
