import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Dispatch

import class Foundation.Thread

/// Ending a phone: it ends its links as a phone ends those of an app that ends, and not by the peers' supervision
/// timeouts.
extension LiveDriver {
    /// The steps in which a phone ends.
    enum Ending: Hashable, Sendable {
        case no
        /// Links are being ended; the next step follows when there are none, or at this time.
        case links(until: Instant)
        /// The reset, which ends advertising and scanning, is being sent; the next step follows when it is written, or
        /// at this time.
        case reset(until: Instant)
        case over

        fileprivate var deadline: Instant? {
            switch self {
            case .no, .over: nil
            case .links(let deadline), .reset(let deadline): deadline
            }
        }
    }

    /// How long links may take to end. A peer answers at its next connection event, which is at most four seconds away,
    /// usually some milliseconds.
    private static let linkPatience = Nanoseconds.milliseconds(500)
    /// How long a controller may take to read the reset.
    private static let resetPatience = Nanoseconds.milliseconds(200)

    /// Ends links, resets the controller and closes the connection. Returns at once; managers get no more callbacks. It
    /// does not wait for answers to pairing alerts.
    func stop() {
        state.withLock { state in
            guard state.ending == .no else { return }
            state.ending = .links(until: now + Self.linkPatience)
            for link in state.stack.host.linkIDs {
                state.stack.host.handle(.link(.disconnect(link, .remoteUserTerminatedConnection)), at: now)
            }
            Self.drain(&state, at: now)
        }
        connection.wake()
    }

    /// Takes the next step, if its time has come.
    func proceedEnding(_ state: inout State) {
        let now = now
        guard state.isConnected || state.ending == .no else { return state.ending = .over }
        if case .links(let deadline) = state.ending, state.stack.host.linkIDs.isEmpty || deadline <= now {
            state.ending = .reset(until: now + Self.resetPatience)
            state.stack.setRadio(.off, at: now)
            Self.drain(&state, at: now)
        }
        if case .reset(let deadline) = state.ending, state.outgoing.isEmpty || deadline <= now {
            state.ending = .over
        }
    }
}

extension LiveDriver.State {
    /// The time at which the thread has to check again.
    var deadline: Instant? {
        [stack.nextDeadline, ending.deadline].lazy.compactMap { $0 }.min()
    }

    /// The first bytes of the other end, if it has sent only data that is not HCI.
    var strayBytes: [UInt8] { hasHeardPackets ? [] : stream.strayBytes }
}

/// The live phones of the process.
enum LiveDrivers {
    private struct Entry {
        weak var driver: LiveDriver?
    }

    private static let drivers = Lock<[Entry]>([])

    static func add(_ driver: LiveDriver) {
        drivers.withLock { drivers in
            drivers.removeAll { $0.driver == nil }
            drivers.append(Entry(driver: driver))
        }
    }

    /// Stops all phones and waits for them, because the process is about to end.
    static func leave() {
        let live = drivers.withLock { $0.compactMap(\.driver) }
        for driver in live { driver.stop() }
        // The limit is for all phones together, because they end in parallel. A phone whose own thread ends the process
        // is not waited for.
        let limit = DispatchTime.now() + .seconds(1)
        for driver in live where driver.worker.withLock({ $0 }) !== Thread.current {
            _ = driver.running.wait(timeout: limit)
        }
    }
}
