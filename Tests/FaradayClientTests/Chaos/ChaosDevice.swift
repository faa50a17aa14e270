import FaradayTesting

/// The device of a chaotic run, in one of several firmware versions.
enum ChaosDevice {
    /// What a service is in all versions, so that a change can keep it.
    enum Part: Int, CaseIterable {
        case control, battery, secondBattery, log, extra
    }

    static let versions: [[Part]] = [
        [.control, .battery, .secondBattery, .log],
        [.battery, .secondBattery, .log],
        [.extra, .control, .battery, .log],
        [.control, .secondBattery, .battery, .log, .extra],
        [.log],
    ]

    static func definition(_ version: [Part]) -> DeviceDefinition {
        DeviceDefinition(name: "Chaos") {
            DeviceAdvertising(services: ["FF00"], interval: .milliseconds(60))
            for part in version { service(part) }
            if version.contains(.control) {
                DeviceBehaviour.notifying("FF01", every: .milliseconds(70)) { device in
                    [UInt8(truncatingIfNeeded: device.draw("FF01"))]
                }
            }
            if version.contains(.battery) || version.contains(.secondBattery) {
                DeviceBehaviour.notifying("2A19", every: .milliseconds(900)) { device in
                    [UInt8(device.draw("2A19") % 101)]
                }
            }
        }
    }

    static func service(_ part: Part) -> DeviceService {
        switch part {
        case .control:
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", [.read, .notify], value: [1])
                DeviceCharacteristic("FF02", [.read, .write, .writeWithoutResponse], value: [2])
                DeviceCharacteristic("FF03", [.read, .write], value: [UInt8](repeating: 3, count: 90))
                    .with(descriptors: [DeviceDescriptor("2901", value: [65, 66])])
                DeviceCharacteristic("FF04", [.read, .indicate], value: [4])
            }
        case .battery:
            DeviceService("180F") { DeviceCharacteristic("2A19", [.read, .notify], value: [87]) }
        case .secondBattery:
            DeviceService("180F") { DeviceCharacteristic("2A19", [.read, .notify], value: [55]) }
        case .log:
            DeviceService("FF10", includes: []) {
                DeviceCharacteristic("FF11", [.writeWithoutResponse])
                DeviceCharacteristic("FF12", [.read, .indicate], value: [12])
            }
        case .extra:
            DeviceService("FF20") { DeviceCharacteristic("FF21", [.read], value: [21]) }
        }
    }
}
