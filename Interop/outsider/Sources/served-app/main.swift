import Foundation
import AppCode

// An app's process in a simulator: its classes are the façade's, and FARADAY_HCI names its controller.
//   FARADAY_HCI=tcp:6402 served-app sensor NAME     a peripheral app, until it is killed
//   FARADAY_HCI=tcp:6402 served-app monitor NAME    a central app: hears the sensor, reads the battery of NAME

/// A line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func run(until isDone: () -> Bool, for seconds: TimeInterval) {
    let deadline = Date().addingTimeInterval(seconds)
    while !isDone(), Date() < deadline {
        _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.05))
    }
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("sensor", let name?):
    let sensor = HeartRateSensorApp(name: name) { line in say(line) }
    while true {
        run(until: { false }, for: 0.5)
        sensor.beat(rate: 70, energy: 60)
    }
case ("monitor", let name?):
    let battery = BatteryReader(name)
    run(until: { battery.level != nil || battery.hasNoRadio }, for: 120)
    guard !battery.hasNoRadio else {
        say("no Bluetooth here")
        exit(1)
    }
    say("battery of \(name): \(battery.level.map(String.init) ?? "unknown")")
    let app = HeartRateApp(startsSession: true) { line in say(line) }
    run(until: { app.readingCount >= 3 && app.hasResetEnergy }, for: 120)
    guard battery.level != nil, app.readingCount >= 3, app.hasResetEnergy else { exit(1) }
    // As careless apps do, without a word to the sensor: the phone ends the link.
    say("done")
    exit(0)
default:
    say("usage: served-app sensor NAME | served-app monitor NAME")
    exit(64)
}
