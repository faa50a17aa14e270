import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// What outlives links, and what managers find on the next one, without a phone.
@Suite struct AttributeKeepingTests {
    private typealias Client = ClientBench

    private static func remembered(_ serviceChanged: ATT.Handle) -> RememberedAttributes {
        RememberedAttributes(database: AttributeDatabase(), serviceChanged: serviceChanged)
    }

    @Test("Behaviour 4.10: beyond the limit the database that was kept longest is forgotten")
    func limit() {
        var cache = AttributeCache(limit: 2)
        for peer in 1...3 { cache.remember(Self.remembered(UInt16(peer)), of: peer) }
        #expect(cache.remembered == [2, 3])
        cache.remember(Self.remembered(9), of: 2)
        cache.remember(Self.remembered(4), of: 4)
        #expect(cache.remembered == [2, 4])
        #expect(cache.recall(2)?.serviceChanged == 9)
        #expect(cache.recall(2) == nil, "the link uses it now")
        #expect(AttributeCache(limit: 0).brokenRule == nil)
    }

    @Test("No order of inputs breaks a rule of the cache, and a recalled database is the one kept last")
    func anyOrder() {
        for seed in 1...20 {
            var draw = SeededNumbers(seed: UInt64(seed))
            var cache = AttributeCache(limit: 4)
            var last: [Int: ATT.Handle] = [:]
            for step in 0..<500 {
                let peer = draw.below(8)
                switch draw.below(8) {
                case 0, 1, 2:
                    last[peer] = UInt16(step + 1)
                    cache.remember(Self.remembered(UInt16(step + 1)), of: peer)
                case 3:
                    if let found = cache.recall(peer) { #expect(found.serviceChanged == last[peer]) }
                    #expect(!cache.remembered.contains(peer))
                case 4: cache.keep(ClientBench.discovered().client.attributes.kept, of: peer)
                case 5:
                    let isKept = cache.reconnecting.contains(peer)
                    #expect((cache.takeKept(peer) != nil) == isKept)
                case 6: cache.clear(peer)
                default: if draw.below(20) == 0 { cache.forgetAll() } else { cache.remove(peer) }
                }
                if let rule = cache.brokenRule { Issue.record("seed \(seed), step \(step): \(rule)") }
            }
        }
    }

    @Test(
        "Behaviour 3.19: after an automatic reconnection, apps continue with their objects, and discover anew"
    )
    func reconnected() {
        var cache = AttributeCache(limit: 2)
        let lost = Client.discovered()
        cache.keep(lost.client.attributes.kept, of: 1)
        cache.preserve(Client.manager, as: SessionID(9))
        var client = LinkClient(Host.LinkID(8), Client.peer, LinkClient.Rules(.plain))
        if let kept = cache.takeKept(1) { client.resume(kept) }
        #expect(cache.reconnecting.isEmpty)
        #expect(client.attributes.characteristic(Client.name(15)) == 15)
        #expect(client.attributes.view(of: SessionID(9))?.services == [10, 30])
        #expect(client.attributes.view(of: Client.manager) == nil)
        #expect(client.attributes.database.missing([]) == [], "the peer is asked again")
        client.attach(SessionID(9), keepsDiscoveries: true)
        #expect(client.attributes.discoveries(of: SessionID(9))?.count == 2)
        client.attach(SessionID(9), keepsDiscoveries: false)
        #expect(client.attributes.discoveries(of: SessionID(9)) == nil)
    }

    @Test("Behaviour 4.7: a remembered database answers a discovery, with what is known below new services")
    func recalled() {
        var bench = ClientBench()
        guard let kept = Client.discovered().client.remembered(isBonded: false, limit: 100) else {
            Issue.record("nothing was kept")
            return
        }
        bench.client.recall(kept, isBonded: false)
        bench.send(.discoverServices(Client.peer, nil))
        #expect(bench.takeProcedures().isEmpty)
        let events = bench.takeEvents()
        guard events.count == 2, case .attributesKnown(_, let known) = events[0],
            case .servicesDiscovered(_, let services, nil) = events[1]
        else {
            Issue.record("\(events)")
            return
        }
        #expect(known.map(\.characteristics?.count) == [3] && services.count == 2)
    }
}
