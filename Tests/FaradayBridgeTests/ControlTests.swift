import BluetoothPort
import FaradayBridge
import Foundation
import Testing

/// Steps for other processes: here both ends are in this one.
@Suite struct ControlTests {
    @Test func aStepHasBeenPerformedWhenTheCallReturns() throws {
        let world = World(seed: 1)
        let device = world.add(.blinky(), at: .meters(1))
        let steps = Steps()
        steps.add("walk away") { device.move(to: .outOfRange) }
        let told = Lock<[String]>([])
        let server = try ControlServer(steps, port: 0) { name in told.withLock { $0.append(name) } }
        defer { server.stop() }
        try RemoteControl(port: server.port).perform("walk away")
        #expect(world.position(of: device.id) == .outOfRange)
        #expect(told.withLock { $0 } == ["walk away"])
    }

    @Test func aStepThatNobodyAddedIsRefusedWithTheNamesOfAll() throws {
        let steps = Steps()
        let server = try ControlServer(steps, port: 0)
        defer { server.stop() }
        let remote = RemoteControl(port: server.port)
        #expect(throws: RemoteControl.Failure.refused("there is no step 'jump'; there are none")) {
            try remote.perform("jump")
        }
        steps.add("sit") {}
        steps.add("roll over") {}
        #expect(throws: RemoteControl.Failure.refused("there is no step 'jump'; there are: sit, roll over")) {
            try remote.perform("jump")
        }
    }

    @Test func whereNobodyListensTheFailureSaysSo() throws {
        let remote = try RemoteControl()
        let failure = #expect(throws: RemoteControl.Failure.self) { try remote.perform("sit", patience: 0) }
        let text = "\(try #require(failure))"
        #expect(text.hasPrefix("no program accepts steps on port \(remote.port) of this machine: "))
    }

    /// Three bad clients (one that sends nothing, one that leaves, one that sends too much) block no other
    /// client.
    @Test func clientsThatMisbehaveHarmNobody() throws {
        let steps = Steps()
        let count = Lock(0)
        steps.add("count") { count.withLock { $0 += 1 } }
        let server = try ControlServer(steps, port: 0)
        defer { server.stop() }
        let endpoint = HCIEndpoint.tcp(host: "127.0.0.1", port: server.port)
        try HCIConnection(endpoint).close()
        let chatter = try HCIConnection(endpoint)
        _ = try chatter.writeAvailable([UInt8](repeating: 0x61, count: 5000))
        let silent = try HCIConnection(endpoint)
        try RemoteControl(port: server.port).perform("count", patience: 600)
        #expect(count.withLock { $0 } == 1)
        chatter.close()
        silent.close()
    }

    @Test func aServerThatIsLetGoOfListensNoMore() throws {
        var server: ControlServer? = try ControlServer(Steps(), port: 0)
        let port = try #require(server?.port)
        server = nil
        // Its thread closes the port when it wakes.
        while (try? HCIConnection(.tcp(host: "127.0.0.1", port: port))) != nil {}
        let again = try ControlServer(Steps(), port: port)
        again.stop()
    }

    @Test func aScenarioIsLaunchedByNameAndOnlyByName() throws {
        let scenarios = [Scenario("one") { _ in }]
        #expect(try Scenario.launch(from: scenarios, environment: [:]) == nil)
        #expect(throws: Scenario.LaunchError.unknown("two", known: ["one"])) {
            try Scenario.launch(from: scenarios, environment: ["FARADAY_SCENARIO": "two"])
        }
        #expect(throws: Scenario.LaunchError.badPort("0")) {
            try Scenario.launch(
                from: scenarios, environment: ["FARADAY_SCENARIO": "one", "FARADAY_CONTROL": "0"])
        }
    }
}
