import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Dispatch

import class Foundation.Thread

/// The way out: links end as a phone ends those of an app that goes, and not by the peers' supervision timeouts.
extension LiveDriver {
    /// How far a phone is on its way out.
    enum Ending: Hashable, Sendable {
        case no
        /// Links are being ended; goes on when there are none, or at this time.
        case links(until: Instant)
        /// The reset, which ends advertising and scanning, is on its way; goes on when it is written, or at this time.
        case reset(until: Instant)
        case over

        fileprivate var deadline: Instant? {
            switch self {
            case .no, .over: nil
            case .links(let deadline), .reset(let deadline): deadline
            }
        }
    }

    /// How long links may take to end. A peer answers at its next connection event, which is four seconds away at most,
    /// most often some milliseconds.
    private static let linkPatience = Nanoseconds.milliseconds(500)
    /// How long a controller may take to read the reset.
    private static let resetPatience = Nanoseconds.milliseconds(200)

    /// Ends links, resets the controller and closes the connection. Returns at once; managers hear nothing more, and
    /// nobody who has been asked a question is waited for.
    func stop() {
        state.withLock { state in
            guard state.ending == .no else { return }
            state.ending = .links(until: now + Self.linkPatience)
            for link in state.stack.host.linkIDs {
                state.stack.host.handle(.disconnect(link, .remoteUserTerminatedConnection), at: now)
            }
            Self.drain(&state, at: now)
        }
        connection.wake()
    }

    /// Takes the next step out, if its time has come.
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
    /// When the thread has to look again.
    var deadline: Instant? {
        [stack.nextDeadline, ending.deadline].lazy.compactMap { $0 }.min()
    }

    /// The first bytes of an other end that has sent nothing else than what is no HCI.
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

    /// All stop, and are waited for: the process is about to end.
    static func leave() {
        let live = drivers.withLock { $0.compactMap(\.driver) }
        for driver in live { driver.stop() }
        // In all: they leave side by side. The thread of one that ends the process by itself can't go on.
        let limit = DispatchTime.now() + .seconds(1)
        for driver in live where driver.worker.withLock({ $0 }) !== Thread.current {
            _ = driver.thread.wait(timeout: limit)
        }
    }
}
