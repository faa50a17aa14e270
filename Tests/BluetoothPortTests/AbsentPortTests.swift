import Testing

@testable import BluetoothPort

@Suite struct AbsentPortTests {
    private static let peer = PeerIdentifier(high: 1, low: 2)

    @Test("Without a phone, a central manager's commands are ignored, and there are no peers")
    func central() {
        let port: any CentralPort = AbsentPort(authorization: .denied)
        #expect(port.send(.scan(Central.ScanRequest())) == .ignored)
        #expect(port.authorization == .denied)
        #expect(port.retrieve([Self.peer]) == [])
        #expect(port.retrieveConnected(with: ["180D"]) == [])
        #expect(!port.canSendWriteWithoutResponse(to: Self.peer))
        #expect(port.maximumWriteLength(to: Self.peer, .withResponse) == 0)
        #expect(port.mtu(of: Self.peer) == 0)
        #expect(!port.hasOpenRequests(to: Self.peer))
        #expect(!port.traits.supportsExtendedScanAndConnect)
    }

    @Test("Without a phone, a peripheral manager's commands are ignored, and updates are not sent")
    func peripheral() {
        let port: any PeripheralPort = AbsentPort()
        #expect(port.send(.stopAdvertising) == .ignored)
        let value = AttributeIdentifier(rawValue: 1)
        #expect(!port.update(Peripheral.Update([1], characteristic: value, centrals: nil)))
        #expect(port.authorization == .notDetermined)
    }
}
