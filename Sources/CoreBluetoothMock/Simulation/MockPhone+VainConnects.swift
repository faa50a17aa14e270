import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Managers that wait for a peripheral which takes connections and never says so.
extension MockPhone {
    /// A manager connects, or what a peripheral advertises has changed: reports a wait that nothing can end.
    ///
    /// Not at once: a test may be about to change the advertising, or to play another app's link.
    func watchConnects(to place: any SpecBook.Place) {
        guard isAwaitedInVain(place) else { return }
        world.after(Self.patience) { [weak self, weak place] in
            guard let self, let place, isAwaitedInVain(place), place.connectable.isFirstReport() else {
                return
            }
            reportVainConnect(to: place)
        }
    }

    /// Longer than a peripheral is silent between two advertisements as a rule, shorter than what tests wait for.
    private static let patience = Nanoseconds.milliseconds(500)

    private func isAwaitedInVain(_ place: any SpecBook.Place) -> Bool {
        let state = place.state.withLock { $0 }
        guard state.takesConnections, state.advertisement?.isEmpty == false, !place.connectable.isSaid,
            !simulation.isConnected(place.spec)
        else { return false }
        return managers.contains { $0.isConnecting(to: state.identifier) }
    }

    private func reportVainConnect(to place: any SpecBook.Place) {
        report(
            .neverConnectable,
            """
            \(name(of: place.state.withLock { $0 })) takes connections, but nothing that it advertises says so: a \
            manager that connects to it waits for ever. Add CBMAdvertisementDataIsConnectable: true as NSNumber to \
            its advertisement data, or false if that is meant.
            """)
    }
}

/// Whether a peripheral's advertisements have ever said if it takes connections: who writes that once has not forgotten
/// it.
final class ConnectableNote: Sendable {
    private struct State {
        var isSaid = false
        var isReported = false
    }

    private let state = Lock(State())

    var isSaid: Bool { state.withLock { $0.isSaid } }

    func note(_ sets: [CBMAdvertisementConfig]?) {
        guard sets?.contains(where: { $0.data[CBMAdvertisementDataIsConnectable] != nil }) == true else {
            return
        }
        state.withLock { $0.isSaid = true }
    }

    /// Whether nothing has been reported of the peripheral; from now on something has.
    func isFirstReport() -> Bool {
        state.withLock { state in
            defer { state.isReported = true }
            return !state.isReported
        }
    }
}
