import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// A peer that sends anything at any time: nothing traps, nothing loops, everything ends once.
@Suite struct HostilePeerTests {
    /// PDUs to mutate: every kind, some of them to handles of the fixture.
    static let corpus: [[UInt8]] =
        (ServerAnswerTests.reads + ServerAnswerTests.searches + ServerAnswerTests.writes
        + ServerAnswerTests.others).flatMap { [$0.request, $0.answer] }
        .map(Hexadecimal.bytes) + [
            Hexadecimal.bytes("1D0800010014FF"),
            Hexadecimal.bytes("230300020001020400000000000000"),
        ]

    static let procedures: [GATT.Procedure] = [
        .exchangeMTU(247), .discoverPrimaryServices([]), .discoverPrimaryServices([BluetoothUUID(0x180D)]),
        .discoverIncludedServices(.init(first: 1, last: 99)), .discoverCharacteristics(.all),
        .discoverDescriptors(.init(first: 0xFF00, last: 0xFFFF)), .read(3),
        .readUsingUUID(.all, BluetoothUUID(0x2A00)), .readMultiple([3, 5, 3]),
        .readMultipleVariable([3, 5, 7, 9]), .write(3, [1, 2]),
        .write(3, [UInt8](repeating: 7, count: 512)),
        .reliableWrite([.init(handle: 3, offset: 1, value: [1]), .init(handle: 4, offset: 0, value: [])]),
        .signedWrite(3, [1]),
    ]

    /// One link under attack, and the results that it still has to give.
    struct Attack {
        var fixture = AttributeFixture()
        var seed: SeededNumbers
        var owedProcedures: [Host.Token] = []
        var owedUpdates: [Host.Token] = []
        var owedCommands: [Host.Token] = []
        var requests: [GATT.RequestID] = []
        var tags: [Host.SendTag] = []
        var lastRequest: [UInt8] = []
        var tokens: UInt64 = 0
        var links: UInt32 = 7
        var isDead = false

        mutating func token() -> Host.Token {
            tokens += 1
            return .init(tokens)
        }

        mutating func pdu() -> [UInt8] {
            switch seed.below(5) {
            case 0: return seed.bytes(seed.below(40))
            case 1: return plausibleResponse()
            default:
                var bytes = HostilePeerTests.corpus[seed.below(HostilePeerTests.corpus.count)]
                for _ in 0..<seed.below(3) where !bytes.isEmpty {
                    let place = seed.below(bytes.count)
                    switch seed.below(4) {
                    case 0: bytes[place] = UInt8(truncatingIfNeeded: seed.next())
                    case 1: bytes.remove(at: place)
                    case 2: bytes.insert(UInt8(seed.below(40)), at: place)
                    default: bytes += seed.bytes(seed.below(30))
                    }
                }
                return bytes
            }
        }

        /// Something that the request in flight may be answered with, so that procedures go deep.
        mutating func plausibleResponse() -> [UInt8] {
            guard lastRequest.count >= 3 else { return [0x01, 0x0A, 0, 0, 0x0A] }
            let first = UInt16(lastRequest[1]) | UInt16(lastRequest[2]) << 8
            let handle = [UInt8].littleEndian(first &+ UInt16(seed.below(2)))
            let end = [UInt8].littleEndian(first &+ UInt16(seed.below(3)))
            switch (lastRequest[0], seed.below(8)) {
            case (_, 0): return [0x01, lastRequest[0]] + handle + [UInt8(seed.below(20))]
            case (0x04, _): return [0x05, 1] + handle + [0x02, 0x29]
            case (0x06, _): return [0x07] + handle + end
            case (0x08, 1...3): return [0x09, 7] + handle + [2] + end + [0x05, 0x2A]
            case (0x08, _): return [0x09, 6] + handle + end + handle
            case (0x10, _): return [0x11, 6] + handle + end + [0x0F, 0x18]
            case (0x16, _): return [0x17] + lastRequest[1...]
            case (0x0A, _), (0x0C, _), (0x0E, _): return [lastRequest[0] + 1] + seed.bytes(seed.below(2) * 22)
            case (0x20, _): return [0x21, 1, 0, 7, 0, 0]
            default: return [lastRequest[0] &+ 1]
            }
        }

