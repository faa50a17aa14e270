import FaradayCoreBluetooth
import FaradaySimulation

/// What specs are like here: as their devices are, or will be once they are on air.
extension MockPhone {
    /// What a spec is like here; what it was built as where nothing has happened to it.
    func state(of spec: CBMPeripheralSpec) -> SpecState {
        if let mock = mockDevice(of: spec) { return mock.state.withLock { $0 } }
        let waiting = storage.withLock { $0.waiting.first { $0.spec === spec }?.state }
        return waiting ?? spec.base.withLock { $0 }
    }

    func isConnected(_ spec: CBMPeripheralSpec) -> Bool {
        mockDevice(of: spec)?.isConnected ?? (state(of: spec).virtualConnections > 0)
    }

    /// A report of this identifier has come: the phone has met the peripheral, unless that can't be heard any more, as
    /// far as specs say. A report may come late.
    func meets(_ identifier: UUID) -> Bool {
        guard let mock = mockDevice(identifier) else { return true }
        let (isOnAir, isKnown) = mock.state.withLock { state in
            (state.proximity != .outOfRange && state.advertisement?.isEmpty == false, state.isKnown)
        }
        if isOnAir, !isKnown { change(mock.spec) { $0.isKnown = true } }
        return isOnAir
    }

    /// Something about a spec is different from now on. In the process's world it stays so, whatever becomes of that.
    @discardableResult
    func change(_ spec: CBMPeripheralSpec, _ change: (inout SpecState) -> Void) -> SpecState {
        let mock = mockDevice(of: spec)
        let held = mock?.state ?? (isOfProcess ? spec.base : nil)
        guard let held else { return changeWaiting(spec, change) }
        let new = held.withLock { state in
            change(&state)
            return state
        }
        if isOfProcess, mock != nil {
            nonisolated(unsafe) let new = new
            spec.base.withLock { $0 = new }
        }
        return new
    }

    private func changeWaiting(
        _ spec: CBMPeripheralSpec, _ change: (inout SpecState) -> Void
    ) -> SpecState {
        var state = state(of: spec)
        change(&state)
        nonisolated(unsafe) let new = state
        storage.withLock { storage in
            storage.waiting.removeAll { $0.spec === spec }
            storage.waiting.append((spec, new))
        }
        return state
    }
}
