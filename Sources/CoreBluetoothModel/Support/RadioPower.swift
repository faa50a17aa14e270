import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The state of the host, as far as the model has heard.
enum HostPhase: Hashable, Sendable {
    case down
    case starting
    case ready
    /// The host cannot be started.
    case failed
}

/// What the radio is set to, and how far the host is with it.
///
/// The host runs only while the radio is on: `set` says whether it is to be started or stopped.
struct RadioPower: Hashable, Sendable {
    private(set) var state = RadioState.on
    private(set) var host = HostPhase.down

    /// What the host is asked to do.
    enum Request: Hashable, Sendable {
        case powerOn
        case powerOff
    }

    /// The radio as it is when the phone starts; returns what the host is asked to do.
    mutating func start() -> Request? {
        guard state == .on, host == .down else { return nil }
        host = .starting
        return .powerOn
    }

    /// Sets the radio to another state; returns what the host is asked to do.
    mutating func set(_ next: RadioState) -> Request? {
        precondition(next != state, "the radio is \(state) already")
        let hadHost = host != .down
        state = next
        host = next == .on ? .starting : .down
        if next == .on { return .powerOn }
        return hadHost ? .powerOff : nil
    }

    /// The host is ready. Returns false if the radio is no longer on.
    mutating func hostReady() -> Bool {
        guard state == .on else { return false }
        host = .ready
        return true
    }

    /// What follows from a controller that failed.
    enum Failure: Hashable, Sendable {
        /// It failed while it worked: it is restarted, and apps see a reset (1.22).
        case restarts
        /// It does not start at all.
        case isFinal
    }

    /// The host's controller has failed; returns `nil` if the radio is no longer on.
    mutating func hostFailed() -> Failure? {
        guard state == .on else { return nil }
        if host == .ready {
            (state, host) = (.resetting, .down)
            return .restarts
        }
        host = .failed
        return .isFinal
    }

    /// The manager state that follows from the radio alone; `nil` while it is not known yet.
    var level: ManagerState? {
        switch (state, host) {
        case (.unsupported, _): .unsupported
        case (.off, _): .poweredOff
        case (.resetting, _): .resetting
        case (.unknown, _): .unknown
        case (.on, .ready): .poweredOn
        case (.on, .failed): .unsupported
        case (.on, .down), (.on, .starting): nil
        }
    }

    /// The rule that the state breaks, or `nil`.
    var brokenRule: String? {
        state != .on && host != .down ? "a host runs while the radio is \(state)" : nil
    }
}
