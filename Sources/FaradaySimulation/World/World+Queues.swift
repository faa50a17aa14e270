import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import Dispatch

extension World.Configuration {
    /// The configuration of a world whose clock waits for the queues of its managers, and for the main queue by
    /// `settlingMainQueue`, where the apps' work runs by itself.
    package static func settling(_ settlingMainQueue: @escaping @Sendable () -> Void) -> Self {
        Self().settling(by: settlingMainQueue)
    }

    /// This configuration, with a clock that waits for the main queue and for managers' queues.
    package func settling(by settlingMainQueue: @escaping @Sendable () -> Void) -> Self {
        var configuration = self
        configuration.settling = settlingMainQueue
        configuration.clockQueue = .main
        configuration.settlesManagers = true
        return configuration
    }
}

extension World {
    /// Waits for the apps' work that runs by itself; `nil` if there is none, or if nobody said how.
    var settling: (@Sendable () -> Void)? {
        guard let settle = configuration.settling, !holdsAppWork else { return nil }
        guard configuration.settlesManagers else { return settle }
        return { [self] in
            settleManagerQueues()
            settle()
            settleManagerQueues()
        }
    }

    /// Runs `action`, which waits for a manager's queue, as the next callback. It runs on the main queue only if
    /// `isForMainQueue` is set, because an app's own queue may wait for the main one.
    package func runNext(isForMainQueue: Bool, _ action: @escaping @Sendable () -> Void) {
        after(.zero, isForMainQueue: isForMainQueue, action)
    }

    /// Runs `action` after `delay`, as a callback; on the main queue only if it is meant for that queue.
    package func after(
        _ delay: Nanoseconds, isForMainQueue: Bool, _ action: @escaping @Sendable () -> Void
    ) {
        perform { state in
            let event = state.actions.insert(isForMainQueue ? .call(action) : .callOffMain(action))
            state.scheduler.schedule(event, at: state.now + max(delay, .zero))
        }
    }

    /// From now on the clock waits for this queue too, as long as `queue` exists.
    package func settle(with queue: any SettlingQueue) {
        // Returned, so that the last release of an object that is freed meanwhile does not happen under the lock.
        _ = lock.withLock { state in
            let live = state.queues.compactMap(\.queue)
            state.queues = (live + [queue]).map(WeakQueue.init)
            return live
        }
    }

    /// Whether apps of this world were given a manager that calls them on the main queue.
    package var servesMainQueue: Bool { lock.withLock { $0.servesMainQueue } }

    /// Waits until everything that app code has put on the queues of its managers has run.
    ///
    /// An app whose methods begin with `queue.async` calls its manager later than the test called the app. Without this
    /// wait the clock would move on meanwhile, as far as the machine's scheduler lets it. Queues without a manager are
    /// not known here. Do not call this under the lock.
    package func settleManagerQueues() {
        let sinks = lock.withLock { $0.settlingSinks }
        for sink in sinks.centrals { sink.settle() }
        for sink in sinks.peripherals { sink.settle() }
        for sink in sinks.accessories { sink.settle() }
        for sink in sinks.nearbys { sink.settle() }
        for queue in sinks.queues { queue.settle() }
    }
}

extension WorldState {
    fileprivate var servesMainQueue: Bool {
        for id in phones where phone(id).servesMainQueue { return true }
        return false
    }

    /// Whose queues the clock waits for.
    fileprivate var settlingSinks:
        (
            centrals: [any CentralSink], peripherals: [any PeripheralSink],
            accessories: [any AccessorySink], nearbys: [any NearbySink], queues: [any SettlingQueue]
        )
    {
        let nodes = phones.map { phone($0) }
        return (
            nodes.flatMap(\.centralSinks), nodes.flatMap(\.peripheralSinks),
            nodes.flatMap(\.accessorySinks), nodes.flatMap(\.nearbySinks), queues.compactMap(\.queue)
        )
    }
}

/// Stands for a queue of an app that is not the queue of any port's sink.
package protocol SettlingQueue: AnyObject, Sendable {
    /// Returns when everything that waits there has run.
    func settle()
}

struct WeakQueue {
    weak var queue: (any SettlingQueue)?
}
