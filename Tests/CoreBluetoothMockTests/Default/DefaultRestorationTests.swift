import CoreBluetoothMock
import FaradayTesting
import Testing

/// Restored managers with the default behaviour.
@Suite struct DefaultRestorationTests {
    private func restore(_ stage: Stage, _ kept: [String: Any]?) {
        nonisolated(unsafe) let kept = kept
        CBMCentralManagerMock.simulateStateRestoration = { _ in kept }
        stage.makeManager(options: [CBMCentralManagerOptionRestoreIdentifierKey: "app"])
    }

    @Test(
        "By default: willRestoreState; restored peripherals", .simulated(seed: 1), arguments: [true, false])
    func links(isHeld: Bool) async throws {
        let stage = Stage()
        if isHeld { stage.spec.simulateConnection() }
        let heard = try await stage.hear {
            restore(stage, [CBMCentralManagerRestoredStatePeripheralsKey: [stage.spec]])
        }
        let state = isHeld ? CBMPeripheralState.connected : .connecting
        #expect(
            heard.prefix(3) == ["0 restored [\(state.rawValue)], state unknown", "-", "0 state poweredOn"])
        if !isHeld { #expect(heard.suffix(2) == ["250 spec connect", "350 connected Device"]) }
        #expect(stage.peripheral.state == .connected)
        // They are flagged for auto-reconnect.
        let lost = try await stage.hear { stage.spec.simulateDisconnection() }
        #expect(lost.contains("100 reconnecting: CBErrorDomain 7"))
        #expect(lost.last?.hasSuffix("connected Device") == true)
        // One link, which ends.
        try await stage.hear { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        #expect(!stage.spec.isConnected)
    }

    @Test("A scan is restored, and continues", .simulated(seed: 2)) func scan() async throws {
        let stage = Stage()
        let heard = try await stage.hear {
            restore(stage, [CBMCentralManagerRestoredStateScanServicesKey: [Stage.service]])
            #expect(stage.manager.isScanning)
        }
        #expect(heard == ["0 restored [], state unknown", "-", "0 state poweredOn", "250 found Board -70"])
    }

    @Test("Without a preserved state, nothing is restored", .simulated(seed: 3)) func nothing() async throws {
        let stage = Stage()
        #expect(try await stage.hear { restore(stage, nil) } == ["0 state poweredOn"])
    }
}
