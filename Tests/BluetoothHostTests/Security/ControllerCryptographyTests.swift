import BluetoothCryptography
import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Pairings whose cryptography is the controller's, as far as that goes.
@Suite struct ControllerCryptographyTests {
    private static func computing(
        _ refusals: [HCI.Opcode: HCI.ErrorCode] = [:], swallowed: Set<HCI.Opcode> = []
    ) -> EncryptingPair {
        var pair = HostPairingTests.pair { own, end in
            own.usesControllerCryptography = end == .central
        }
        pair.refusals = refusals
        pair.swallowed = swallowed
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        return pair
    }

    @Test("a capable controller computes everything, with the same results")
    func controllerCryptography() {
        let pair = Self.computing()
        #expect(pair.security(.central)?.usesSecureConnections == true)
        let computed = pair.computed(.central)
        #expect(computed.filter { $0 != .leEncrypt } == [.leReadLocalP256PublicKey, .leGenerateDHKey])
        #expect(computed.filter { $0 == .leEncrypt }.count > 10)
        #expect(pair.computed(.peripheral).isEmpty)
    }

    @Test(
        "what a controller refuses to compute, the host computes",
        arguments: [HCI.Opcode.leEncrypt, .leReadLocalP256PublicKey])
    func fallback(opcode: HCI.Opcode) {
        var pair = Self.computing([opcode: .unknownHCICommand])
        #expect(pair.security(.central)?.level == .encrypted)
        let before = pair.computed(.central).filter { $0 == opcode }.count
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.central).ends.count == 2)
        #expect(pair.computed(.central).filter { $0 == opcode }.count == before, "it is not asked again")
    }

    @Test("if the controller fails to make a secret that only it can make, the pairing ends")
    func noSecret() {
        var pair = Self.computing([.leGenerateDHKey: .memoryCapacityExceeded])
        #expect(pair.takeEvents(.central).ends == [.failure(.refused(.unspecifiedReason))])
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.central).ends == [.failure(.refusedByPeer(.repeatedAttempts))])
        pair.advance(by: .seconds(2))
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.security(.central)?.level == .encrypted, "the host makes its own keys from then on")
    }

    @Test("an answer after the end of the pairing is ignored")
    func lateAnswer() {
        var pair = Self.computing(swallowed: [.leGenerateDHKey])
        let link = pair.link(.central)
        pair.lose()
        pair.connect()
        pair.forgetEvents()
        pair.swallowed = []
        // The key pair is still the old pairing's: the new one makes its own.
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.security(.central)?.level == .encrypted && pair.link(.central) != link)
        let zeros = [UInt8](repeating: 0, count: 32)
        pair.give(.leGenerateDHKeyComplete(.init(status: .success, dhKey: zeros)), to: .central)
        pair.run()
        pair.forgetEvents()
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.central).ends == [.success(pair.security(.central)!)])
        #expect(pair.computed(.central).filter { $0 == .leReadLocalP256PublicKey }.count == 2)
    }

    @Test("a host asks only for what its controller lists, and turns on the events of that alone")
    func startup() {
        func mask(_ supported: HCI.SupportedCommands) -> HCI.LEEventMask? {
            var rig = HostRig()
            rig.controller.supported = supported
            rig.perform(.powerOn)
            for case .leSetEventMask(let command) in rig.takeCommands() { return command.leEventMask }
            return nil
        }
        let events: HCI.LEEventMask = [.leReadLocalP256PublicKeyComplete, .leGenerateDHKeyComplete]
        #expect(mask(ScriptedController.everything)?.isSuperset(of: events) == true)
        #expect(mask(HCI.SupportedCommands([.reset, .leGenerateDHKey]))?.isDisjoint(with: events) == true)
    }

    // MARK: Several links

    private static let pairingRequest: [UInt8] = [0x01, 3, 0, 0x08, 16, 0, 0]

    private static func publicKey(_ number: UInt8) throws -> [UInt8] {
        let key = try #require(P256.publicKey(of: [UInt8](repeating: number, count: 32)))
        return [0x0C] + key.x.reversed() + key.y.reversed()
    }

    /// Begins a pairing on a link; returns the commands that its public key took.
    private static func begin(_ rig: inout HostRig, on handle: UInt16) throws -> [HCI.Opcode] {
        rig.receive(frame: pairingRequest, on: .smp, handle: handle)
        _ = rig.takeCommands()
        rig.receive(frame: try publicKey(UInt8(handle)), on: .smp, handle: handle)
        rig.completePackets(handle, 8)
        return rig.takeOpcodes().filter { $0 != .leEncrypt }
    }

    @Test("the controller's key pair is one pairing's at a time, and its answers no other's")
    func oneAtATime() throws {
        var rig = HostRig.ready()
        for handle in 1...4 as ClosedRange<UInt16> {
            rig.open(handle, .peripheral, peer: HostRig.peer(UInt64(handle)))
        }
        #expect(try Self.begin(&rig, on: 1) == [.leReadLocalP256PublicKey])
        #expect(try Self.begin(&rig, on: 2) == [], "another pair would destroy the first")
        // The first link goes while the controller works for it.
        rig.receive(HostRig.disconnection(1))
        #expect(try Self.begin(&rig, on: 3) == [], "the controller still owes an answer")
        let point = try Self.publicKey(9)
        rig.receive(
            .leReadLocalP256PublicKeyComplete(
                .init(
                    status: .success, keyXCoordinate: Array(point[1..<33]),
                    keyYCoordinate: Array(point[33...]))))
        #expect(rig.takeEvents().ends.count == 1, "only the lost link's")
        #expect(try Self.begin(&rig, on: 4) == [.leReadLocalP256PublicKey])
    }

    @Test("a controller that does not answer LE Encrypt is not used after a second")
    func silence() {
        var rig = HostRig.connected(.peripheral)
        rig.controller.silent = [.leEncrypt]
        rig.receive(frame: [0x01, 3, 0, 0, 16, 0, 0], on: .smp)
        rig.receive(frame: [UInt8(0x03)] + [UInt8](repeating: 7, count: 16), on: .smp)
        #expect(rig.takeOpcodes() == [.leEncrypt])
        rig.forget()
        rig.advance(by: .seconds(1))
        #expect(rig.takeData().map { $0.data[4] } == [0x03], "its own confirm value")
        #expect(rig.takeEvents().isEmpty)
    }
}
