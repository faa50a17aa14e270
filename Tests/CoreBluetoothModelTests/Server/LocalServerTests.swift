import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// The phone's GATT server alone: no phone and no host.
@Suite struct LocalServerTests {
    static let link = Host.LinkID(7)
    static let manager = SessionID(1)

    static func central(_ link: Host.LinkID = link) -> Peripheral.Subscriber {
        Peripheral.Subscriber(
            identifier: PeerIdentifier(high: 1, low: UInt64(link.rawValue)), maximumUpdateLength: 20)
    }

    /// A service with one characteristic; identifiers are 10 × number, and that + 1.
    static func service(_ number: UInt64, includes: [UInt64] = []) -> Peripheral.Service {
        Peripheral.Service(
            identifier: AttributeIdentifier(rawValue: number * 10), uuid: BluetoothUUID(0x1234),
            isPrimary: true, includedServices: includes.map { AttributeIdentifier(rawValue: $0 * 10) },
            characteristics: [
                Peripheral.Characteristic(
                    identifier: value(number), uuid: BluetoothUUID(0x5678), properties: 0x1A, permissions: 3,
                    value: nil, descriptors: [])
            ])
    }

    static func value(_ number: UInt64) -> AttributeIdentifier {
        AttributeIdentifier(rawValue: number * 10 + 1)
    }

    /// An update of a value for all subscribers.
    static func update(_ value: AttributeIdentifier) -> Peripheral.Update {
        Peripheral.Update([1], characteristic: value, centrals: nil)
    }

    /// The machine with what it has left behind, and a host that takes and gives handles.
    struct Bench {
        var server = LocalServer(profile: Self.profile)
        var effects = PhoneEffects()
        /// What the host was asked to add and has not answered.
        var adding: [Host.Token] = []
        /// Updates that the host has not sent.
        var sending: [(link: Host.LinkID, token: Host.Token)] = []
        var lastHandle: UInt16 = 1

        private static var profile: OSProfile {
            var profile = OSProfile.iOS(18)
            (profile.updateQueueDepth, profile.reservedServices) = (2, [BluetoothUUID(0x1801)])
            return profile
        }

        mutating func take() -> [PhoneModel.Output] {
            var all: [PhoneModel.Output] = []
            while let output = effects.nextOutput() {
                switch output {
                case .host(.gatt(.addService(let token, _))): adding.append(token)
                case .host(.gatt(.update(let link, let token, _, _, _))): sending.append((link, token))
                default: break
                }
                all.append(output)
            }
            return all
        }

        /// The host adds what it was asked to add; returns the handle of the value.
        @discardableResult
        mutating func answerAddition() -> ATT.Handle? {
            _ = take()
            guard !adding.isEmpty else { return nil }
            lastHandle += 4
            let value = ATT.Handle(lastHandle + 2)
            let handles = GATT.ServiceHandles(
                range: .init(first: ATT.Handle(lastHandle), last: ATT.Handle(lastHandle + 3)),
                characteristics: [.init(value: value, descriptors: [])])
            server.serviceAdded(adding.removeFirst(), .success(handles), into: &effects)
            return value
        }

        /// A server with a manager, a central and a published service, with nothing more to tell.
        static func published() -> (Bench, ATT.Handle) {
            var bench = Bench()
            bench.server.open(manager)
            bench.server.linkBegan(link, central())
            bench.server.add(service(1), for: manager, into: &bench.effects)
            let handle = bench.answerAddition() ?? 0
            _ = bench.take()
            return (bench, handle)
        }
    }

    // MARK: Publishing

    @Test("Behaviour 6.1: the next service waits until the host has the one before")
    func oneAtATime() {
        var bench = Bench()
        bench.server.open(Self.manager)
        for number in 1...3 as ClosedRange<UInt64> {
            bench.server.add(Self.service(number), for: Self.manager, into: &bench.effects)
        }
        #expect(bench.take().count == 1)
        #expect(bench.server.waitingServices.map(\.service.identifier.rawValue) == [10, 20, 30])
        bench.answerAddition()
        bench.answerAddition()
        #expect(bench.server.services(of: Self.manager).map(\.identifier.rawValue) == [10, 20])
        #expect(bench.server.waitingServices.count == 1)
        #expect(bench.server.brokenRule == nil)
    }

    @Test("A service of a manager that has ended is removed again when the host has added it")
    func endedManager() {
        var bench = Bench()
        bench.server.open(Self.manager)
        bench.server.add(Self.service(1), for: Self.manager, into: &bench.effects)
        bench.server.add(Self.service(2), for: Self.manager, into: &bench.effects)
        bench.server.close(Self.manager, into: &bench.effects)
        bench.answerAddition()
        #expect(bench.take() == [.host(.gatt(.removeService(5)))], "and the second is not asked for")
        #expect(bench.server.waitingServices.isEmpty)
    }

    // MARK: Requests

