import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import Foundation
import Testing

@testable import FaradayBridge

/// A world beside its page: `inspect`, `pause`, commands.
@Suite struct InspectTests {
    /// A phone's app that finds the strap, and a strap that walks away: the trace of it.
    private static func trace(of world: World, isInspected: Bool) throws -> String {
        world.startTrace(capacity: 1_000_000)
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone(.iOS(18))
        let scanner = phone.run { Scanner() }
        var reader: RawBrowser?
        if isInspected {
            reader = try RawBrowser(try world.startInspection(title: "test").address)
            try reader?.ask("GET", "feed")
        }
        try world.run(until: { scanner.isConnected })
        strap.move(to: .outOfRange)
        try world.run(for: .seconds(30))
        _ = try reader?.hear("out of range")
        return world.traceJSONLines()
    }

    @Test("Inspecting changes no byte of a world's trace")
    func changesNothing() throws {
        let plain = try Self.trace(of: World(seed: 7), isInspected: false)
        let inspected = try Self.trace(of: World(seed: 7), isInspected: true)
        #expect(plain == inspected)
        #expect(plain.split(separator: "\n").count > 100)
    }

    @Test("An inspected world has one server, and another after it was stopped")
    func one() throws {
        let world = World()
        let inspection = try world.inspect()
        #expect(try world.inspect() === inspection)
        #expect(try RawBrowser(inspection.address).token.count == 32)
        inspection.stop()
        #expect(throws: LiveError.self) { try RawBrowser(inspection.address) }
        #expect(try world.inspect().address != inspection.address)
    }

    @Test("A world that is shown again says that it goes on")
    func shownAgain() throws {
        let world = World()
        let inspection = try world.startInspection(title: "")
        let first = try RawBrowser(inspection.address)
        try first.ask("GET", "feed")
        _ = try first.hear("\"paused\":")
        inspection.stop()
        let second = try RawBrowser(try world.inspect().address)
        try second.ask("GET", "feed")
        _ = try second.hear("\"ended\":true")
        let later = try second.hear("\"paused\":false,\"pace\":null}")
        #expect(!later.contains("ended"))
    }

    @Test("A reader hears when it has the past, of a speed that the program sets, and of the world's end")
    func isToldTheState() throws {
        var world: World? = World(seed: 1)
        let reader = try RawBrowser(try #require(world).startInspection(title: "").address)
        try reader.ask("GET", "feed")
        let past = try reader.hear("{\"type\":\"present\"}")
        #expect(past.contains("\"pace\":null"))
        world?.pace(speed: 3)
        #expect(try reader.hear("\"pace\":3.0").contains("\"paused\":false"))
        world?.stopPacing()
        _ = try reader.hear("\"pace\":null")
        world = nil
        #expect(try reader.hearAll().contains("\"ended\":true"))
    }

    @Test("A capture that ends leaves the trace to the page")
    func captureEnds() throws {
        let world = World()
        _ = try world.startInspection(title: "")
        let pipe = Pipe()
        CaptureFile(writingTo: pipe.fileHandleForWriting, name: "a pipe", of: world).close()
        #expect(world.isTraced)
        let (other, second) = (World(), Pipe())
        CaptureFile(writingTo: second.fileHandleForWriting, name: "a pipe", of: other).close()
        #expect(!other.isTraced)
        withExtendedLifetime((pipe, second)) {}
    }

    @Test("The server does not keep its world alive, and ends with it")
    func ends() throws {
        var world: World? = World()
        weak let left = world
        let reader = try RawBrowser(try #require(world).startInspection(title: "").address)
        try reader.ask("GET", "feed")
        _ = try reader.hear("trace")
        world = nil
        _ = try reader.hearAll()
        #expect(left == nil)
    }

    @Test("The page's commands act on the world, and are answered in JSON")
    func tells() throws {
        let world = World()
        let lamp = world.add(.blinky(name: "My \"lamp\""), at: .meters(1))
        let browser = try RawBrowser(try world.startInspection(title: "").address)
        try browser.ask("POST", "tell", body: "device \"My \\\"lamp\\\"\" move 5m")
        #expect(
            try browser.answer().body
                == "{\"ok\":true,\"text\":\"My \\\"lamp\\\" is at 5 m\",\"swift\":\"myLamp.move(to: .meters(5))\"}"
        )
        #expect(world.position(of: lamp.id) == .meters(5))
        try browser.ask("POST", "tell", body: "device x off")
        #expect(
            try browser.answer().body
                == "{\"ok\":false,\"text\":\"there is no device 'x'; there are: \\\"My \\\\\\\"lamp\\\\\\\"\\\"\"}"
        )
        try browser.ask("POST", "tell", body: "\u{FFFD}\u{0}")
        #expect(try browser.answer().body.hasPrefix("{\"ok\":false,"))
    }

