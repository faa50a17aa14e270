import CoreBluetooth
import Foundation
import HeartRate

// The heart-rate app as a program, on whatever radio this process has. On Linux:
//   FARADAY_HCI=tcp:127.0.0.1:6402 heart-rate [SECONDS]
// It exits with 0 after it has read, written and been notified, and with 1 if the time limit passes first.
//   FARADAY_PHONE=tcp:127.0.0.1:6404/Bob heart-rate --sensor NAME [SECONDS]
// is the other side: a phone that measures, once a second.

let isSensor = CommandLine.arguments.dropFirst().first == "--sensor"
let limit = CommandLine.arguments.dropFirst(isSensor ? 3 : 1).first.flatMap(Double.init) ?? 30

/// A line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Measures until the time is over.
func measure(as name: String) -> Never {
    let sensor = HeartRateSensorApp(name: name) { line in say(line) }
    let end = Date().addingTimeInterval(limit)
    var rate = 60
    while Date() < end {
        _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(1))
        if sensor.subscriberCount > 0 { sensor.beat(rate: rate, energy: 1) }
        rate = rate == 99 ? 60 : rate + 1
    }
    exit(0)
}

if isSensor { measure(as: CommandLine.arguments.dropFirst(2).first ?? "Sensor") }

let app = HeartRateApp(startsSession: true) { line in say(line) }
let deadline = Date().addingTimeInterval(limit)

var isDone: Bool {
    app.readingCount >= 3 && app.battery != nil && app.sensorLocation != nil && app.hasResetEnergy
}
while !isDone, Date() < deadline {
    _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.1))
}
let success = isDone
// The link ends before the process does.
app.disconnect()
let goodbye = Date().addingTimeInterval(2)
while app.hasMonitor, Date() < goodbye {
    _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.05))
}
guard success else {
    say(
        "gave up after \(limit) s: \(app.readingCount) readings, battery \(app.battery.map(String.init) ?? "unknown"), "
            + "worn on \(app.sensorLocation ?? "unknown"), energy \(app.hasResetEnergy ? "reset" : "not reset")"
    )
    exit(1)
}
say("done: \(app.readingCount) readings, battery \(app.battery ?? -1) %")
