import BluetoothPort
import FaradayAppTime

extension World {
    /// Whose time an app's timers, queues, tasks and dates have.
    public enum AppTime: Hashable, Sendable {
        /// The world's: it holds what the app hands on and runs one piece of it at a time, in virtual time.
        case simulated
        /// The machine's: queues, tasks and timers of the app run by themselves, in real time.
        case real
    }

    /// Whether the world holds what its apps hand on, and runs it itself, one piece at a time.
    ///
    /// It does not if the configuration says so, if the world is paced, or if nothing in this process takes over the
    /// system's calls. Documentation/AppTime.md says where that is so.
    public var holdsAppWork: Bool { lock.withLock { $0.holdsWork } }
}
