import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Decides what a device does: what happens goes in, what the device does comes out. It has no clock and no device.
package protocol DeviceMachine: Sendable {
    /// When something happens by itself next.
    var nextDue: Instant? { get }
    mutating func handle(_ input: DeviceInput, at now: Instant) -> [DeviceOutput]
}

/// What happens to a device. `request` numbers what waits for an answer.
package enum DeviceInput {
    case started
    case event(DeviceRule.Trigger, DeviceLink?, mtu: Int)
    /// How many centrals are subscribed to a characteristic now; `isByEnd` if the link of one has ended.
    case heard(DeviceCharacteristicPlace, Int, DeviceLink, mtu: Int, isByEnd: Bool = false)
    case written(
        DeviceCharacteristicPlace, [UInt8], DeviceLink, mtu: Int, request: UInt64, isCommand: Bool = false)
    case read(DeviceCharacteristicPlace, DeviceLink, mtu: Int, request: UInt64)
    /// Time has passed.
    case time
    /// The device is off: nothing happens until it starts again.
    case stopped
}

/// What a device does.
package enum DeviceOutput: Hashable {
    case accept(request: UInt64)
    case answer(request: UInt64, [UInt8])
    /// Answers a read with the value that the device has.
    case answerStored(request: UInt64, DeviceCharacteristicPlace)
    case refuse(request: UInt64, ATT.ErrorCode)
    case set(DeviceCharacteristicPlace, [UInt8])
    case notify(DeviceCharacteristicPlace, [UInt8])
    /// Sends to one central, or to all subscribers.
    case send(DeviceCharacteristicPlace, [UInt8], DeviceLink?)
    case disconnect(DeviceLink?, DeviceDisconnectReason)
    case advertise([DeviceAdvertising])
    case startAdvertising
    case stopAdvertising
    case requestSecurity(Host.SecurityLevel)
    case reset(after: Nanoseconds)
    /// What the test has to hear of.
    case problem(String)
}
