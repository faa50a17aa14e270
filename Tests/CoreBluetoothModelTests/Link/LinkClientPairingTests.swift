import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// Requests that wait for a pairing (behaviour 5.31–5.33), and any inputs in any order.
@Suite struct LinkClientPairingTests {
    private typealias Client = ClientBench
    private static let secured = Host.Security(level: .encrypted)

    @Test("Behaviour 5.31: a refused request waits while the phone pairs, and is repeated")
    func repeated() {
        var bench = Client.discovered()
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        bench.end(.failed(.error(.insufficientEncryption)))
        #expect(bench.security.state == .blocked(.insufficientEncryption))
        #expect(bench.client.operations.isBlocked)
        #expect(bench.takeProcedures() == [.read(15)])
        #expect(bench.seen == [.host(.security(.secure(Client.id, .encrypted)))])
        _ = bench.security.changed(Self.secured)
        bench.secured(.success(Self.secured))
        #expect(bench.takeProcedures() == [.read(15)])
        bench.end(.value([3]))
        #expect(bench.takeEvents() == [.characteristicValue(Client.peer, Client.name(15), .success([3]))])
    }

    @Test("Behaviour 5.33, 5.34, CB 16: without a pairing the app gets the refusal, or that there is no room")
    func refused() {
        let refusal = PortError.att(code: ATT.ErrorCode.insufficientEncryption.rawValue)
        let table: [(PairingBarrier?, PortError)] = [
            (nil, refusal), (.refusedBefore, refusal), (.tableFull, .tooManyBonds),
        ]
        for (barrier, error) in table {
            var bench = Client.discovered()
            bench.barrier = barrier
            bench.send(.readCharacteristic(Client.peer, Client.name(15)))
            bench.send(.readCharacteristic(Client.peer, Client.name(17)))
            bench.end(.failed(.error(.insufficientEncryption)))
            if barrier == nil { bench.secured(.failure(.timeout)) }
            #expect(
                bench.takeEvents()
                    == [.characteristicValue(Client.peer, Client.name(15), .failure(error))])
            #expect(bench.takeProcedures() == [.read(15), .read(17)], "the next request goes on")
            #expect(bench.security.state == .idle)
        }
    }

    @Test("Behaviour 5.31: a subscription that waits for a pairing gets no values, and is made again")
    func subscription() {
        var bench = Client.discovered()
        bench.send(.setNotify(Client.peer, Client.name(12), true))
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        bench.end(.failed(.error(.insufficientAuthentication)))
        _ = bench.takeProcedures()
        _ = bench.security.changed(Self.secured)
        bench.secured(.success(Self.secured))
        #expect(bench.takeProcedures() == [.write(13, [1, 0])])
        bench.end(.written)
        let event = Central.Event.notifyStateChanged(
            Client.peer, Client.name(12), isNotifying: true, nil)
        #expect(bench.takeEvents() == [event])
        #expect(bench.client.attributes.database.subscribers(of: 12) == [Client.manager])
    }

    @Test("A manager that releases the link while its request waits for a pairing gets nothing; others go on")
    func releasedWhileBlocked() {
        var bench = Client.discovered()
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        bench.end(.failed(.error(.insufficientEncryption)))
        bench.send(.readCharacteristic(Client.peer, Client.name(17)), Client.other)
        bench.change { client, effects in
            client.release(Client.manager)
            client.proceed(into: &effects)
        }
        _ = bench.takeProcedures()
        bench.secured(.success(Self.secured))
        #expect(bench.takeProcedures() == [.read(17)])
        #expect(bench.takeEvents().isEmpty)
    }

    /// Whatever apps, host, peer and user do: the rules hold after each input, nothing stands still, only managers that
    /// asked get answers, and no more answers than requests.
    @Test("No order of inputs breaks a rule of a client", arguments: 1...40)
    func anyInputs(seed: Int) {
        var draw = SeededNumbers(seed: UInt64(seed))
        var bench = ClientBench(seed % 2 == 0 ? .plain : .iOS(18))
        var (balance, answers) = (0, 0)
        for step in 0..<600 {
            if bench.client.isEnding, draw.below(4) == 0 {
                let kept = bench.client.remembered(isBonded: false, limit: 100)
                bench = ClientBench(seed % 2 == 0 ? .plain : .iOS(18))
                if let kept { bench.client.recall(kept, isBonded: false) }
                balance = 0
            }
            if draw.below(20) == 0 { bench.begin() }
            balance += input(&draw, &bench)
            for output in bench.seen {
                guard case .central(let session, let event) = output else { continue }
                #expect(session.rawValue <= 2)
                if event.isAnswer { (balance, answers) = (balance - 1, answers + 1) }
            }
            bench.seen = []
            #expect(balance >= 0, "step \(step): more answers than requests")
            if let rule = bench.brokenRule { Issue.record("step \(step): \(rule)") }
        }
        #expect(answers > 10)
        while !bench.client.operations.isFree, !bench.client.isEnding {
            if bench.client.operations.isBlocked {
                bench.secured(.failure(.timeout))
            } else {
                bench.end(.written)
            }
            if let rule = bench.brokenRule { Issue.record("at the end: \(rule)") }
        }
    }

    /// One random input. Returns how many answers it makes due.
    private func input(_ draw: inout SeededNumbers, _ bench: inout ClientBench) -> Int {
        let session = SessionID(UInt32(1 + draw.below(2)))
        switch draw.below(24) {
        case 0:
            bench.change { client, effects in
                client.release(session)
                client.proceed(into: &effects)
            }
        case 1: bench.change { client, _ in client.attach(session, keepsDiscoveries: draw.below(2) == 0) }
        case 2:
            let range = ATT.HandleRange(first: UInt16(draw.below(20)), last: UInt16(draw.below(40)))
            bench.change { client, effects in
                client.servicesChanged(
                    range, managers: [SessionID(1), SessionID(2)], discoverer: nil, into: &effects)
            }
        case 3: bench.change { client, effects in _ = client.valueReceived(12, [1], into: &effects) }
        case 4: bench.change { client, _ in client.mtuChanged(UInt16(draw.below(300))) }
        case 5: bench.security.secure(into: &bench.effects)
        case 6: bench.secured(draw.below(2) == 0 ? .success(Self.secured) : .failure(.timeout))
        case 7: _ = bench.security.changed(Self.secured)
        case 8: bench.barrier = [nil, .tableFull, .refusedBefore][draw.below(3)]
        case 9:
            bench.end(.failed(.error([.insufficientEncryption, .insufficientAuthentication][draw.below(2)])))
        case 10 where draw.below(40) == 0: bench.end(.failed(.timeout))
        case 11, 12, 13, 14, 15: bench.end(draw.outcome())
        case 16: bench.end(Host.Token(UInt64(draw.below(9))), draw.outcome())
        default:
            let command = draw.command(ClientBench.peer)
            switch command {
            case .connect, .cancelConnection, .readRSSI, .writeCharacteristic(_, _, _, .withoutResponse):
                return 0
            default: return bench.send(command, session) == .accepted ? 1 : 0
            }
        }
        return 0
    }
}

extension Central.Event {
    /// Whether the event answers a request, though a value may also come by itself.
    fileprivate var isAnswer: Bool {
        switch self {
        case .servicesDiscovered, .includedServicesDiscovered, .characteristicsDiscovered,
            .descriptorsDiscovered,
            .characteristicWritten, .notifyStateChanged, .descriptorValue, .descriptorWritten:
            true
        default: false
        }
    }
}