    /// What an app's answer is worth: by whom, to which request, how often before.
    typealias Answer = (by: UInt32, number: UInt64, before: Int, answer: CommandResult, misuse: Bool)

    static let answers: [Answer] = [
        (1, 5, 0, .accepted, false), (1, 5, 1, .ignored, true), (2, 5, 0, .ignored, true),
        (1, 6, 0, .ignored, true), (1, 1 << 63 | 3, 0, .accepted, false),
    ]

    @Test(
        "Behaviour 6.22, 6.24: an app answers once, and only what its own manager was asked",
        arguments: answers)
    func answering(_ answer: Answer) {
        var (bench, handle) = Bench.published()
        let request = GATT.ReadRequest(id: .init(5), link: Self.link, handle: handle, offset: 0)
        bench.server.read(request, isServed: true, at: .zero, into: &bench.effects)
        let number = RequestIdentifier(rawValue: answer.number)
        let session = SessionID(answer.by)
        for _ in 0..<answer.before {
            _ = bench.server.respond(number, 0, [1], by: session, at: .zero, into: &bench.effects)
        }
        _ = bench.take()
        let result = bench.server.respond(number, 0, [1], by: session, at: .zero, into: &bench.effects)
        #expect(result == answer.answer)
        let isMisuse = bench.take() == [.misuse(session, .unknownRequest(session))]
        #expect(isMisuse == answer.misuse)
    }

    @Test("Behaviour 6.12: a request gets an error while its app is absent")
    func absent() {
        var (bench, handle) = Bench.published()
        let id = GATT.RequestID(5)
        let read = GATT.ReadRequest(id: id, link: Self.link, handle: handle, offset: 0)
        let write = GATT.WriteRequest(
            id: id, link: Self.link, parts: [.init(handle: handle, offset: 0, value: [1])])
        bench.server.read(read, isServed: false, at: .zero, into: &bench.effects)
        bench.server.written(write, isServed: false, at: .zero, into: &bench.effects)
        let error = PhoneModel.Output.host(.gatt(.respond(id, .failure(.error(.unlikelyError)))))
        #expect(bench.take() == [error, error])
        #expect(bench.server.requests.pending.isEmpty)
    }

    @Test("A peer that asks without end gets errors beyond the limit")
    func limit() {
        var (bench, handle) = Bench.published()
        for number in 0..<UInt64(RequestTable.limit + 3) {
            let request = GATT.ReadRequest(id: .init(number), link: Self.link, handle: handle, offset: 0)
            bench.server.read(request, isServed: true, at: .zero, into: &bench.effects)
        }
        #expect(bench.server.requests.pending.count == RequestTable.limit)
        let refused = bench.take().filter { if case .host = $0 { true } else { false } }
        #expect(refused.count == 3)
    }

    // MARK: The end of the app

    @Test("A preserved manager keeps services and subscribers under its new number; open requests get errors")
    func preserving() {
        var (bench, handle) = Bench.published()
        let new = SessionID(9)
        bench.server.subscriptionChanged(Self.link, handle, .notifications, into: &bench.effects)
        let request = GATT.ReadRequest(id: .init(5), link: Self.link, handle: handle, offset: 0)
        bench.server.read(request, isServed: true, at: .zero, into: &bench.effects)
        _ = bench.server.update(Self.update(Self.value(1)), by: Self.manager, into: &bench.effects)
        _ = bench.take()
        bench.server.preserve(Self.manager, as: new, into: &bench.effects)
        #expect(bench.take() == [.host(.gatt(.respond(.init(5), .failure(.error(.unlikelyError)))))])
        #expect(bench.server.owner(of: handle) == new)
        let subscription = Peripheral.Subscription(central: Self.central(), characteristic: Self.value(1))
        #expect(bench.server.subscriptions(of: new) == [subscription])
        #expect(bench.server.services(of: Self.manager).isEmpty)
        bench.server.updateSent(bench.sending[0].link, bench.sending[0].token, into: &bench.effects)
        #expect(bench.take().isEmpty, "the update was the old manager's")
        #expect(bench.server.brokenRule == nil)
    }

    // MARK: Subscribers

    @Test("Behaviour 6.15: the end of a link ends the subscription of its central, and of no other")
    func twoCentrals() {
        var (bench, handle) = Bench.published()
        let other = Host.LinkID(8)
        bench.server.linkBegan(other, Self.central(other))
        for link in [Self.link, other] {
            bench.server.subscriptionChanged(link, handle, .notifications, into: &bench.effects)
        }
        _ = bench.take()
        bench.server.linkEnded(Self.link, at: .zero, into: &bench.effects)
        let ended = Peripheral.Event.unsubscribed(Self.central(), characteristic: Self.value(1))
        #expect(bench.take() == [.peripheral(Self.manager, ended)])
        let left = Peripheral.Subscription(central: Self.central(other), characteristic: Self.value(1))
        #expect(bench.server.subscriptions(of: Self.manager) == [left])
        #expect(bench.server.brokenRule == nil)
    }