    @Test("A test that waits in pause runs its world as told, and continues when told")
    func pauses() async throws {
        let world = World(seed: 1)
        let desk = WorldDesk.of(world)
        // Until the test waits, there is nobody to tell.
        let orders = Thread {
            var left = ["run 1s", "run 250ms", "continue"][...]
            while let command = left.first {
                if case .success = desk.tell(command) { left.removeFirst() }
            }
        }
        orders.start()
        await world.pause()
        #expect(world.now == .zero + .milliseconds(1250))
    }

    @Test("A paced world stands still while a test waits, and goes on afterwards")
    func pausesPacedWorlds() throws {
        let world = World(seed: 1)
        world.pace(speed: 100)
        let desk = WorldDesk.of(world)
        let seen = Lock<(World.Instant, World.Instant)?>(nil)
        let thread = Thread {
            while world.paceSpeed != 0 { Thread.sleep(forTimeInterval: 0) }
            let first = world.now
            for _ in 0..<1000 { _ = world.now }
            seen.withLock { $0 = (first, world.now) }
            while case .failure = desk.tell("continue") {}
        }
        thread.start()
        world.pause()
        let (first, last) = try #require(seen.withLock { $0 })
        #expect(first == last)
        #expect(world.paceSpeed == 100)
        world.stopPacing()
    }

    @Test("Who follows the clock is held, let go, run for a time and paced; who does not says so")
    func clocks() throws {
        let world = World(seed: 1)
        let desk = WorldDesk.of(world)
        func told(_ line: String) -> String {
            switch desk.tell(line) {
            case .success(let answer): answer.text
            case .failure(let problem): "no: \(problem)"
            }
        }
        let unpaced = "no: the world does not follow the clock: a test runs it, and can wait in world.pause()"
        for line in ["pause", "resume", "run 1s", "pace 2"] { #expect(told(line) == unpaced) }
        #expect(told("continue") == "no: no test waits in world.pause()")
        world.pace(speed: 10_000)
        #expect(told("resume") == "no: the world runs already")
        #expect(told("run 1s") == "no: the world runs already; pause holds its clock")
        #expect(told("pause") == "the clock stands still")
        let before = world.now
        #expect(told("run 1s") == "the world runs for 1 s")
        while world.paceSpeed != 0 { Thread.sleep(forTimeInterval: 0) }
        #expect(world.now >= before + .seconds(1))
        #expect(told("resume") == "the world runs on")
        #expect(world.paceSpeed == 10_000)
        #expect(told("pause") == "the clock stands still")
        #expect(told("run 24min") == "the world runs for 1440 s")
        #expect(told("pace 2") == "the world runs 2 times as fast as the clock")
        #expect(world.paceSpeed == 2)
        world.stopPacing()
    }

    /// Scans, and connects to what it finds.
    private final class Scanner: NSObject, CBCentralManagerDelegate {
        private var manager: CBCentralManager?
        private var peripheral: CBPeripheral?
        private(set) var isConnected = false

        override init() {
            super.init()
            manager = CBCentralManager(delegate: self, queue: nil)
        }

        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi: NSNumber
        ) {
            self.peripheral = peripheral
            central.connect(peripheral)
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            isConnected = true
        }
    }
}
