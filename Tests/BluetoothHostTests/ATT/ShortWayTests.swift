import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// A link takes most reads and notifications a short way, without the machines of the bearer. What leaves it, and what it
/// does next, are the same.
@Suite struct ShortWayTests {
    /// What leaves a link, in order.
    enum Item: Hashable {
        case pdu([UInt8])
        case event(Host.Event)
        case end(HCI.ErrorCode)
    }

    /// What comes to a link.
    enum Input {
        case pdu([UInt8])
        case perform(GATT.Procedure, Host.Token)
        case respond(GATT.RequestID, Result<[UInt8], ATT.Failure>)
        case update(ATT.Handle, [UInt8], GATT.UpdateKind, Host.Token)
        case databaseChanged
    }

    /// The bearer alone, with what a host does for it.
    struct LongWay {
        var fixture = AttributeFixture()

        mutating func take(_ input: Input) -> [Item] {
            let actions =
                switch input {
                case .pdu(let pdu): fixture.receive(pdu)
                case .perform(let procedure, let token): fixture.perform(procedure, token: token.rawValue)
                case .respond(let id, let result): fixture.respond(id, result)
                case .update(let handle, let value, let kind, let token):
                    fixture.update(handle, value, kind, token: token.rawValue)
                case .databaseChanged: fixture.tellChange(14, 21)
                }
            return ShortWayTests.items(actions, &fixture.bearer)
        }
    }

    /// A link of a host, whose controller has room for everything.
    struct ShortWay {
        var server = AttributeFixture().server
        var sink = Host.Sink.forOneLink(packetLength: 600)
        var state: Host.LinkState

        init() {
            let peer = DeviceAddress(0x1234, .public)
            let link = Host.Link(
                role: .peripheral, peer: peer, connectionHandle: 1,
                parameters: .init(interval: .milliseconds(30), supervisionTimeout: .seconds(2)))
            state = Host.LinkState(
                id: AttributeFixture.link, link: link, localAddress: peer, peerAddressOnAir: peer,
                configuration: Host.Configuration(), asksLinkLayer: true)
        }

        mutating func take(_ input: Input) -> [Item] {
            var actions: [AttributeBearer.Action] = []
            switch input {
            case .pdu(let pdu):
                let frame = Host.ACLDataPath.frame(pdu, on: .att)
                state.received(frame, from: 0, server: &server, at: .zero, into: &sink, &actions)
            case .perform(let procedure, let token):
                state.perform(procedure, token, from: 0, at: .zero, into: &sink, &actions)
            case .respond(let id, let result):
                state.respond(id, result, nil, from: 0, server: &server, at: .zero, into: &sink, &actions)
            case .update(let handle, let value, let kind, let token):
                state.update(
                    value, of: handle, kind, token, from: 0, server: &server, at: .zero, into: &sink, &actions
                )
            case .databaseChanged:
                state.bearer.databaseChanged(
                    .init(first: 14, last: 21), server: &server, at: .zero, into: &actions)
            }
            var items: [Item] = []
            while let output = sink.next() {
                switch output {
                case .event(let event): items.append(.event(event))
                case .controller(.acl(let packet)):
                    items.append(.pdu(Array(packet.data.dropFirst(L2CAP.BasicFrame.headerLength))))
                case .controller(let packet): Issue.record("the link sent \(packet)")
                }
            }
            return items + ShortWayTests.items(actions, &state.bearer)
        }
    }

    /// What a host makes of a bearer's actions, if the controller has room for each PDU.
    private static func items(_ actions: [AttributeBearer.Action], _ bearer: inout AttributeBearer) -> [Item]
    {
        var (actions, items) = (actions, [Item]())
        var next = 0
        while next < actions.count {
            switch actions[next] {
            case .send(let pdu, let tag):
                items.append(.pdu(pdu))
                if let tag { bearer.sent(tag, into: &actions) }
            case .event(let event): items.append(.event(event))
            case .failLink(let reason): items.append(.end(reason))
            }
            next += 1
        }
        return items
    }

    /// Draws what comes next; it knows which requests wait for an answer.
    private struct Chance {
        var numbers: SeededNumbers
        var waiting: [GATT.RequestID] = []
        var token: UInt64 = 0

        mutating func handle() -> ATT.Handle { ATT.Handle(numbers.below(40)) }

        mutating func pdu() -> [UInt8] {
            let handle = handle()
            let bytes = [UInt8(truncatingIfNeeded: handle), UInt8(truncatingIfNeeded: handle >> 8)]
            switch numbers.below(12) {
            case 0, 1, 2: return [0x0A] + bytes
            case 3, 4: return [0x0B] + numbers.bytes(numbers.below(30))
            case 5, 6: return [0x1B] + bytes + numbers.bytes(numbers.below(24))
            case 7: return [0x0C] + bytes + [UInt8(numbers.below(70)), 0]
            case 8: return [0x01, 0x0A] + bytes + [0x0A]
            case 9: return [0x12] + bytes + numbers.bytes(numbers.below(24))
            case 10: return [[0x0A, 0x0B, 0x1B, 0x0D][numbers.below(4)]] + numbers.bytes(numbers.below(4))
            default: return numbers.bytes(1 + numbers.below(24))
            }
        }

        mutating func next() -> Input {
            token += 1
            switch numbers.below(16) {
            case 0, 1: return .perform(.read(handle()), .init(token))
            case 2: return .perform(.write(handle(), numbers.bytes(numbers.below(20))), .init(token))
            case 3, 4:
                return .update(
                    [16, 32][numbers.below(2)], numbers.bytes(numbers.below(40)), .notification, .init(token))
            case 5: return .update(32, numbers.bytes(3), .indication, .init(token))
            case 6, 7, 8:
                guard !waiting.isEmpty else { return .pdu(pdu()) }
                let id = waiting.remove(at: numbers.below(waiting.count))
                let isGood = numbers.below(4) > 0
                return .respond(
                    id,
                    isGood ? .success(numbers.bytes(numbers.below(40))) : .failure(.error(.unlikelyError)))
            case 9 where numbers.below(8) == 0: return .databaseChanged
            default: return .pdu(pdu())
            }
        }

        /// Notes the requests that an upper layer has to answer.
        mutating func note(_ items: [Item]) {
            for case .event(let event) in items {
                switch event {
                case .attributeRead(let request): waiting.append(request.id)
                case .attributeWritten(let request): if let id = request.id { waiting.append(id) }
                default: break
                }
            }
        }
    }

    @Test("The same leaves a link by the short way and by the long one", arguments: UInt64(0)..<60)
    func same(seed: UInt64) {
        var chance = Chance(numbers: SeededNumbers(seed: seed))
        var (short, long, left) = (ShortWay(), LongWay(), 0)
        for step in 0..<randomCases(300) {
            let input = chance.next()
            let (mine, others) = (short.take(input), long.take(input))
            guard mine == others else {
                Issue.record("seed \(seed), step \(step), \(input): \(mine) instead of \(others)")
                return
            }
            chance.note(mine)
            for item in mine {
                if case .end = item {
                    (short, long, chance.waiting) = (ShortWay(), LongWay(), [])
                } else {
                    left += 1
                }
            }
        }
        #expect(left > 100)
    }
}
