import BluetoothTypes
import BluetoothWire

/// What centrals and a device said to each other, by handles.
package struct ImportedConversation: Sendable {
    /// A central wrote a Client Characteristic Configuration.
    package struct Subscription: Hashable, Sendable {
        /// The connection, counted from 0 on over all files.
        package var link: Int
        /// The handle of the configuration, and of the value that it is for, if that was discovered.
        package var configuration: ATT.Handle
        package var characteristic: ATT.Handle?
        /// Bit 0 notifications, bit 1 indications; 0 ends the subscription.
        package var bits: UInt16
        /// Nanoseconds since 1970.
        package var time: UInt64
        package var place: PacketPlace
        /// Why the device refused it.
        package var error: ATT.ErrorCode?
    }

    /// A notification or an indication.
    package struct Update: Hashable, Sendable {
        package var link: Int
        package var handle: ATT.Handle
        package var value: [UInt8]
        package var isIndication: Bool
        /// Nanoseconds since 1970.
        package var time: UInt64
        /// Nanoseconds since the central subscribed; `nil` if the capture does not have that.
        package var sinceSubscription: UInt64?
        package var place: PacketPlace
    }

    /// What a device answered to a write.
    package enum WriteAnswer: Hashable, Sendable {
        case success
        case error(ATT.ErrorCode)
        /// A command, which gets no answer.
        case none
        /// The capture has no answer.
        case missing
    }

    /// A write of a value; the parts of a long one are joined.
    package struct Write: Hashable, Sendable {
        package var link: Int
        package var handle: ATT.Handle
        package var value: [UInt8]
        package var answer: WriteAnswer
        /// Nanoseconds since 1970.
        package var time: UInt64
        package var place: PacketPlace
    }

    /// What a device answered to a read.
    package enum ReadAnswer: Hashable, Sendable {
        case value([UInt8])
        case error(ATT.ErrorCode)
        /// The capture has no answer.
        case missing
    }

    /// A read of a value; the parts of a long one are joined.
    package struct Read: Hashable, Sendable {
        package var link: Int
        package var handle: ATT.Handle
        package var answer: ReadAnswer
        /// Nanoseconds since 1970.
        package var time: UInt64
        package var place: PacketPlace
    }

    package var subscriptions: [Subscription] = []
    package var reads: [Read] = []
    package var updates: [Update] = []
    /// Writes of values, without those of configurations.
    package var writes: [Write] = []
}
