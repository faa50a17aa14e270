import BluetoothPort
import FaradayBridge
import FaradayLive
import FaradaySimulation
import Foundation

/// Four sensors that notify 250 times a second each, and twenty programs on the phone that is connected to them: each is a
/// process, and so is their server, with a world in real time.
enum ServedNotifications {
    /// Where a process that is one of these programs finds its phone.
    static let variable = "FARADAY_BENCH_PHONE"
    private static let programs = 20
    private static let sensors = (1...4).map { "Bench \($0)" }
    private static let perSecond = 1_000

    static func measure(_ options: Options) throws -> Fields {
        let seconds = options.amount(10, quick: 2)
        let world = World(seed: 1)
        for name in sensors {
            var sensor = BenchDevice.definition(behaviours: [
                .notifying(BenchDevice.notifying, every: .milliseconds(4)) { _ in BenchDevice.payload(1) }
            ])
            sensor.name = name
            world.add(sensor)
        }
        // An iPhone takes some 170 such notifications a second on a link; this one has nothing else to do with its radio.
        var profile = OSProfile.iOS(18)
        (profile.packetsPerEvent, profile.airtimePerEvent) = (0, .zero)
        let phone = world.addPhone(profile, name: "phone")
        world.pace()
        defer { world.stopPacing() }
        let server = try PhoneServer(.tcpServer(host: "127.0.0.1", port: 0), ServedPhones([phone]))
        defer { server.stop() }
        var others: [Program] = []
        defer { for other in others { other.end() } }
        for number in 0..<programs {
            others.append(try Program(at: "\(server.peerEndpoint)", app: "app \(number)"))
            // The sensors are not on air once the first is connected; the next one finds the phone's links.
            try others[number].waitUntilReady()
        }
        var before: [Figures] = []
        var after: [Figures] = []
        var sample = try Sample.timing {
            before = try others.map { try $0.figures() }
            Thread.sleep(forTimeInterval: Double(seconds))
            after = try others.map { try $0.figures() }
            return zip(before, after).reduce(0) { $0 + $1.1.values - $1.0.values }
        }
        let least = zip(before, after).map { $1.values - $0.values }.min() ?? 0
        let used = zip(before, after).reduce(0) { $0 + $1.1.processorTime - $1.0.processorTime }
        sample.extra = [
            ("programs", .integer(programs)), ("sentToEach", .integer(perSecond * seconds)),
            ("leastReceived", .integer(least)),
            ("serverProcessors", .decimal(sample.cpuSeconds / sample.seconds, 3)),
            ("programProcessors", .decimal(Double(used) / 1e9 / sample.seconds / Double(programs), 4)),
        ]
        return Sample.summary([sample])
    }

    // MARK: The program

    /// Joins a phone, subscribes, and tells on each line of standard input how many values have come.
    static func runProgram(at address: String) -> Int32 {
        do {
            let phone = try RemotePhone(HCIEndpoint(address))
            let readers = sensors.map { PortReader(phone, subscribesTo: $0) }
            while !readers.allSatisfy(\.isReady) { Thread.sleep(forTimeInterval: 0.01) }
            while let line = readLine() {
                guard line == "figures" else { break }
                print("\(readers.reduce(0) { $0 + $1.values }) \(Sample.cpuTime)")
                fflush(nil)
            }
            return 0
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private struct Figures {
        var values: Int
        /// In nanoseconds.
        var processorTime: Int
    }

    #if os(macOS) || os(Linux)
    /// Such a process.
    private final class Program {
        private let process = Process()
        private let (input, output) = (Pipe(), Pipe())

        init(at address: String, app: String) throws {
            process.executableURL = Bundle.main.executableURL
            var environment = ProcessInfo.processInfo.environment
            (environment[variable], environment["FARADAY_APP"]) = (address, app)
            process.environment = environment
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
        }

        /// It answers when it is subscribed.
        func waitUntilReady() throws { _ = try figures() }

        func figures() throws -> Figures {
            input.fileHandleForWriting.write(Data("figures\n".utf8))
            var line = ""
            while !line.hasSuffix("\n") {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { throw BenchmarkError("a program has ended") }
                line += String(decoding: data, as: UTF8.self)
            }
            let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            guard numbers.count == 2 else { throw BenchmarkError("a program says \(line)") }
            return Figures(values: numbers[0], processorTime: numbers[1])
        }

        func end() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }
    #else
    /// Here no program starts another.
    private final class Program {
        init(at address: String, app: String) throws {
            throw BenchmarkError("no process can be started here")
        }
        func waitUntilReady() throws {}
        func figures() throws -> Figures { Figures(values: 0, processorTime: 0) }
        func end() {}
    }
    #endif
}
