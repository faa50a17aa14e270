import FaradayTesting

/// The devices around the phones of a chaotic run.
enum ChaosDevices {
    static func definition(_ kind: Int, number: Int) -> DeviceDefinition {
        switch kind {
        case 0: .heartRateMonitor(name: "HR-\(number)", every: .milliseconds(200))
        case 1: .blinky(name: "Blinky-\(number)")
        case 2: lock(number)
        case 3: logger(number)
        default: old(number)
        }
    }

    /// Pairs.
    private static func lock(_ number: Int) -> DeviceDefinition {
        DeviceDefinition(name: "Lock-\(number)") {
            DeviceAdvertising(services: ["FF10"])
            DeviceService("FF10") {
                DeviceCharacteristic("FF11", [.read, .write, .notify], value: [1], requires: .encrypted)
                DeviceCharacteristic("FF12", [.read], value: [2])
            }
            DeviceChannel(psm: 0x81, requires: .encrypted)
        }
    }

    /// Echoes on a channel.
    private static func logger(_ number: Int) -> DeviceDefinition {
        DeviceDefinition(name: "Logger-\(number)", preferredMTU: 80) {
            DeviceAdvertising(services: ["FF20"])
            DeviceService("FF20") {
                DeviceCharacteristic("FF21", [.read, .write, .writeWithoutResponse, .indicate], value: [9])
                DeviceCharacteristic.channelNumber(0x80)
            }
            DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }
        }
    }

    /// Has no Service Changed, and the smallest MTU.
    private static func old(_ number: Int) -> DeviceDefinition {
        DeviceDefinition(name: "Old-\(number)", preferredMTU: 23, hasServiceChanged: false) {
            DeviceAdvertising(services: ["180D"])
            DeviceService("180D") {
                DeviceCharacteristic("2A37", [.notify, .indicate])
                DeviceCharacteristic(
                    "2A38", .read, value: [UInt8](repeating: 5, count: 60),
                    descriptors: [.userDescription("long")])
            }
        }
    }
}
