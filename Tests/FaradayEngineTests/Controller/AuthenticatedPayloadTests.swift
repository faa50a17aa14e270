import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// The authenticated payload timeout, and the pings that keep it from passing.
@Suite struct AuthenticatedPayloadTests {
    typealias Sample = EncryptionTests

    private static func write(_ timeout: UInt16, handle: UInt16 = 1) -> HCI.Command {
        .writeAuthenticatedPayloadTimeout(
            .init(connectionHandle: handle, authenticatedPayloadTimeout: timeout))
    }

    private func wantsExpiries(_ air: Air, _ nodes: NodeID...) {
        for node in nodes {
            air.send(
                .setEventMaskPage2(.init(eventMaskPage2: .authenticatedPayloadTimeoutExpired)), to: node)
        }
    }

    private func expiries(_ air: Air, _ node: NodeID) -> Int {
        air.events(of: node).filter {
            if case .authenticatedPayloadTimeoutExpired = $0 { true } else { false }
        }
        .count
    }

    private func timeout(_ air: Air, _ node: NodeID, handle: UInt16 = 1) throws -> UInt16? {
        air.send(.readAuthenticatedPayloadTimeout(.init(connectionHandle: handle)), to: node)
        guard case .commandComplete(let complete)? = air.events(of: node).last else { return nil }
        let returned = try complete.returnParameters(
            as: HCI.ReadAuthenticatedPayloadTimeout.ReturnParameters.self)
        return returned.status == .success ? returned.authenticatedPayloadTimeout : nil
    }

    @Test func theTimeoutIsReadAndWrittenForALinkWithinItsLimits() throws {
        let (air, central, peripheral) = Air.linked(interval: 80)
        #expect(try timeout(air, central) == 3000)
        #expect(air.ask(Self.write(0), of: central) == .invalidHCICommandParameters)
        // The interval is 100 ms.
        #expect(air.ask(Self.write(9), of: central) == .invalidHCICommandParameters)
        #expect(air.ask(Self.write(10), of: central) == .success)
        #expect(air.ask(Self.write(10, handle: 2), of: central) == .unknownConnectionIdentifier)
        #expect(try timeout(air, central) == 10)
        #expect(try timeout(air, peripheral) == 3000)
        #expect(try timeout(air, central, handle: 2) == nil)
    }

    @Test func itComesWithLEPing() {
        let (air, central, _) = Air.linked { $0.features.remove(.lePing) }
        #expect(air.ask(Self.write(100), of: central) == .unknownHCICommand)
    }

    @Test func aSoundLinkNeverTells() {
        let (air, central, peripheral) = Sample.encrypted()
        wantsExpiries(air, central, peripheral)
        #expect(air.ask(Self.write(100), of: central) == .success)
        air.run(.seconds(600))
        #expect(expiries(air, central) == 0 && expiries(air, peripheral) == 0)
        #expect(air.pendingCount == 0)
    }

    @Test func pingsKeepAnUncertainLinkFromTelling() {
        let (air, central, peripheral) = Sample.encrypted()
        wantsExpiries(air, central, peripheral)
        air.medium.configuration.perPacketLoss = 0.2
        let pings = air.sniff {
            guard case .data(let pdu) = $0.kind, pdu.llid == .control else { return false }
            return !$0.isLost && pdu.payload == LL.ControlPDU.pingReq.bytes
        }
        #expect(air.ask(Self.write(400), of: central) == .success)
        air.run(.seconds(60))
        #expect(expiries(air, central) == 0 && expiries(air, peripheral) == 0)
        #expect(pings.frames.count >= 10 && pings.frames.allSatisfy(\.isEncrypted))
    }

    @Test func aSilentPeerIsToldOfBeforeTheLinkEnds() {
        let (air, central, peripheral) = Sample.encrypted()
        wantsExpiries(air, central)
        #expect(air.ask(Self.write(20), of: central) == .success)
        #expect(air.ask(Self.write(20), of: peripheral) == .success)
        air.medium.move(peripheral, to: .outOfRange)
        air.run(.seconds(10))
        // Supervision ends the link after 720 ms; the timeout passes every 200 ms.
        #expect((2...3).contains(expiries(air, central)))
        // A host that has masked the event does not get it.
        #expect(expiries(air, peripheral) == 0)
        #expect(air.controllersHoldNothing && air.pendingCount == 0)
    }

    @Test func aPlainLinkHasNoTimeout() {
        let (air, central, peripheral) = Air.linked()
        wantsExpiries(air, central, peripheral)
        #expect(air.ask(Self.write(20), of: central) == .success)
        air.medium.move(peripheral, to: .outOfRange)
        air.run(.seconds(10))
        #expect(expiries(air, central) == 0)
    }
}
