import CoreBluetoothMock
import FaradayTesting
import Testing

/// Packets that a device has received but not processed when it ends its links.
@Suite struct ForgottenRequestTests {
    @Test(
        "A device that resets or ends its links forgets the packets that wait for its delegate",
        .simulated(seed: 1), .coreBluetooth, arguments: [true, false])
    func waitingPackets(isReset: Bool) async throws {
        let board = TestBoard()
        let spec = board.spec()
        let app = try await CentralApp.ready(with: spec)
        board.afterCommand = { isReset ? spec.simulateReset() : spec.simulateDisconnection() }
        for byte in 1...8 as ClosedRange<UInt8> { app.command(Data([byte]), board.led) }
        app.read(board.button)
        try await World.current.run(until: { app.lines.last?.hasPrefix("disconnected") == true })
        #expect(board.calls == ["connect", "command 1525 [1]", isReset ? "reset" : "disconnect 7"])

        board.afterCommand = nil
        app.connectAgain()
        try await World.current.run(until: { app.isReady })
        app.command(Data([9]), board.led)
        try await World.current.run(until: { board.calls.count == 5 })
        #expect(board.calls.suffix(2) == ["connect", "command 1525 [9]"])
    }
}
