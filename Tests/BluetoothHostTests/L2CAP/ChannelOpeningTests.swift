import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct ChannelOpeningTests {
    private static func service(
        _ level: Host.SecurityLevel = .none, keySize: UInt8 = 7, authorized: Bool = false
    ) -> Host.ChannelService {
        Host.ChannelService(
            psm: 0x80, requiredLevel: level, requiredKeySize: keySize, requiresAuthorization: authorized)
    }

    private static let open = AttributeSecurity()
    private static let bonded = AttributeSecurity(hasKey: true)
    private static let encrypted = AttributeSecurity(hasKey: true, isEncrypted: true, keySize: 16)
    private static let shortKey = AttributeSecurity(hasKey: true, isEncrypted: true, keySize: 7)
    private static let authenticated = AttributeSecurity(
        hasKey: true, isEncrypted: true, isAuthenticated: true, keySize: 16)
    private static let authorized = AttributeSecurity(
        hasKey: true, isEncrypted: true, isAuthorized: true, keySize: 16)

    /// Core 6.0, Vol 3, Part C, 10.3.1, with the results of Part A, 4.23.
    static let levels: [(String, Host.ChannelService, AttributeSecurity, UInt16)] = [
        ("open, as is", service(), open, 0),
        ("encrypted, no key", service(.encrypted), open, 5),
        ("encrypted, key not in use", service(.encrypted), bonded, 8),
        ("encrypted, as is", service(.encrypted), encrypted, 0),
        ("encrypted, authenticated is more", service(.encrypted), authenticated, 0),
        ("authenticated, no key", service(.authenticated), open, 5),
        ("authenticated, key not in use", service(.authenticated), bonded, 8),
        ("authenticated, just encrypted", service(.authenticated), encrypted, 5),
        ("authenticated, as is", service(.authenticated), authenticated, 0),
        ("16 bytes, 7 there", service(.encrypted, keySize: 16), shortKey, 7),
        ("7 bytes, 7 there", service(.encrypted, keySize: 7), shortKey, 0),
        ("a key size without encryption", service(keySize: 16), open, 0),
        ("authorized, not", service(authorized: true), open, 6),
        ("encrypted and authorized, not", service(.encrypted, authorized: true), encrypted, 6),
        ("encrypted and authorized, no key", service(.encrypted, authorized: true), open, 5),
        ("encrypted and authorized", service(.encrypted, authorized: true), authorized, 0),
    ]

    @Test("a link with less security than the service requires gets the reason", arguments: levels)
    func refusalByLevel(_ name: String, service: Host.ChannelService, link: AttributeSecurity, result: UInt16)
    {
        var pair = ChannelPair()
        pair.rigs[1].host.server.setSecurity(link, of: pair.rigs[1].link)
        pair.perform(.channel(.addService(service)), at: 1)
        pair.perform(.channel(.open(pair.rigs[0].link, Host.Token(1), psm: 0x80, mtu: 100)), at: 0)
        pair.settle()
        let events = pair.takeEvents(0)
        if result == 0 {
            guard case .channelOpened(_, let channel, Host.Token(1)) = events.first else {
                Issue.record("\(events)")
                return
            }
            #expect(channel.peerMTU == service.mtu && pair.takeEvents(1).count == 1)
        } else {
            let refusal = L2CAP.ConnectionResult(rawValue: result)
            #expect(events == [.channelFailed(pair.rigs[0].link, Host.Token(1), .refused(refusal))])
            #expect(pair.takeEvents(1).isEmpty && pair.channels(0).isEmpty && pair.channels(1).isEmpty)
        }
    }

    /// What a request says beyond PSM 0x80, channel 0x41, MTU and MPS 64; and the result.
    static let requests: [(String, UInt16, UInt16, UInt16, UInt16, UInt16)] = [
        ("all as it should be", 0x80, 0x41, 64, 64, 0),
        ("the least there is", 0x80, 0x41, 23, 23, 0),
        ("an MPS above the MTU", 0x80, 0x41, 23, 65_533, 0),
        ("another PSM", 0x81, 0x41, 64, 64, 2),
        ("a fixed channel", 0x80, 0x04, 64, 64, 9),
        ("below the channels", 0x80, 0x3F, 64, 64, 9),
        ("above the channels", 0x80, 0x80, 64, 64, 9),
        ("no channel", 0x80, 0, 64, 64, 9),
        ("a channel in use", 0x80, 0x40, 64, 64, 10),
        ("an MTU that is too short", 0x80, 0x41, 22, 64, 11),
        ("an MPS that is too short", 0x80, 0x41, 64, 22, 11),
    ]

    @Test(arguments: requests)
    func requestsAreChecked(
        _ name: String, psm: UInt16, channel: UInt16, mtu: UInt16, mps: UInt16, result: UInt16
    ) {
        var rig = HostRig.connected(.peripheral)
        rig.perform(.channel(.addService(Host.ChannelService(psm: 0x80, mtu: 500))))
        func request(_ psm: UInt16, _ channel: UInt16, _ mtu: UInt16, _ mps: UInt16) -> [UInt8] {
            L2CAP.Signal(
                identifier: 9,
                command: .leCreditBasedConnectionRequest(
                    .init(
                        spsm: psm, sourceChannel: .init(rawValue: channel), mtu: mtu, mps: mps,
                        initialCredits: 1))
            ).bytes
        }
        rig.receive(frame: request(0x80, 0x40, 100, 100), on: .leSignaling)
        rig.forget()
        rig.receive(frame: request(psm, channel, mtu, mps), on: .leSignaling)
        let answer: [UInt8] =
            result == 0
            ? [0x15, 9, 10, 0, 0x41, 0, 0xF4, 1, 247, 0, 16, 0, 0, 0]
            : [0x15, 9, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(result), 0]
        #expect(rig.takeData().map(\.data) == [[14, 0, 5, 0] + answer], "\(name)")
        #expect(rig.takeEvents().count == (result == 0 ? 1 : 0))
    }

    @Test func aServiceThatIsRemovedLetsNobodyInButThoseInsideStay() {
        var pair = ChannelPair()
        let ids = pair.open()
        pair.perform(.channel(.removeService(psm: 0x80)), at: 1)
        pair.perform(.channel(.open(pair.rigs[0].link, Host.Token(9), psm: 0x80, mtu: 64)), at: 0)
        pair.perform(.channel(.send(ids[0], Host.Token(10), [1, 2])), at: 0)
        pair.settle()
        #expect(
            pair.takeEvents(0) == [
                .channelSent(ids[0], Host.Token(10), .success(true)),
                .channelFailed(pair.rigs[0].link, Host.Token(9), .refused(.spsmNotSupported)),
            ])
        #expect(pair.takeEvents(1) == [.channelReceived(ids[1], [1, 2])])
    }

    @Test func thereAreSixtyFourChannels() {
        var pair = ChannelPair()
        let all = (0..<64).map { _ in pair.open(mtu: 100, serviceMTU: 100) }
        #expect(Set(pair.channels(0).map(\.local)).count == 64)
        #expect(pair.channels(1).allSatisfy { $0.local.isDynamic })
        pair.perform(.channel(.open(pair.rigs[0].link, Host.Token(900), psm: 0x80, mtu: 64)), at: 0)
        #expect(pair.takeEvents(0) == [.channelFailed(pair.rigs[0].link, Host.Token(900), .noChannels)])
        // Each carries its own.
        for (number, ids) in all.enumerated() {
            pair.perform(.channel(.send(ids[0], Host.Token(1), [UInt8(number)])), at: 0)
        }
        pair.settle()
        #expect(pair.takeEvents(1) == all.enumerated().map { .channelReceived($1[1], [UInt8($0)]) })
        // A number is free again when its channel is gone.
        _ = pair.takeEvents(0)
        pair.perform(.channel(.close(all[17][1])), at: 1)
        pair.settle()
        #expect(pair.takeEvents(0) == [.channelClosed(all[17][0])])
        _ = pair.takeEvents(1)
        _ = pair.open()
        #expect(pair.channels(0).count == 64 && pair.channels(0).last?.local.rawValue == 0x40 + 17)
    }

    @Test func withoutAFreeNumberThereAreNoResources() {
        var rig = HostRig.connected(.peripheral)
        rig.perform(.channel(.addService(Host.ChannelService(psm: 0x80))))
        // Its own requests take all numbers of this end, and none of the peer's.
        for number in 0..<64 as Range<UInt64> {
            rig.perform(.channel(.open(rig.link, Host.Token(number), psm: 0x80, mtu: 64)))
            rig.completePackets(1, 1)
        }
        rig.forget()
        rig.receive(frame: [0x14, 9, 10, 0, 0x80, 0, 0x40, 0, 64, 0, 64, 0, 1, 0], on: .leSignaling)
        #expect(
            rig.takeData().map(\.data) == [
                [14, 0, 5, 0, 0x15, 9, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0]
            ])
    }

    // MARK: Answers

    /// What comes to the first request of a host, and how the request ends; `nil`: it goes on.
    static let answers: [(String, [UInt8], Host.ChannelFailure?)] = [
        ("no such PSM", [0x15, 1, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0], .refused(.spsmNotSupported)),
        (
            "a result of the future", [0x15, 1, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x77, 0],
            .refused(.init(rawValue: 0x77))
        ),
        ("a rejected signal", [0x01, 1, 2, 0, 0, 0], .refused(.spsmNotSupported)),
        (
            "success on no channel", [0x15, 1, 10, 0, 0, 0, 64, 0, 64, 0, 1, 0, 0, 0],
            .refused(.unacceptableParameters)
        ),
        (
            "success on the attributes' channel", [0x15, 1, 10, 0, 4, 0, 64, 0, 64, 0, 1, 0, 0, 0],
            .refused(.unacceptableParameters)
        ),
        (
            "an MTU that is too short", [0x15, 1, 10, 0, 0x40, 0, 22, 0, 64, 0, 1, 0, 0, 0],
            .refused(.unacceptableParameters)
        ),
        ("another identifier", [0x15, 2, 10, 0, 0x40, 0, 64, 0, 64, 0, 1, 0, 0, 0], nil),
        ("an answer to a disconnection", [0x07, 1, 4, 0, 0, 0, 0x40, 0], nil),
        ("a disconnection of what is not open", [0x06, 1, 4, 0, 0x40, 0, 0, 0], nil),
        ("an enhanced answer", [0x18, 1, 10, 0, 64, 0, 64, 0, 1, 0, 0, 0, 0x40, 0], nil),
        ("half an answer", [0x15, 1, 10, 0, 0x40, 0], nil),
    ]

    @Test(arguments: answers)
    func answersAreChecked(_ name: String, answer: [UInt8], failure: Host.ChannelFailure?) {
        var rig = HostRig.connected(.central)
        rig.perform(.channel(.open(rig.link, Host.Token(5), psm: 0x80, mtu: 64)))
        rig.receive(frame: answer, on: .leSignaling)
        let expected = failure.map { [Host.Event.channelFailed(rig.link, Host.Token(5), $0)] } ?? []
        #expect(rig.takeEvents() == expected, "\(name)")
        rig.receive(frame: [0x15, 1, 10, 0, 0x44, 0, 64, 0, 64, 0, 1, 0, 0, 0], on: .leSignaling)
        #expect(rig.takeEvents().count == (failure == nil ? 1 : 0))
    }

    @Test func aChannelWithImpossibleParametersIsDisconnectedUnseen() {
        var rig = HostRig.connected(.central)
        rig.perform(.channel(.open(rig.link, Host.Token(5), psm: 0x80, mtu: 64)))
        rig.forget()
        rig.receive(frame: [0x15, 1, 10, 0, 0x44, 0, 64, 0, 22, 0, 1, 0, 0, 0], on: .leSignaling)
        #expect(rig.takeData().map(\.data) == [[8, 0, 5, 0, 0x06, 2, 4, 0, 0x44, 0, 0x40, 0]])
        #expect(rig.takeEvents().count == 1)
        rig.receive(frame: [0x07, 2, 4, 0, 0x44, 0, 0x40, 0], on: .leSignaling)
        #expect(rig.takeEvents().isEmpty && rig.host.links[0].channels.isEmpty)
    }

    @Test func aPeerThatUsesANumberTwiceIsNotBelieved() {
        var rig = HostRig.connected(.central)
        for token in 1...2 {
            rig.perform(.channel(.open(rig.link, Host.Token(UInt64(token)), psm: 1, mtu: 64)))
        }
        for identifier in 1...2 as ClosedRange<UInt8> {
            rig.receive(
                frame: [0x15, identifier, 10, 0, 0x44, 0, 64, 0, 64, 0, 1, 0, 0, 0], on: .leSignaling)
        }
        let events = rig.takeEvents()
        #expect(events.last == .channelFailed(rig.link, Host.Token(2), .refused(.unacceptableParameters)))
        #expect(events.count == 2 && rig.host.links[0].channels.channels.count == 1)
    }

    @Test func aSilentPeerIsGivenUpAfterThirtySeconds() {
        var rig = HostRig.connected(.central)
        rig.perform(.channel(.open(rig.link, Host.Token(5), psm: 0x80, mtu: 64)))
        #expect(rig.host.nextDeadline == rig.now + .seconds(30))
        rig.advance(by: .milliseconds(29_999))
        #expect(rig.takeEvents().isEmpty)
        rig.advance(by: .milliseconds(1))
        #expect(rig.takeEvents() == [.channelFailed(rig.link, Host.Token(5), .timeout)])
        rig.receive(frame: [0x15, 1, 10, 0, 0x44, 0, 64, 0, 64, 0, 1, 0, 0, 0], on: .leSignaling)
        #expect(rig.takeEvents().isEmpty && rig.host.nextDeadline == nil)
    }

    @Test func identifiersAreNeverThoseOfRequestsInTheAir() {
        var rig = HostRig.connected(
            .peripheral, controller: ScriptedController(features: [.leEncryption]))
        rig.perform(
            .link(
                .updateParameters(
                    rig.link,
                    Host.ConnectionParameters(interval: .milliseconds(30), supervisionTimeout: .seconds(2)))))
        var last: UInt8 = 1
        for round in 0..<600 {
            rig.perform(.channel(.open(rig.link, Host.Token(UInt64(round)), psm: 0x80, mtu: 64)))
            rig.completePackets(1, 8)
            guard let identifier = rig.takeData().last?.data[5] else { break }
            #expect(identifier == (last == 255 ? 2 : last + 1), "1 is the request's for parameters")
            last = identifier
            rig.receive(frame: [0x01, identifier, 2, 0, 0, 0], on: .leSignaling)
        }
    }

    @Test func aLinkThatIsGoneHasNoChannels() {
        var rig = HostRig.ready()
        rig.perform(.channel(.open(Host.LinkID(9), Host.Token(5), psm: 0x80, mtu: 64)))
        rig.perform(.channel(.send(Host.ChannelID(3), Host.Token(6), [1])))
        rig.perform(.channel(.consume(Host.ChannelID(3), sdus: 1)))
        rig.perform(.channel(.close(Host.ChannelID(3))))
        #expect(
            rig.takeEvents() == [
                .channelFailed(Host.LinkID(9), Host.Token(5), .linkLost),
                .channelSent(Host.ChannelID(3), Host.Token(6), .success(false)),
            ])
    }
}
