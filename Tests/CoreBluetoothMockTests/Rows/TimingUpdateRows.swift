import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// When subscriptions, values and services change, by the page for those who move over.
@Suite struct TimingUpdateRows {
    private func subscribed(_ link: RowLink) async throws {
        _ = try await link.time { link.app.subscribe(link.board.button) }
        #expect(link.app.lines.last == "notify 1524")
        try await World.current.run(for: .seconds(5))
    }

    @Test("With the line: setNotifyValue without a change", .simulated(seed: 1), .coreBluetooth)
    func sameSubscription() async throws {
        let link = try await RowLink(proximity: .near)
        try await subscribed(link)
        // Nothing reaches the peripheral, and nothing has to.
        link.spec.simulateProximityChange(.outOfRange)
        let time = try await link.time { link.app.subscribe(link.board.button) }
        #expect(time < .milliseconds(10))
        #expect(link.app.lines == ["connected", "notify 1524", "notify 1524"] && link.app.errors.isEmpty)
    }

    @Test("With the line: a notification", .simulated(seed: 2), .coreBluetooth)
    func notification() async throws {
        let link = try await RowLink()
        try await subscribed(link)
        let times = try await link.times { link.spec.simulateValueUpdate(Data([9]), for: link.board.button) }
        #expect(times.allSatisfy { $0 > .zero && $0 <= link.interval + RowLink.air })
        #expect(link.app.values == [Data?](repeating: Data([9]), count: times.count))
    }

    /// As on a device, which has buffers for 256 values, and the few that its controller has.
    @Test("With the line: 10,000 value updates in one turn", .simulated(seed: 12), .coreBluetooth)
    func updates() async throws {
        let link = try await RowLink()
        try await subscribed(link)
        for number in 0..<10_000 {
            link.spec.simulateValueUpdate(Data([UInt8(number % 256)]), for: link.board.button)
        }
        try await World.current.run(for: .minutes(10))
        let values = link.app.values
        #expect(values.count >= 256 && values.count < 300)
        #expect(values == (0..<values.count).map { Data([UInt8($0 % 256)]) })
        #expect(link.peripheral.state == .connected)
        // There is room again.
        link.spec.simulateValueUpdate(Data([7]), for: link.board.button)
        try await World.current.run(for: .minutes(1))
        #expect(Array(link.app.values.dropFirst(values.count)) == [Data([7])])
    }

    /// When the update is made: right after the request, or when the peripheral is asked.
    enum Moment: CaseIterable { case afterTheCall, inTheHandler }

    @Test(
        "With the line: a value update while an answer is owed", .simulated(seed: 3), .coreBluetooth,
        arguments: Moment.allCases)
    func updateBeforeAnswer(moment: Moment) async throws {
        let link = try await RowLink()
        try await subscribed(link)
        func update() { link.spec.simulateValueUpdate(Data([9]), for: link.board.button) }
        if moment == .inTheHandler { link.board.beforeAnswer = update }
        link.app.read(link.board.led)
        if moment == .afterTheCall { update() }
        let time = try await elapsed(until: { link.app.values.count == 2 })
        #expect(link.app.values == [Data([9]), Data([1])])
        #expect(link.exchanges(1).contains(time))
    }

    @Test("With the line: a service change", .simulated(seed: 4), .coreBluetooth)
    func services() async throws {
        let link = try await RowLink()
        let new = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)
        var count = link.app.lines.count
        for number in 1...4 {
            let services = number % 2 == 1 ? [link.board.service, new] : [link.board.service]
            link.spec.simulateServiceChange(newName: "Name \(number)", newServices: services)
            #expect(link.app.lines.count == count)
            let change = try await elapsed(until: { link.app.lines.count == count + 1 })
            #expect(link.app.lines.last?.hasPrefix("modified") == true)
            #expect(change > .zero && change <= link.interval + RowLink.air)
            let name = try await elapsed(until: { link.app.lines.count == count + 2 })
            #expect(link.app.lines.last == "name Name \(number)")
            #expect(name > .zero && name <= link.interval * 8, "what the phone reads again")
            count += 2
            try await World.current.run(for: .milliseconds(5000 + number * 250))
        }
    }

    @Test(
        "With the line: a service change right after connecting", .simulated(seed: 5), .coreBluetooth,
        arguments: [0, 40])
    func earlyServices(reads: Int) async throws {
        let board = TestBoard()
        let spec = board.spec()
        let app = try await CentralApp.ready(with: spec)
        for _ in 0..<reads { app.read(board.led) }
        let new = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)
        spec.simulateServiceChange(newName: nil, newServices: [board.service, new])
        let time = try await elapsed(until: { app.lines.last == "modified []" })
        #expect(time > .milliseconds(45), "more than the change itself takes")
        #expect(app.values.count == reads, "what the app asks goes first")
    }
}
