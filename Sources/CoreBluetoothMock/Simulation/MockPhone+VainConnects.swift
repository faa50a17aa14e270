import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Managers that wait for a connectable peripheral that never advertises that it is connectable.
extension MockPhone {
    /// A manager connects, or a peripheral's advertising has changed: reports a connect that can never succeed.
    ///
    /// The report is delayed: a test may be about to change the advertising, or to simulate a link of another app.
    func watchConnects(to place: any SpecBook.Place) {
        guard isAwaitedInVain(place) else { return }
        world.after(Self.patience) { [weak self, weak place] in
            guard let self, let place, isAwaitedInVain(place), place.connectable.isFirstReport() else {
                return
            }
            reportVainConnect(to: place)
        }
    }

    /// Longer than the usual interval between two advertisements, shorter than the timeouts of tests.
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
            \(name(of: place.state.withLock { $0 })) accepts connections, but its advertisements do not say so: a \
            manager that connects to it waits forever. Add CBMAdvertisementDataIsConnectable: true as NSNumber to \
            its advertisement data, or false if this is intended.
            """)
    }
}

/// Whether a peripheral's advertisements have ever contained `CBMAdvertisementDataIsConnectable`; if so, the author has
/// not forgotten it.
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

    /// Returns `true` only the first time, so that a peripheral is reported once.
    func isFirstReport() -> Bool {
        state.withLock { state in
            defer { state.isReported = true }
            return !state.isReported
        }
    }
}
