import Foundation

/// One measurement by name.
struct Benchmark: Sendable {
    let name: String
    let summary: String
    let measure: @Sendable (Options) throws -> Fields

    /// All of them, in the order they run in.
    static let all: [Benchmark] = [
        Benchmark(name: "gatt-read", summary: "readValue to didUpdateValueFor, queue nil, main thread") {
            try GATTRead.measure($0, queue: nil)
        },
        Benchmark(name: "gatt-read-queue", summary: "the same with a queue of the app's own") {
            try GATTRead.measure($0, queue: DispatchQueue(label: "faraday-bench"))
        },
        Benchmark(name: "client-read", summary: "await peripheral.read in a loop, through the async client") {
            try ClientRead.measure($0)
        },
        Benchmark(name: "notifications", summary: "Device.update to didUpdateValueFor") {
            try Notifications.measure($0)
        },
        Benchmark(name: "mock-read", summary: "a read of a mock, with CoreBluetooth's behaviour") {
            try Mocks.reads($0, overTheAir: true)
        },
        Benchmark(name: "mock-notifications", summary: "simulateValueUpdate to didUpdateValueFor, the same") {
            try Mocks.notifications($0, overTheAir: true)
        },
        Benchmark(name: "mock-read-library", summary: "a read of a mock, with the library's behaviour") {
            try Mocks.reads($0, overTheAir: false)
        },
        Benchmark(
            name: "mock-notifications-library", summary: "simulateValueUpdate to didUpdateValueFor, the same"
        ) {
            try Mocks.notifications($0, overTheAir: false)
        },
        Benchmark(name: "port-read", summary: "a command and its value at a port, without the façade") {
            try ServedRead.measure($0, isServed: false)
        },
        Benchmark(name: "served-read", summary: "the same, with a socket between the port and its phone") {
            try ServedRead.measure($0, isServed: true)
        },
        Benchmark(
            name: "served-notifications",
            summary: "1,000 a second to each of 20 programs on one phone, in real time",
            measure: ServedNotifications.measure),
        Benchmark(name: "typical-test", summary: "a fresh world: scan to disconnect, ten notifications") {
            try TypicalTest.measure($0)
        },
        Benchmark(name: "typical-test-traced", summary: "the same with the trace that a simulated test keeps")
        {
            try TypicalTest.measure($0, .traced)
        },
        Benchmark(name: "typical-test-inspected", summary: "the same with a page that nobody has opened") {
            try TypicalTest.measure($0, .inspected)
        },
        Benchmark(name: "explored-test", summary: "the typical test in an exploration, without faults") {
            try ExploredTest.measure($0, withFaults: false)
        },
        Benchmark(name: "explored-test-faults", summary: "the same with faults and schedules") {
            try ExploredTest.measure($0, withFaults: true)
        },
        Benchmark(name: "explored-test-tasks", summary: "explored-test with an asynchronous body") {
            try ExploredTasks.measure($0)
        },
        Benchmark(name: "explored-heart-rate", summary: "an app with timers, explored with faults, queue nil")
        {
            try ExploredHeartRate.measure($0, hasQueue: false)
        },
        Benchmark(name: "explored-heart-rate-queue", summary: "the same with a queue of the app's own") {
            try ExploredHeartRate.measure($0, hasQueue: true)
        },
        Benchmark(name: "world", summary: "a world without anything, made and ended") {
            try WorldCost.measure($0, hasNodes: false)
        },
        Benchmark(name: "world-phone-device", summary: "the same with a phone and a device") {
            try WorldCost.measure($0, hasNodes: true)
        },
        Benchmark(
            name: "first-test", summary: "how much longer a process's first test takes than its second",
            measure: FirstTest.measure),
        advertisers(100), advertisers(1_000), advertisers(10_000), advertisers(100_000),
        advertisers(100, duplicates: true), advertisers(1_000, duplicates: true),
        advertisers(10_000, duplicates: true),
        Benchmark(name: "channel-sounding", summary: "a procedure of 72 tones, reports of both ends included")
        {
            try SoundingBenchmark.measure($0)
        },
        Benchmark(
            name: "ranging-accuracy", summary: "how far measured distances are off; takes minutes",
            measure: RangingAccuracy.measure),
        Benchmark(
            name: "ten-minute-report", summary: "the report of a test with five sensors",
            measure: TenMinuteReport.measure),
        Benchmark(name: "day-at-1-hz", summary: "24 hours of a sensor that notifies every second") {
            try Day.measure($0)
        },
        Benchmark(
            name: "app-hour", summary: "an hour of an app with ten timers, four queues and an actor",
            measure: AppHour.measure),
        Benchmark(name: "idle-links", summary: "24 hours of 100 links on which nothing happens") {
            try IdleLinks.measure($0)
        },
        Benchmark(name: "memory-advertising-device", summary: "bytes of the heap for one more advertiser") {
            try Memory.advertisingDevice($0, $0.amount(10_000, quick: 1_000))
        },
        Benchmark(name: "memory-advertising-device-100000", summary: "the same with a hundred thousand") {
            try Memory.advertisingDevice($0, $0.amount(100_000, quick: 10_000))
        },
        Benchmark(name: "memory-idle-link", summary: "bytes of the heap for one more link, both ends") {
            try Memory.idleLink($0)
        },
    ]

    private static func advertisers(_ count: Int, duplicates: Bool = false) -> Benchmark {
        Benchmark(
            name: "advertisers-\(count)" + (duplicates ? "-duplicates" : ""),
            summary: "that many every 100 ms and one scanning phone"
                + (duplicates ? " that wants each packet" : "")
        ) {
            try Advertisers.measure($0, count: count, duplicates: duplicates)
        }
    }
}
