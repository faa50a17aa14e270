import BluetoothPort
import BluetoothTypes
import FaradayBridge
import Foundation

/// A line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The device that publishes the layout; `layout.py` has the same numbers.
enum Peer {
    private static func uuid(_ number: Int) -> BluetoothUUID {
        let digits = String(number, radix: 16, uppercase: true)
        let text =
            "FADA" + String(repeating: "0", count: 4 - digits.count) + digits + "-0F0F-4A4A-8B8B-C0FFEE000000"
        guard let uuid = BluetoothUUID(text) else { preconditionFailure("\(text) is no UUID") }
        return uuid
    }

    private static let (notifying, indicating, control) = (uuid(0x0007), uuid(0x0008), uuid(0x000C))

    /// What the stream of packets has come to.
    private struct Stream: Sendable {
        var count: UInt8 = 0
        var isInOrder = true
    }

    static func definition(name: String, security: DeviceSecurity) -> DeviceDefinition {
        let stream = Lock(Stream())
        return DeviceDefinition(name: name, preferredMTU: 517) {
            security
            DeviceAdvertising(services: [uuid(0x0001)])
            DeviceService("180F") { DeviceCharacteristic("2A19", .read, value: [93]) }
            DeviceService(uuid(0x0001), includes: ["180F"]) {
                DeviceCharacteristic(
                    uuid(0x0002), .read, value: [1, 2, 3], descriptors: [.userDescription("short")])
                DeviceCharacteristic(uuid(0x0003), .read, value: (0..<400).map { UInt8($0 % 251) })
                DeviceCharacteristic(uuid(0x0004), .read).onRead { _ in throw ATT.ErrorCode(rawValue: 0x80) }
                DeviceCharacteristic(uuid(0x0005), [.read, .write], value: [])
                DeviceCharacteristic(uuid(0x0006), [.read, .writeWithoutResponse])
                    .onRead { _ in stream.withLock { [$0.count, $0.isInOrder ? 1 : 0] } }
                    .onWrite { write in
                        stream.withLock { stream in
                            if write.value.first != stream.count { stream.isInOrder = false }
                            stream.count &+= 1
                        }
                    }
                DeviceCharacteristic(notifying, .notify)
                DeviceCharacteristic(indicating, .indicate)
                DeviceCharacteristic(uuid(0x0009), [.read, .write], value: [9], requires: .encrypted)
                DeviceCharacteristic(uuid(0x000A), .read, value: [10], requires: .authenticated)
                DeviceCharacteristic(uuid(0x000B), .write)
                    .onWrite { _ in throw ATT.ErrorCode(rawValue: 0x81) }
                DeviceCharacteristic(control, .write).onWrite { write in
                    // The answer to the write goes out first.
                    write.device.world.after(.milliseconds(300)) { write.device.disconnect(write.link) }
                }
            }
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .subscribed(notifying, _): send(20, notifying, from: device)
                case .subscribed(indicating, _): send(3, indicating, from: device)
                case .pairingFailed(_, let failure): say("pairing failed: \(failure)")
                default: break
                }
            }
        }
    }

    private static func send(_ count: Int, _ characteristic: BluetoothUUID, from device: Device) {
        for number in 0..<count {
            device.world.after(.milliseconds(200 + 10 * number)) {
                device.update(characteristic, [UInt8(number)])
            }
        }
    }

    static func security(_ options: Set<String>) -> DeviceSecurity {
        let capabilities: [(String, SMP.IOCapability)] = [
            ("display", .displayOnly), ("keyboard", .keyboardOnly), ("yesno", .displayYesNo),
            ("both", .keyboardDisplay),
        ]
        let capability = capabilities.first { options.contains($0.0) }?.1 ?? .noInputNoOutput
        let typed = ProcessInfo.processInfo.environment["FARADAY_PAIRING"].flatMap(UInt32.init)
        return DeviceSecurity(
            capability, secureConnections: options.contains("legacy") ? .off : .offered,
            privacy: options.contains("private") ? .resolvable(every: .minutes(15)) : .off
        ).onPairing { pairing in
            switch pairing.prompt {
            case .display(let passkey), .compare(let passkey):
                say("code “\(PairingAlert.digits(passkey))”")
                return .accept
            case .enterPasskey: return typed.map(PairingReply.passkey) ?? .ignore
            case .consent: return .accept
            }
        }
    }
}
