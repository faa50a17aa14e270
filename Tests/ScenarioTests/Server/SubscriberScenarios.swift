import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// One phone's app and the centrals that subscribed to it.
@Suite struct SubscriberScenarios {
    /// A publisher with two values, and one client on each of three systems. The clients subscribe to FF01 one after
    /// the other, the last one also to FF02.
    private func company() async throws -> (Publisher, [Client]) {
        let (publisher, clients, _) = try await companyAndPhones()
        return (publisher, clients)
    }

    private func companyAndPhones() async throws -> (Publisher, [Client], [Phone]) {
        let world = World.current
        let publisher = world.addPhone(name: "server").run {
            Publisher(
                CBMutableCharacteristic("FF01", [.read, .notify]),
                CBMutableCharacteristic("FF02", [.read, .indicate]))
        }
        var clients: [Client] = []
        var phones: [Phone] = []
        for (index, version) in [7, 9, 18].enumerated() {
            let phone = world.addPhone(.iOS(version), name: "iOS \(version)", at: .meters(2 + Double(index)))
            let client = phone.run { Client() }
            try await world.run(until: { client.isReady })
            client.subscribe("FF01")
            if index == 2 { client.subscribe("FF02") }
            try await world.run(until: { client.lines.count == (index == 2 ? 2 : 1) })
            client.lines = []
            clients.append(client)
            phones.append(phone)
        }
        publisher.lines = []
        return (publisher, clients, phones)
    }

    private func settle() async throws { try await World.current.run(for: .seconds(2)) }

    @Test(
        "Behaviour 6.15, 6.16, 6.18: each central has its own length; a longer update is cut for each, and reported",
        .simulated(seed: 611, misuse: .record))
    func lengths() async throws {
        let world = World.current
        let (publisher, clients) = try await company()
        let level = publisher.characteristic("FF01")
        #expect(publisher.centrals.map(\.maximumUpdateValueLength) == [20, 155, 182])
        #expect(level.subscribedCentrals == publisher.centrals)
        #expect(publisher.characteristic("FF02").subscribedCentrals == [publisher.centrals[2]])
        publisher.update("FF01", [UInt8](repeating: 1, count: 182))
        try await settle()
        #expect(clients.map { $0.values["FF01"]?.map(\.count) } == [[20], [155], [182]])
        #expect(world.misuses.map(\.misuse.kind) == [.truncatedUpdate])
    }

    @Test(
        "Behaviour 6.19; regression 78: only the named centrals get a value; centrals without subscription get none",
        .simulated(seed: 612))
    func namedCentrals() async throws {
        let (publisher, clients) = try await company()
        publisher.update("FF01", [1], to: [publisher.centrals[1]])
        publisher.update("FF01", [2], to: [])
        publisher.update("FF02", [3], to: [publisher.centrals[0], publisher.centrals[2]])
        publisher.update("FF01", [4])
        clients[0].subscribe("FF01", false)
        try await settle()
        publisher.update("FF01", [5])
        try await settle()
        #expect(clients[0].lines == ["FF01 = [4]", "FF01 notifying false"])
        #expect(clients[1].lines == ["FF01 = [1]", "FF01 = [4]", "FF01 = [5]"])
        #expect(Set(clients[2].lines) == ["FF01 = [4]", "FF02 = [3]", "FF01 = [5]"])
        #expect(publisher.lines == ["-FF01"])
    }

    @Test(
        "Behaviour 6.19; regression 87, 88: a full queue refuses values, ready follows each time, all centrals get all values in order",
        .simulated(seed: 613))
    func flood() async throws {
        let (publisher, clients) = try await company()
        let count = 100
        var next = 0
        var refusals = 0
        var isDone: Bool { next == count }
        func send() {
            while next < count {
                guard publisher.update("FF01", [UInt8(next)]) else {
                    refusals += 1
                    return
                }
                next += 1
            }
        }
        publisher.onReady = send
        send()
        #expect(refusals == 1)
        try await World.current.run(until: { isDone && clients.allSatisfy { $0.lines.count == count } })
        let expected = (0..<count).map { Data([UInt8($0)]) }
        for client in clients { #expect(client.values["FF01"] == expected) }
        #expect(refusals > 5)
    }

    @Test("Behaviour 6.20: reads do not return updated values", .simulated(seed: 614))
    func readsAreTheApps() async throws {
        let (publisher, clients) = try await company()
        publisher.values["FF01"] = Data([9])
        publisher.update("FF01", [1])
        try await settle()
        clients[0].read("FF01")
        try await settle()
        #expect(clients[0].lines == ["FF01 = [1]", "FF01 = [9]"])
    }

    @Test(
        "Behaviour 6.14, 6.15, 6.16: a lost central ends each of its subscriptions, and nothing else",
        .simulated(seed: 615))
    func loss() async throws {
        let (publisher, clients, phones) = try await companyAndPhones()
        clients[0].letGo()
        try await settle()
        #expect(publisher.lines == ["-FF01"])
        #expect(publisher.characteristic("FF01").subscribedCentrals == Array(publisher.centrals.dropFirst()))
        publisher.lines = []
        phones[2].move(to: .outOfRange)
        try await settle()
        #expect(clients[2].lines == ["lost CB 6"])
        #expect(Set(publisher.lines) == ["-FF01", "-FF02"] && publisher.lines.count == 2)
        #expect(publisher.characteristic("FF02").subscribedCentrals == [])
        publisher.lines = []
        #expect(publisher.update("FF02", [1]), "there is no subscriber left")
    }

    @Test(
        "Behaviour 6.13: power off is reported only as a state; services come back with the radio, subscribers do not",
        .simulated(seed: 616))
    func powerOff() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let publisher = phone.run { Publisher(CBMutableCharacteristic("FF01", [.read, .notify])) }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        client.subscribe("FF01")
        try await world.run(until: { client.lines.count == 1 })
        publisher.lines = []
        phone.setBluetooth(false)
        try await settle()
        #expect(publisher.lines == ["state 4"])
        #expect(publisher.manager.isAdvertising, "paused")
        #expect(publisher.characteristic("FF01").subscribedCentrals == [])
        phone.setBluetooth(true)
        try await settle()
        #expect(publisher.lines == ["state 4", "state 5"])
        client.search()
        try await world.run(until: { client.isReady })
        #expect(client.characteristic("FF01").service?.uuid == CBUUID(string: "FF00"))
        #expect(publisher.update("FF01", [1]))

        publisher.lines = []
        client.letGo()
        phone.restartBluetooth()
        try await settle()
        #expect(publisher.lines == ["state 1", "state 5"])
        #expect(!publisher.manager.isAdvertising)
        #expect(publisher.characteristic("FF01").subscribedCentrals == nil)
        publisher.addAll()
        client.search()
        try await world.run(until: { client.isReady })
        #expect(publisher.lines.suffix(2) == ["added FF00", "advertising"])
    }
}
