import BluetoothPort

/// Which world has something that any thread of the process may name: a task by its number, a group by its address.
///
/// Threads without a context ask for each job of Swift's runtime, however many worlds there are.
enum Owners {
    private struct State {
        var tasks: [UInt64: AppContext] = [:]
        /// The contexts of notifications that wait for a group.
        var groups: [UInt: [AppContext]] = [:]
    }

    private static let state = Lock(State())

    // MARK: Tasks

    static func set(_ context: AppContext, of task: UInt64) {
        // What was there is released outside the lock.
        let earlier = state.withLock { $0.tasks.updateValue(context, forKey: task) }
        withExtendedLifetime(earlier) {}
    }

    static func context(ofTask task: UInt64) -> AppContext? { state.withLock { $0.tasks[task] } }

    /// These tasks are no longer any world's.
    static func forget(_ tasks: Set<UInt64>) {
        let removed = state.withLock { state in tasks.compactMap { state.tasks.removeValue(forKey: $0) } }
        withExtendedLifetime(removed) {}
    }

    // MARK: Groups

    static func add(_ context: AppContext, to group: UInt) {
        state.withLock { $0.groups[group, default: []].append(context) }
    }

    /// Takes out whose notifications waited for the group.
    static func take(_ group: UInt) -> [AppContext] {
        state.withLock { $0.groups.isEmpty ? [] : $0.groups.removeValue(forKey: group) ?? [] }
    }
}
