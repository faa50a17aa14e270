import BluetoothPort
import BluetoothTypes

/// Named actions on a world that others may request: a UI test in another process, or `faraday step`.
///
/// The caller of `perform(_:)` runs the step's action, on the same thread. May be used from any thread.
public final class Steps: Sendable {
    /// A step was requested that has not been added.
    public struct Unknown: Error, Hashable, Sendable, CustomStringConvertible {
        /// The requested name.
        public let name: String
        /// The names of the existing steps.
        public let known: [String]

        /// The requested step, and the existing ones.
        public var description: String {
            let list = known.isEmpty ? "there are none" : "there are: " + known.joined(separator: ", ")
            return "there is no step '\(name)'; \(list)"
        }
    }

    private let actions = Lock<[(name: String, action: @Sendable () -> Void)]>([])

    /// Creates an empty list.
    public init() {}

    /// The names, in the order in which the steps were added.
    public var names: [String] { actions.withLock { $0.map(\.name) } }

    /// Adds a step, or replaces the step with the same name.
    public func add(_ name: String, _ action: @escaping @Sendable () -> Void) {
        actions.withLock { actions in
            if let index = actions.firstIndex(where: { $0.name == name }) {
                actions[index].action = action
            } else {
                actions.append((name, action))
            }
        }
    }

    /// Runs the action of a step; throws `Unknown` if there is no step with that name.
    public func perform(_ name: String) throws(Unknown) {
        let (action, known) = actions.withLock { actions in
            (actions.first { $0.name == name }?.action, actions.map(\.name))
        }
        guard let action else { throw Unknown(name: name, known: known) }
        action()
    }
}
