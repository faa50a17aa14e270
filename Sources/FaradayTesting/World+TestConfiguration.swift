import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

extension World.Configuration {
    /// The configuration of a test's world. Where the world does not hold its apps' work, its clock waits for the main queue
    /// and for the queues of its managers.
    static var ofTest: World.Configuration {
        .settling(MainQueue.settle)
    }

    /// This configuration for a test's world: it waits as `ofTest` does, unless it has a wait of its own.
    var inTest: World.Configuration {
        settling == nil ? settling(by: MainQueue.settle) : self
    }

    /// Lets the world begin on a date that a test gives: to the second, and nothing that clocks of 64 bits can't show.
    mutating func begin(on date: Date?) {
        guard let seconds = date?.timeIntervalSince1970 else { return }
        // No number at all is not greater either.
        startDate = seconds > 0 ? Int64(min(seconds, Self.lastSecond)) * 1_000_000_000 : 0
    }

    /// 2223-07-06T22:13:20Z, with room for a long test after it.
    private static let lastSecond = 8_000_000_000.0
}
