import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Notifications, indications and subscriptions, and what a changing database means for a link.
@Suite struct UpdateTests {
    static let link = AttributeFixture.link

    static func updated(_ token: UInt64, _ result: Result<Bool, ATT.Failure>) -> AttributeBearer.Action {
        .event(.updateSent(link, .init(token), result))
    }

    @Test("a client that did not subscribe gets no updates; a value without updates gives an error")
    func unwantedUpdates() {
        var fixture = AttributeFixture()
        #expect(fixture.update(16, [1], .notification) == [Self.updated(1, .success(false))])
        #expect(
            fixture.update(16, [1], .indication)
                == [Self.updated(1, .failure(.error(.requestNotSupported)))])
        #expect(
            fixture.update(40, [1], .notification) == [Self.updated(1, .failure(.error(.invalidHandle)))])
        #expect(fixture.update(8, [1], .indication) == [Self.updated(1, .success(false))])
    }

    @Test("a subscription is reported once, and once when it ends; the link's end ends it too")
    func subscriptions() {
        var fixture = AttributeFixture()
        let on = Host.Event.subscriptionChanged(Self.link, 16, .notifications)
        let off = Host.Event.subscriptionChanged(Self.link, 16, [])
        #expect(fixture.receive("1211000100") == [.send("13"), .event(on)])
        #expect(fixture.receive("1211000100") == [.send("13")])
        #expect(fixture.receive("0A1100") == [.send("0B0100")])
        #expect(fixture.receive("1211000000") == [.send("13"), .event(off)])
        #expect(fixture.receive("1211000000") == [.send("13")])
        _ = fixture.receive("1211000100")
        _ = fixture.receive("1209000200")
        #expect(fixture.loseLink() == [.event(off)])
        let next = Host.LinkID(8)
        fixture.server.linkOpened(next)
        #expect(fixture.server.subscription(of: next, to: 16) == [])
    }

    @Test("notifications are sent at once, cut to MTU - 3, and are reported when sent")
    func notifications() {
        var fixture = AttributeFixture()
        _ = fixture.receive("1211000100")
        let value = Array(UInt8(0)..<30)
        let tag = Host.SendTag(kind: .notification, token: .init(5))
        #expect(
            fixture.update(16, value, .notification, token: 5)
                == [.send([0x1B, 16, 0] + value.prefix(20), tag: tag)])
        var actions: [AttributeBearer.Action] = []
        fixture.bearer.sent(tag, into: &actions)
        #expect(actions == [Self.updated(5, .success(true))])
        _ = fixture.update(16, value, .notification, token: 6)
        #expect(
            fixture.loseLink() == [
                Self.updated(6, .failure(.linkLost)),
                .event(.subscriptionChanged(Self.link, 16, [])),
            ])
    }

    @Test("one indication is in flight; the next one is sent when it is confirmed")
    func indications() {
        var fixture = AttributeFixture()
        _ = fixture.receive("1221000300")
        #expect(fixture.update(32, [1], .indication, token: 1) == [.send("1D200001")])
        #expect(fixture.update(32, [2], .indication, token: 2) == [])
        #expect(fixture.update(32, [3], .notification, token: 3).count == 1)
        #expect(fixture.bearer.nextDeadline == .zero + .seconds(30))
        _ = fixture.advance(.seconds(1))
        #expect(fixture.receive("1E") == [Self.updated(1, .success(true)), .send("1D200002")])
        #expect(fixture.bearer.nextDeadline == .zero + .seconds(31))
        #expect(fixture.update(32, [4], .indication, token: 4) == [])
        _ = fixture.receive("1221000100")
        #expect(fixture.receive("1E") == [Self.updated(2, .success(true)), Self.updated(4, .success(false))])
        #expect(fixture.bearer.nextDeadline == nil)
    }

    @Test("30 s without a confirmation end the bearer")
    func indicationTimeout() {
        var fixture = AttributeFixture()
        _ = fixture.receive("1221000200")
        _ = fixture.update(32, [1], .indication, token: 1)
        _ = fixture.update(32, [2], .indication, token: 2)
        #expect(
            fixture.advance(.seconds(30)) == [
                Self.updated(1, .failure(.timeout)), Self.updated(2, .failure(.timeout)),
                .failLink(.remoteUserTerminatedConnection),
            ])
        #expect(fixture.loseLink() == [.event(.subscriptionChanged(Self.link, 32, []))])
    }

    @Test("a link's end ends everything on it once")
    func linkLost() {
        var fixture = AttributeFixture()
        _ = fixture.receive("1221000200")
        _ = fixture.perform(.read(3), token: 1)
        _ = fixture.perform(.read(3), token: 2)
        _ = fixture.update(32, [1], .indication, token: 3)
        _ = fixture.update(32, [1], .indication, token: 4)
        var ignored: [AttributeBearer.Action] = []
        fixture.bearer.writeWithoutResponse([1], to: 3, token: .init(5), into: &ignored)
        _ = fixture.receive("0A1C00")
        _ = fixture.receive("1619000000A0")
        #expect(
            fixture.loseLink() == [
                BearerTests.ended(1, .failed(.linkLost)), BearerTests.ended(2, .failed(.linkLost)),
                Self.updated(3, .failure(.linkLost)), Self.updated(4, .failure(.linkLost)),
                .event(.commandSent(Self.link, .init(5))),
                .event(.subscriptionChanged(Self.link, 32, [])),
            ])
        #expect(fixture.loseLink() == [])
        #expect(fixture.respond(.init(link: Self.link, number: 1), .success([])) == [])
        #expect(fixture.server.clients.isEmpty)
    }

    // MARK: A changing database

    @Test("a change is indicated to clients that asked for it, several waiting ones as one")
    func databaseChanges() throws {
        var fixture = AttributeFixture()
        #expect(fixture.server.clientsToTellOfChange == [])
        #expect(fixture.tellChange(40, 42) == [])
        #expect(fixture.receive("1209000200") == [.send("13")])
        #expect(fixture.server.clientsToTellOfChange == [Self.link])
        let added = try fixture.server.add(DatabaseTests.simple(0x1000)).range
        #expect(fixture.tellChange(added.first, added.last) == [.send("1D080025002700")])
        _ = try fixture.server.remove(22)
        #expect(fixture.tellChange(22, 33) == [])
        _ = try fixture.server.remove(34)
        #expect(fixture.tellChange(34, 36) == [])
        #expect(fixture.receive("1E") == [.send("1D080016002400")])
        #expect(fixture.server.clients[0].awareness == .unaware)
        #expect(fixture.receive("1E") == [])
        #expect(fixture.server.clients[0].awareness == .aware)
    }

    @Test("changes of a link before its client subscribes are indicated when it does, once")
    func missedChanges() throws {
        var fixture = AttributeFixture()
        let added = try fixture.server.add(DatabaseTests.simple(0x1000)).range
        fixture.server.keepChange(added)
        _ = try fixture.server.remove(14)
        fixture.server.keepChange(ATT.HandleRange(first: 14, last: 21))
        #expect(fixture.receive("1211000100").first?.pdu?.first == 0x01)
        #expect(fixture.receive("1209000200") == [.send("13"), .send("1D08000E001500")])
        #expect(fixture.receive("1E") == [.send("1D080025002700")])
        #expect(fixture.receive("1E") == [])
        #expect(fixture.server.clients[0].awareness == .aware)
        #expect(fixture.receive("1209000000") == [.send("13")])
        #expect(fixture.receive("1209000200") == [.send("13")])
    }

    @Test("missed changes are limited: many of them are indicated as one")
    func manyMissedChanges() {
        var fixture = AttributeFixture()
        for handle: ATT.Handle in stride(from: 14, through: 36, by: 2) {
            fixture.server.keepChange(ATT.HandleRange(first: handle, last: handle))
        }
        let kept = fixture.server.clients[0].missedChanges
        #expect(kept.count <= ClientRecord.missedChangesLimit)
        #expect(kept.first?.first == 14)
        #expect(kept.last?.last == 36)
    }

    @Test("neither of two changes covers the unchanged attributes between them")
    func separateChanges() throws {
        var fixture = AttributeFixture()
        _ = fixture.receive("1209000200")
        _ = try fixture.server.add(DatabaseTests.simple(0x1000))
        #expect(fixture.tellChange(37, 39) == [.send("1D080025002700")])
        _ = try fixture.server.remove(22)
        #expect(fixture.tellChange(22, 33) == [])
        _ = try fixture.server.add(DatabaseTests.simple(0x1001))
        #expect(fixture.tellChange(40, 42) == [])
        #expect(fixture.receive("1E") == [.send("1D080016002100")])
        #expect(fixture.receive("1E") == [.send("1D080028002A00")])
        #expect(fixture.server.clients[0].awareness == .unaware)
        #expect(fixture.receive("1E") == [])
        #expect(fixture.server.clients[0].awareness == .aware)
    }

    @Test("for a client that confirms nothing few indications wait, and they cover all changes")
    func manyChanges() throws {
        var fixture = AttributeFixture()
        _ = fixture.receive("1209000200")
        var changed: Set<ATT.Handle> = []
        for number: UInt16 in 0..<40 {
            let range = try fixture.server.add(DatabaseTests.simple(0x1000 + number)).range
            guard number % 2 == 0 else { continue }
            changed.formUnion(range.first...range.last)
            _ = fixture.tellChange(range.first, range.last)
        }
        #expect(fixture.bearer.updates.waiting.count == 8)
        changed.subtract(37...39)
        for waiting in fixture.bearer.updates.waiting {
            let bytes = waiting.value.map(UInt16.init)
            changed.subtract((bytes[0] | bytes[1] << 8)...(bytes[2] | bytes[3] << 8))
        }
        #expect(changed == [])
    }

    @Test("a caching client gets one out-of-sync error, and is then served")
    func outOfSync() throws {
        var fixture = AttributeFixture()
        _ = fixture.receive("1211000100")
        _ = fixture.receive("120B0001")
        _ = try fixture.server.add(DatabaseTests.simple(0x1000))
        #expect(fixture.update(16, [1], .notification) == [Self.updated(1, .success(false))])
        #expect(fixture.receive("52190055") == [])
        #expect(fixture.receive("0A1900") == [.send("010A000012")])
        #expect(fixture.receive("0A0300") == [.send("0B466978")])
        #expect(fixture.update(16, [1], .notification).first?.pdu != nil)
    }

    @Test("a caching client that reads the hash is in sync with its next request")
    func hashRead() throws {
        var fixture = AttributeFixture()
        _ = fixture.receive("120B0001")
        _ = try fixture.server.add(DatabaseTests.simple(0x1000))
        let hash: [UInt8] = DatabaseHash.hash(of: fixture.server.attributes).reversed()
        #expect(fixture.receive("080100FFFF2A2B") == [.send([0x09, 18, 13, 0] + hash, tag: nil)])
        #expect(fixture.receive("0A0300") == [.send("0B466978")])
        _ = try fixture.server.add(DatabaseTests.simple(0x1001))
        #expect(fixture.receive("080E00FFFF2A2B") == [.send("0108000012")])
    }

    @Test("a removed service ends its subscriptions")
    func removedSubscriptions() throws {
        var fixture = AttributeFixture()
        _ = fixture.receive("1211000100")
        _ = try fixture.server.remove(14)
        #expect(fixture.server.clients[0].subscriptions == [])
        #expect(
            fixture.update(16, [1], .notification) == [Self.updated(1, .failure(.error(.invalidHandle)))])
    }
}
