import BluetoothTypes
import BluetoothWire

/// An H4 packet as a host's log would have it.
package struct RecordedPacket: Hashable, Sendable {
    /// The packet, indicator first.
    package var bytes: [UInt8]
    package var direction: CaptureDirection
    /// The manager whose controller it seems to be of, counted from 0.
    package var manager: Int
    package var time: MonotonicInstant

    /// Whether it is the event that says what the packets are.
    var isNotice: Bool { bytes.starts(with: [0x04, RebuiltNotice.code]) }
}
