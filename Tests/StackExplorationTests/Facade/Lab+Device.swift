import AppPromises
import FaradayTesting

extension Lab {
    /// A device with that service, which sends back what comes on its channel. With `promises`, it checks the order of the
    /// commands of each phone.
    static func device(_ promises: Promises? = nil) -> DeviceDefinition {
        let orders = World.Lock<[DeviceAddress: CommandOrder]>([:])
        return DeviceDefinition(name: "Lab", preferredMTU: 100) {
            DeviceAdvertising(services: ["FFE0"])
            DeviceService("FFE0") {
                DeviceCharacteristic(
                    "FFE1", [.read], value: [UInt8](repeating: 1, count: 150),
                    descriptors: [.userDescription("long")])
                DeviceCharacteristic("FFE2", [.write])
                DeviceCharacteristic("FFE3", [.notify])
                DeviceCharacteristic("FFE4", [.writeWithoutResponse]).onWrite { write in
                    guard let promises else { return }
                    orders.withLock { orders in
                        orders[write.link.peer, default: CommandOrder()].take(write.value, promises)
                    }
                }
                DeviceCharacteristic("FFE5", [.indicate])
                DeviceCharacteristic("FFE6", [.read], value: [6], requires: .encrypted)
                DeviceCharacteristic.channelNumber(0x80)
            }
            DeviceBehaviour.notifying("FFE3", every: .milliseconds(700)) { _ in [3] }
            DeviceBehaviour.notifying("FFE5", every: .milliseconds(1900)) { _ in [5] }
            DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }
        }
    }
}
