import FaradayCoreBluetooth
import FaradaySimulation

/// Managers that wait for a peripheral which takes connections and never says so.
extension MockPhone {
    /// A manager connects, or what a peripheral advertises has changed: reports a wait that is in vain.
    ///
    /// Not at once: a test may be about to change the advertising, or to play another app's link.
    func watchConnects(to mock: MockDevice) {
        guard isAwaitedInVain(mock) else { return }
        world.after(Self.patience) { [weak self, weak mock] in
            guard let self, let mock, isAwaitedInVain(mock) else { return }
            let isFirst = mock.life.withLock { life in
                defer { life.isKnownToBeVain = true }
                return !life.isKnownToBeVain
            }
            if isFirst { reportVainConnect(to: mock) }
        }
    }

    /// Longer than a peripheral is silent between two advertisements as a rule, shorter than what tests wait for.
    private static let patience = Nanoseconds.milliseconds(500)

    private func isAwaitedInVain(_ mock: MockDevice) -> Bool {
        guard mock.isSilentOnConnections, !mock.isConnected else { return false }
        let identifier = mock.state.withLock { $0.identifier }
        return storage.withLock { $0.managers }.contains { $0.core?.isConnecting(to: identifier) ?? false }
    }

    private func reportVainConnect(to mock: MockDevice) {
        report(
            .neverConnectable,
            """
            \(name(of: mock.state.withLock { $0 })) takes connections, but nothing that it advertises says so: a \
            manager that connects to it waits for ever. Add CBMAdvertisementDataIsConnectable: true as NSNumber to \
            its advertisement data, or false if that is meant.
            """)
    }
}

extension MockDevice {
    /// Whether it could take connections, and has advertised since it is on air without a word on that.
    fileprivate var isSilentOnConnections: Bool {
        guard life.withLock({ !$0.hasSaidConnectable }) else { return false }
        return state.withLock { $0.takesConnections && $0.advertisement?.isEmpty == false }
    }

    /// Keeps in mind whether sets say if they are connectable: who writes that once has not forgotten it.
    func note(_ sets: [CBMAdvertisementConfig]?) {
        guard sets?.contains(where: { $0.data[CBMAdvertisementDataIsConnectable] != nil }) == true else {
            return
        }
        life.withLock { $0.hasSaidConnectable = true }
    }
}

extension CentralCore {
    /// Whether the app waits for a link to this peripheral.
    fileprivate func isConnecting(to identifier: UUID) -> Bool {
        peripherals.live().contains { $0.identifier == identifier && $0.state == .connecting }
    }
}
