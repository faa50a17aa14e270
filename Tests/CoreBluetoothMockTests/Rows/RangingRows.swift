#if !canImport(Darwin)
@preconcurrency import CoreBluetoothMock
import FaradayTesting
import Testing

/// Sessions that measure distances: on the phone of mocks there are none.
@Suite struct RangingRows {
    /// The errors with which a session completes on a peripheral, and whether any results came.
    private func start(_ peripheral: any CBMPeripheral) async throws -> (codes: [CBMError.Code], results: Int)
    {
        let delegate = CBMPeripheralDelegateProxyWithChannelSounding()
        nonisolated(unsafe) var codes: [CBMError.Code] = []
        nonisolated(unsafe) var results = 0
        delegate.didReceiveResults = { _, _, _ in results += 1 }
        delegate.didCompleteChannelSoundingSession = { _, error in
            codes.append((error as? CBMError)?.code ?? .unknown)
        }
        peripheral.delegate = delegate
        peripheral.startChannelSoundingSession(CBMChannelSoundingSessionConfiguration(role: .initiator))
        try await World.current.run(for: .seconds(1))
        peripheral.cancelChannelSoundingSession()
        return (codes, results)
    }

    @Test("By default: startChannelSoundingSession", .simulated(seed: 18))
    func library() async throws {
        let stage = try await Stage().connect()
        let (codes, results) = try await start(stage.peripheral)
        #expect(codes == [.operationNotSupported] && results == 0)
    }

    @Test("With the line: startChannelSoundingSession", .simulated(seed: 18), .coreBluetooth)
    func coreBluetooth() async throws {
        let board = TestBoard()
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [board.service], delegate: board).build()
        let app = try await CentralApp.ready(with: spec)
        let (codes, results) = try await start(try #require(app.peripheral))
        #expect(codes == [.channelSoundingConfigurationFailed] && results == 0)
    }

    @Test("A preview can't be measured")
    func preview() {
        let preview = CBMPeripheralPreview(
            CBMPeripheralSpec.simulatePeripheral().connectable(name: "Board", services: [], delegate: nil)
                .build())
        let delegate = CBMPeripheralDelegateProxyWithChannelSounding()
        var codes: [CBMError.Code?] = []
        delegate.didCompleteChannelSoundingSession = { codes.append(($1 as? CBMError)?.code) }
        preview.delegate = delegate
        preview.startChannelSoundingSession(CBMChannelSoundingSessionConfiguration(role: .initiator))
        preview.cancelChannelSoundingSession()
        #expect(codes == [.operationNotSupported])
    }
}
#endif
