import class BluetoothPort.Lock
import BluetoothTypes
import FaradaySimulation
import Foundation
import HeartRate
import HeartRateClient

/// What happens in the demo.
struct DemoStory {
    let world: World
    let output: DemoOutput
    let phone: Phone

    init(world: World, output: DemoOutput, speed: Double?) {
        self.world = world
        self.output = output
        if let speed { world.pace(speed: speed) }
        phone = world.addPhone(.iOS(18), name: "Ada's iPhone")
    }

    /// The app against a strap that walks out of range and back.
    mutating func actOne() throws {
        output.headline("Act one: a heart-rate strap walks out of range and back")
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = makeApp(on: phone)
        try world.run(until: { app.readingCount >= 3 && app.battery != nil && app.hasResetEnergy })

        say("HR-1", "walks out of range for 30 s")
        strap.move(to: .outOfRange, for: .seconds(30))
        try world.run(until: { !app.isConnected })
        try world.run(until: { app.isReconnected })
        try world.run(for: .seconds(2))
        app.disconnect()
        try world.run(until: { strap.connectionCount == 0 })
        strap.powerOff()
        say("HR-1", "is switched off")
    }

    /// The app on one phone against the sensor app on another.
    mutating func actTwo() throws {
        output.headline("Act two: another iPhone is the sensor")
        let other = world.addPhone(.iOS(18), name: "Ben's iPhone", at: .meters(3))
        let sensor = other.run { [world, output] in
            HeartRateSensorApp(name: "Ben") { line in output.line(world.now, "Ben's iPhone", line) }
        }
        try world.run(until: { sensor.isAdvertising })
        let app = makeApp(on: phone)
        try world.run(until: { sensor.subscriberCount == 1 && app.isConnected })
        for beat in 0..<8 {
            sensor.beat(rate: 66 + beat * 3 % 11, energy: 9)
            try world.run(for: .seconds(1))
        }
        try world.run(until: { sensor.resetCount > 0 && app.hasResetEnergy })
        app.disconnect()
        try world.run(until: { sensor.subscriberCount == 0 })
    }

    /// The app again, with the async client, in a quarter of the lines; the strap leaves and comes back.
    mutating func actThree() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        output.headline("Act three: the same app with the async client")
        let strap = world.add(.heartRateMonitor(name: "HR-2"), at: .meters(2))
        let lines = Lock<[String]>([])
        let (world, output) = (world, output)
        let app = phone.run {
            HeartRateClientApp(startsSession: true) { line in
                lines.withLock { $0.append(line) }
                output.line(world.now, "Ada's iPhone", line)
            }
        }
        func count(_ beginning: String) -> Int {
            lines.withLock { lines in lines.count { $0.hasPrefix(beginning) } }
        }
        let task = world.start {
            do { try await app.run() } catch { output.line(world.now, "Ada's iPhone", "\(error)") }
        }
        try world.run(until: { count("heart rate") >= 3 && count("energy") == 1 && count("battery") >= 1 })
        say("HR-2", "walks out of range for 30 s")
        strap.move(to: .outOfRange, for: .seconds(30))
        try world.run(until: { count("lost") == 1 })
        let beats = count("heart rate")
        try world.run(until: { count("heart rate") >= beats + 3 })
        task.cancel()
        try world.run(until: { strap.connectionCount == 0 })
    }

    private func makeApp(on phone: Phone) -> HeartRateApp {
        let (world, output) = (world, output)
        return phone.run {
            HeartRateApp { line in output.line(world.now, "Ada's iPhone", line) }
        }
    }

    private func say(_ who: String, _ what: String) { output.line(world.now, who, what) }
}
