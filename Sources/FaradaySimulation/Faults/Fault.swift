import BluetoothTypes

/// One thing that goes wrong in a world: where, when and what, as a value.
///
/// A fault begins with an operation, which may be narrowed, and ends with an effect. `World.inject(_:)` puts it into a
/// world, between the layers of its nodes: no phone and no device knows about faults.
///
/// ```swift
/// world.inject(
///     .read("2A19", of: strap).nth(2).fails(.insufficientEncryption),
///     .notification("2A37").nth(3).dropsLink(.timeout),
///     .connect(to: strap).isDelayed(by: .seconds(12)))
/// ```
///
/// A fault without `nth(_:)` or `every(_:)` applies to each operation that it names.
public struct Fault: Hashable, Sendable, Codable {
    /// Where and when.
    public var point: FaultPoint
    /// What goes wrong.
    public var effect: Effect

    /// Creates a fault from its parts; `FaultPoint` has a method for each effect.
    public init(_ point: FaultPoint, _ effect: Effect) {
        self.point = point
        self.effect = effect
    }

    /// What a fault can concern.
    public enum Operation: String, Hashable, Sendable, Codable, CaseIterable {
        /// An advertisement that a phone reports to an app.
        case scanReport
        /// A `connect` of an app.
        case connect
        /// The exchange of the MTU, which the system on a phone does once on each link.
        case mtuExchange
        /// A discovery of services.
        case serviceDiscovery
        /// A discovery of the services that a service includes.
        case includedServiceDiscovery
        /// A discovery of characteristics.
        case characteristicDiscovery
        /// A discovery of descriptors.
        case descriptorDiscovery
        /// A read of a characteristic or of a descriptor.
        case read
        /// A write with response.
        case write
        /// A write without response.
        case writeWithoutResponse
        /// A subscription or its end: the write of a Client Characteristic Configuration descriptor.
        case subscription
        /// A notification or an indication.
        case notification
        /// A measurement of the signal strength, as an app asks for it.
        case rssi
        /// One step of a pairing: a packet that the central sends.
        case pairingStep
        /// The opening of an L2CAP channel.
        case channelOpen
        /// A packet with data of an L2CAP channel.
        case channelData
        /// The closing of an L2CAP channel, by either side.
        case channelClose
        /// The start of advertising by an app.
        case advertising
        /// The publication of a service by an app.
        case publishing
        /// No operation: a time.
        case time
    }

    /// How a link ends.
    public enum LinkEnd: String, Hashable, Sendable, Codable, CaseIterable {
        /// No packet arrives any more, and the link ends at both sides by its supervision timeout: on the phone with
        /// `CBError.connectionTimeout`.
        case timeout
        /// The device says goodbye: on the phone `CBError.peripheralDisconnected`.
        case peer
        /// The controllers give the link up at once, as after a failed procedure (*LMP Response Timeout / LL Response
        /// Timeout*, 0x22).
        case controller
    }

    /// When a link ends, compared with the operation.
    public enum Moment: String, Hashable, Sendable, Codable, CaseIterable {
        /// Before the operation: the device gets nothing of it.
        case before
        /// Between request and response: the device has done what the request says, and the phone gets no response.
        case between
        /// After the operation: the phone has the response, or the device the value.
        case after
    }

    /// A breach of the specification by a device.
    public enum Breach: String, Hashable, Sendable, Codable, CaseIterable {
        /// The response answers another kind of request.
        case wrongResponse
        /// The value comes with a handle that no characteristic has.
        case unknownHandle
        /// The packet is longer than the MTU of the link allows.
        case tooLong
    }

    /// What goes wrong.
    public enum Effect: Hashable, Sendable, Codable {
        /// The operation fails with this error.
        case failure(FaultError)
        /// The operation takes longer, by this time.
        case delay(Nanoseconds)
        /// The request arrives, and no response comes back.
        case silence
        /// The phone no longer answers discoveries of the device's services until it restarts. The link ends this long
        /// after each of them; `nil` means never.
        case wedge(Nanoseconds?)
        /// The device answers with this MTU.
        case mtu(UInt16)
        /// The request or the value does not arrive.
        case loss
        /// The value arrives this often, 2…1000.
        case repetition(Int)
        /// The next one of the same kind arrives before this one.
        case overtaking
        /// One bit of the bytes is wrong; the world's seed says which one.
        case corruption
        /// Only this many bytes of the value arrive, 0…512.
        case cut(Int)
        /// The value is another one.
        case value([UInt8])
        /// The value is as long as the packet allows; the bytes that are missing are 0.
        case longestValue
        /// The device breaks the specification.
        case breach(Breach)
        /// The link ends.
        case linkDrop(LinkEnd, Moment)
        /// The device is off for this long, without a goodbye; `nil` means from now on. A phone's Bluetooth is off.
        case deviceOff(Nanoseconds?)
        /// The device restarts, as after a watchdog's reset. A phone's Bluetooth process restarts.
        case deviceReset
        /// The user of the phone switches Bluetooth off, and on again after this time.
        case radioOff(Nanoseconds)
        /// The phone's Bluetooth process restarts.
        case bluetoothRestart
        /// An app is suspended, and comes back to the foreground after this time. Without a number it is the app
        /// that the operation belongs to, or all of the phone.
        case appSuspension(Nanoseconds, app: UInt32? = nil)
        /// The system ends an app. Without a number it is the app that the operation belongs to, or all of the phone.
        case appEnd(app: UInt32? = nil)
        /// The phone deletes its bond with the device; the device keeps its own.
        case bondLoss
        /// The phone forgets what it remembers of the services of devices; links that are up keep what they have.
        case cacheLoss
    }
}
