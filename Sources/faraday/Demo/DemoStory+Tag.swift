import BluetoothTypes
import FaradaySimulation
import Foundation
import TagFinder

extension DemoStory {
    /// An app for iOS 27 measures how far away a tag is that somebody carries through a room.
    mutating func actFour() throws {
        output.headline("Act four: iOS 27 measures how far away a tag is that is carried through a room")
        #if !canImport(Darwin) || os(iOS)
        guard #available(iOS 27.0, macCatalyst 27.0, *) else { return }
        world.configureMedium { medium in
            medium.tones.noise = .typical
            medium.tones.room = .init(
                from: Position(x: -1, y: -3, z: -1), to: Position(x: 13, y: 4, z: 2), wallLoss: 15)
        }
        let tag = world.add(.tag, at: .meters(1))
        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(.iOS(27), name: "Dora's iPhone")
            .configure(AppManifest(accessorySetup: keys))
        let (world, output) = (world, output)
        let app = phone.run {
            TagFinderApp { line in output.line(world.now, "Dora's iPhone", line) }
        }
        try world.run(until: { !app.distances.isEmpty })
        try carry(tag, from: 1, to: 9) { app.distances.last }

        phone.enterBackground()
        say(phone.name, "the app is in the background: nothing is measured")
        let count = app.distances.count
        try world.run(for: .seconds(5))
        phone.enterForeground()
        try world.run(until: { app.distances.count > count })
        say(phone.name, "the app is in the foreground again")
        try carry(tag, from: 9, to: 2) { app.distances.last }

        app.stopMeasuring()
        try world.run(for: .seconds(1))
        app.disconnect()
        try world.run(until: { tag.connectionCount == 0 })
        app.remove()
        try world.run(until: { app.accessory == nil })
        #else
        output.line(world.now, "this Mac", "Apple has Channel Sounding on iOS only; the act runs on Linux")
        #endif
    }

    /// Carries the tag along a straight line at 1 m/s. Each second it says the true and the shown distance.
    private func carry(_ tag: Device, from start: Double, to end: Double, shown: () -> Double?) throws {
        let count = Int(abs(end - start) * 10)
        for step in 1...count {
            let distance = start + (end - start) * Double(step) / Double(count)
            tag.move(to: .meters(distance))
            try world.run(for: .milliseconds(100))
            guard step % 10 == 0 else { continue }
            let measured = shown().map { $0 > 0 ? String(format: "%.2f m", $0) : "not valid" } ?? "-"
            say("Tag", "is \(String(format: "%.2f m", distance)) away; the app shows \(measured)")
        }
    }
}

extension DeviceDefinition {
    /// A tag whose distance phones can measure.
    fileprivate static let tag = DeviceDefinition(name: "Tag") {
        DeviceSecurity(.noInputNoOutput)
        DeviceAdvertising(services: ["FD01"])
        DeviceChannelSounding()
    }
}
