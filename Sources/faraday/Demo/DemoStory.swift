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

    /// The app again, with the async client, in half of the lines; the strap leaves and comes back.
    mutating func actThree() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        output.headline("Act three: the same app with the async client")
        let strap = world.add(.heartRateMonitor(name: "HR-2"), at: .meters(2))
        let phone = world.addPhone(.iOS(18), name: "Cleo's iPhone", at: .meters(1))
        // The app's tasks add lines, and this thread prints them between the world's events.
        let lines = Lock<[(time: Instant, text: String)]>([])
        let note: @Sendable (String) -> Void = { [world] line in
            lines.withLock { $0.append((world.now, line)) }
        }
        var printed = 0
        func hasSaid(_ beginning: String, times: Int) -> Bool {
            let all = lines.withLock { $0 }
            for line in all[printed...] { output.line(line.time, phone.name, line.text) }
            printed = all.count
            return all.count { $0.text.hasPrefix(beginning) } >= times
        }
        let app = phone.run { HeartRateClientApp(startsSession: true, onEvent: note) }
        let task = world.start { do { try await app.run() } catch { note("\(error)") } }
        try world.run(until: { hasSaid("heart rate", times: 3) && hasSaid("energy", times: 1) })
        say("HR-2", "walks out of range for 30 s")
        strap.move(to: .outOfRange, for: .seconds(30))
        try world.run(until: { hasSaid("lost the link", times: 1) })
        try world.run(until: { hasSaid("connected", times: 2) && hasSaid("battery", times: 1) })
        try world.run(for: .seconds(2))
        task.cancel()
        try world.run(until: { hasSaid("", times: 0) && strap.connectionCount == 0 })
    }

    private func makeApp(on phone: Phone) -> HeartRateApp {
        let (world, output) = (world, output)
        return phone.run {
            HeartRateApp { line in output.line(world.now, "Ada's iPhone", line) }
        }
    }

    func say(_ who: String, _ what: String) { output.line(world.now, who, what) }
}