    @Test("Behaviour 6.15: a central with two links subscribes once, and unsubscribes with the last")
    func twoLinks() {
        var (bench, handle) = Bench.published()
        let second = Host.LinkID(8)
        bench.server.linkBegan(second, Self.central())
        for link in [Self.link, second] {
            bench.server.subscriptionChanged(link, handle, .notifications, into: &bench.effects)
        }
        let subscribed = Peripheral.Event.subscribed(Self.central(), characteristic: Self.value(1))
        #expect(bench.take() == [.peripheral(Self.manager, subscribed)])
        #expect(bench.server.subscriptions(of: Self.manager).count == 1)
        bench.server.linkEnded(Self.link, at: .zero, into: &bench.effects)
        #expect(bench.take().isEmpty)
        bench.server.subscriptionChanged(second, handle, [], into: &bench.effects)
        let ended = Peripheral.Event.unsubscribed(Self.central(), characteristic: Self.value(1))
        #expect(bench.take() == [.peripheral(Self.manager, ended)])
        #expect(bench.server.subscriptions(of: Self.manager).isEmpty)
        #expect(bench.server.brokenRule == nil)
    }

    // MARK: Any order

    /// One input that a phone could give: an app, a host or a central does anything, in any order.
    private static func step(_ bench: inout Bench, _ numbers: inout SeededNumbers, _ step: Int) {
        let session = bench.server.managers.randomElement(using: &numbers)?.session ?? SessionID(99)
        let link = Host.LinkID(UInt32.random(in: 1...3, using: &numbers))
        let services = bench.server.services(of: session)
        let number = UInt64.random(in: 1...5, using: &numbers)
        let value = services.randomElement(using: &numbers)?.characteristics[0].identifier ?? Self.value(1)
        let handle = bench.server.characteristics.keys.sorted().randomElement(using: &numbers) ?? 3
        let id = GATT.RequestID(UInt64(step))
        switch Int.random(in: 0..<18, using: &numbers) {
        case 0: if bench.server.managers.count < 3 { bench.server.open(SessionID(UInt32(100 + step))) }
        case 1, 2:
            let included = services.randomElement(using: &numbers).map { [$0.identifier.rawValue / 10] }
            let number = number + UInt64(session.rawValue) * 10
            bench.server.add(
                Self.service(number, includes: included ?? []), for: session, into: &bench.effects)
        case 3, 4: bench.answerAddition()
        case 5:
            _ = bench.server.remove(
                AttributeIdentifier(rawValue: value.rawValue - 1), of: session, into: &bench.effects)
        case 6, 7:
            if !bench.server.clients.contains(where: { $0.link == link }) {
                bench.server.linkBegan(link, Self.central(link))
            }
        case 8, 9, 10:
            let subscription: GATT.Subscription = number > 1 ? .notifications : []
            bench.server.subscriptionChanged(link, handle, subscription, into: &bench.effects)
        case 11, 12: _ = bench.server.update(Self.update(value), by: session, into: &bench.effects)
        case 13:
            _ = bench.take()
            guard !bench.sending.isEmpty else { return }
            let (link, token) = bench.sending.removeFirst()
            bench.server.updateSent(link, token, into: &bench.effects)
        case 14:
            let request = GATT.ReadRequest(id: id, link: link, handle: handle, offset: 0)
            bench.server.read(request, isServed: number > 1, at: .zero, into: &bench.effects)
        case 15:
            let pending = bench.server.requests.pending.keys.sorted().randomElement(using: &numbers) ?? 0
            _ = bench.server.respond(
                RequestIdentifier(rawValue: pending), 0, nil, by: session, at: .zero, into: &bench.effects)
        case 16: bench.server.linkEnded(link, at: .zero, into: &bench.effects)
        default:
            switch number {
            case 1: bench.server.close(session, into: &bench.effects)
            case 2: bench.server.preserve(session, as: SessionID(UInt32(1000 + step)), into: &bench.effects)
            case 3:
                bench.server.radioEnded(isCleared: step % 2 == 0, into: &bench.effects)
                bench.sending = []
            default: bench.server.endWork(of: session, into: &bench.effects)
            }
        }
    }

    @Test("Whatever comes in any order, no rule of the server is broken", arguments: 0..<20 as Range<UInt64>)
    func anyOrder(_ seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var bench = Bench()
        var (published, updates) = (0, 0)
        for step in 0..<1_000 {
            Self.step(&bench, &numbers, step)
            published = max(published, bench.server.characteristics.count)
            updates = max(updates, bench.server.managers.map(\.updatesInFlight).max() ?? 0)
            let broken = bench.server.brokenRule
            #expect(broken == nil, "seed \(seed), step \(step)")
            if broken != nil { return }
        }
        #expect(published > 1 && updates > 0, "some of it does something")
    }
}
