import Dispatch
import FaradaySimulation
import Foundation

/// A read through the façade and both stacks: `readValue(for:)` to `didUpdateValueFor`, where the next is
/// asked for.
enum GATTRead {
    static func measure(_ options: Options, queue: DispatchQueue?) throws -> Fields {
        let count = options.operations(queue == nil ? 100_000 : 50_000, quick: 5_000)
        let pair = try BenchPair(queue: queue)
        var done = 0
        func read(_ number: Int) throws {
            done += number
            let target = done
            pair.app.read(number)
            try pair.world.run(until: { pair.app.readCount == target }, timeout: .hours(24 * 365))
        }
        try read(max(500, count / 10))
        var samples: [Sample] = []
        for _ in 0..<options.repetitions(usual: 5) {
            let events = pair.world.eventCount
            var sample = try Sample.timing {
                try read(count)
                return count
            }
            let perRead = Double(pair.world.eventCount - events) / Double(count)
            sample.extra = [("eventsPerRead", .decimal(perRead, 2))]
            samples.append(sample)
        }
        guard pair.app.lastValue == Data(BenchDevice.value) else {
            throw BenchmarkError("read \(pair.app.lastValue.count) other bytes than the sensor has")
        }
        return Sample.summary(samples)
    }
}

/// Notifications from `Device.update` to `didUpdateValueFor`, a hundred on their way at a time.
enum Notifications {
    private static let batch = 100

    static func measure(_ options: Options) throws -> Fields {
        let count = options.operations(100_000, quick: 5_000)
        let pair = try BenchPair(subscribes: true)
        var sent = 0
        func notify(_ number: Int) throws {
            for _ in 0..<number / batch {
                for _ in 0..<batch {
                    sent += 1
                    pair.sensor.update(BenchDevice.notifying, BenchDevice.payload(sent))
                }
                let target = sent
                try pair.world.run(until: { pair.app.notificationCount == target })
            }
        }
        try notify(max(batch * 5, count / 10))
        var samples: [Sample] = []
        for _ in 0..<options.repetitions(usual: 5) {
            samples.append(
                try Sample.timing {
                    try notify(count)
                    return count
                })
        }
        guard pair.app.lastValue == Data(BenchDevice.payload(sent)) else {
            throw BenchmarkError("the last notification is not the one that was sent last")
        }
        return Sample.summary(samples)
    }
}
