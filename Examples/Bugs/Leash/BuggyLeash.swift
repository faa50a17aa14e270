import CoreBluetooth
import Foundation

/// Asks every second whether the tag is connected, and gives it up if not.
public final class BuggyLeash: LeashApp {
    private enum Phase { case opening, watching, restarting, lost }

    public private(set) var alerts: [String] = []
    private var phase = Phase.opening
    private var timer: Timer?
    private let link: SensorLink

    public init() {
        link = SensorLink(to: "FF80", on: nil)
        link.onReady = { [weak self] in self?.watch() }
        link.onEnd = { [weak self] in self?.ended() }
    }

    public var isWatching: Bool { phase == .watching }

    public func restart() {
        phase = .restarting
        link.cancel()
    }

    private func watch() {
        phase = .watching
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in self?.check() }
    }

    private func check() {
        guard !link.isConnected else { return }
        phase = .lost
        alerts.append("The tag is out of reach.")
        timer?.invalidate()
    }

    private func ended() {
        timer?.invalidate()
        guard phase == .restarting else { return }
        phase = .opening
        link.connect()
    }
}