        /// Checks what one input caused: limits, and results that were expected.
        mutating func take(_ actions: [AttributeBearer.Action], bound: Int) {
            #expect(actions.count <= bound, "\(actions.count) actions of one input")
            for action in actions {
                switch action {
                case .send(let pdu, let tag):
                    #expect(!isDead && !pdu.isEmpty && pdu.count <= 517)
                    if let tag { tags.append(tag) }
                    if [2, 4, 6, 8, 10, 12, 14, 16, 18, 22, 24, 32].contains(pdu[0]) { lastRequest = pdu }
                case .failLink: isDead = true
                case .event(.procedureEnded(_, let token, _)): settle(token, &owedProcedures)
                case .event(.updateSent(_, let token, _)): settle(token, &owedUpdates)
                case .event(.commandSent(_, let token)): settle(token, &owedCommands)
                case .event(.attributeRead(let request)): requests.append(request.id)
                case .event(.attributeWritten(let request)): if let id = request.id { requests.append(id) }
                case .event: break
                }
            }
        }

        private func settle(_ token: Host.Token, _ owed: inout [Host.Token]) {
            guard let index = owed.firstIndex(of: token) else {
                Issue.record("\(token) ended twice or was never begun")
                return
            }
            owed.remove(at: index)
        }

        var bound: Int { owedProcedures.count + owedUpdates.count + owedCommands.count + 40 }

        mutating func step() {
            var actions: [AttributeBearer.Action] = []
            let bound = bound + 2
            switch seed.below(24) {
            case 0:
                let token = token()
                owedProcedures.append(token)
                let procedure = HostilePeerTests.procedures[seed.below(HostilePeerTests.procedures.count)]
                fixture.bearer.perform(procedure, token: token, at: fixture.now, into: &actions)
            case 1:
                let token = token()
                owedCommands.append(token)
                fixture.bearer.writeWithoutResponse(
                    seed.bytes(seed.below(30)), to: 3, token: token, into: &actions)
            case 2:
                let token = token()
                owedUpdates.append(token)
                fixture.bearer.update(
                    seed.bytes(seed.below(30)), of: UInt16(seed.below(40)),
                    kind: seed.below(2) == 0 ? .notification : .indication, token: token,
                    server: &fixture.server, at: fixture.now, into: &actions)
            case 3, 4:
                guard let id = requests.popLast() else { return }
                let result: Result<[UInt8], ATT.Failure> =
                    seed.below(3) == 0
                    ? .failure(.error(.unlikelyError)) : .success(seed.bytes(seed.below(60)))
                actions = fixture.respond(id, result)
            case 5:
                guard let tag = tags.popLast() else { return }
                fixture.bearer.sent(tag, into: &actions)
            case 6: actions = fixture.advance(.milliseconds(seed.below(4_000)))
            case 7: changeDatabase(&actions)
            default: actions = fixture.receive(pdu())
            }
            take(actions, bound: bound)
            if isDead || seed.below(400) == 0 { reconnect() }
        }

        private mutating func changeDatabase(_ actions: inout [AttributeBearer.Action]) {
            let last = fixture.server.attributes[fixture.server.attributes.count - 1].handle
            var range = ATT.HandleRange(first: 0, last: 0)
            if last > 60, let start = fixture.server.attributes.last(where: \.isServiceDeclaration) {
                if let removed = try? fixture.server.remove(start.handle) { range = removed }
            } else if let added = try? fixture.server.add(DatabaseTests.simple(0x1000, values: 3)) {
                range = added.range
            }
            fixture.bearer.databaseChanged(
                range, server: &fixture.server, at: fixture.now, into: &actions)
        }

        private mutating func reconnect() {
            take(fixture.loseLink(), bound: bound)
            #expect(owedProcedures.isEmpty && owedUpdates.isEmpty && owedCommands.isEmpty)
            #expect(fixture.server.clients.isEmpty && fixture.bearer.nextDeadline == nil)
            isDead = false
            requests = []
            tags = []
            links += 1
            let link = Host.LinkID(links)
            fixture.server.linkOpened(link)
            fixture.bearer = AttributeBearer(
                link: link, role: .central, preferredMTU: UInt16(seed.below(600)))
        }
    }

    @Test(
        "every step of a hostile peer ends everything once, on each of 4 seeds",
        arguments: 1...4 as ClosedRange<UInt64>)
    func hostile(number: UInt64) {
        var attack = Attack(seed: SeededNumbers(seed: number))
        let steps = randomCases(6_000)
        for _ in 0..<steps { attack.step() }
        #expect(attack.links > steps / 600)
    }

    @Test("a server that answers every handle one by one is asked for each once, and no more")
    func slowestDiscovery() {
        var fixture = AttributeFixture()
        var actions = fixture.perform(.discoverDescriptors(.all))
        var requests = 0
        while let pdu = actions.first?.pdu, requests < 70_000 {
            requests += 1
            actions = fixture.receive([0x05, 1, pdu[1], pdu[2], 0x02, 0x29])
        }
        #expect(requests == 0xFFFF)
        guard case .procedureEnded(_, _, .descriptors(let found)) = actions.first?.event else {
            Issue.record("\(actions)")
            return
        }
        #expect(found.count == 0xFFFF)
    }
}
