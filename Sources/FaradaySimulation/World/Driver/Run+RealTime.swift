import BluetoothTypes
import Dispatch

// Runs in a paced world.
extension Run {
    /// How often a run in a paced world checks its condition at least: callbacks run on their own queues, and nobody
    /// tells when one has made the condition true.
    private static let look = Nanoseconds.microseconds(500)

    /// Waits in real time until the condition holds or the time is over. Returns `nil` if the world is no longer paced.
    func waitInRealTime(_ limit: inout Instant?, _ condition: () -> Bool) -> World.RunResult? {
        let end = limit ?? end(from: world.now)
        limit = end
        while true {
            switch seen(end, condition) {
            case .ended(let result): return result
            case .driven: return nil
            case .goesOn: break
            }
            // If this is the main thread, callbacks for the main queue run only when this thread lets them.
            world.settling?()
            WorkerThreads.release()
            world.waitForChange(atMost: Self.look)
        }
    }

    /// Waits in real time until the condition holds or the time is over. Returns `nil` if the world is no longer paced.
    func waitInRealTime(
        _ limit: inout Instant?, _ isolation: isolated (any Actor)?, _ condition: () -> Bool
    ) async -> World.RunResult? {
        let end = limit ?? end(from: world.now)
        limit = end
        while true {
            switch seen(end, condition) {
            case .ended(let result): return result
            case .driven: return nil
            case .goesOn: break
            }
            await withUnsafeContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(Self.look.count))) {
                    continuation.resume()
                }
            }
        }
    }

    /// What a run in a paced world sees when it looks.
    private func seen(_ end: Instant, _ condition: () -> Bool) -> WorldState.PacedEnd {
        condition() ? .ended(.met) : lock.withLock { $0.pacedEnd(end) }
    }
}

extension WorldState {
    fileprivate enum PacedEnd {
        case ended(World.RunResult)
        case driven
        case goesOn
    }

    fileprivate mutating func pacedEnd(_ limit: Instant) -> PacedEnd {
        catchUp()
        if let failure {
            self.failure = nil
            return .ended(.failed(failure))
        }
        if now >= limit { return .ended(.timedOut(pending: pendingDescriptions())) }
        return driver.motion.isPaced ? .goesOn : .driven
    }
}
