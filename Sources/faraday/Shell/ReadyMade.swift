import BluetoothTypes
import FaradaySimulation
import Foundation

/// The devices that the tool knows by name.
enum ReadyMade: String, CaseIterable {
    case heartRate = "heart-rate"
    case blinky
    case battery
    case beacon
    case tag

    var summary: String {
        switch self {
        case .heartRate: "a chest strap: heart rate, battery and device information; one measurement a second"
        case .blinky: "a board with an LED to switch and a button that notifies"
        case .battery: "a device with nothing but a Battery service"
        case .beacon: "a beacon that takes no connections: manufacturer data every 100 ms"
        case .tag: "a tag whose distance can be measured by Channel Sounding, by either correction"
        }
    }

    /// The device's own name, or `name`.
    func definition(name: String?) -> DeviceDefinition {
        switch self {
        case .heartRate: name.map { .heartRateMonitor(name: $0) } ?? .heartRateMonitor()
        case .blinky: name.map { .blinky(name: $0) } ?? .blinky()
        case .battery: name.map { .battery(name: $0) } ?? .battery()
        case .beacon: name.map { .beacon(name: $0) } ?? .beacon(name: "Beacon")
        case .tag:
            DeviceDefinition(name: name ?? "Tag") {
                DeviceAdvertising(services: ["185B"], interval: .milliseconds(100))
                DeviceChannelSounding(.both)
            }
        }
    }

    /// Reads the name of a device, or throws one line that lists them.
    init(argument: String) throws {
        guard let known = ReadyMade(rawValue: argument) else {
            let names = ReadyMade.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("there is no ready-made device '\(argument)'; the devices are \(names)")
        }
        self = known
    }

    /// One line for each.
    static var list: String {
        allCases.map { device in
            device.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0) + device.summary
        }
        .joined(separator: "\n")
    }
}
