import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Foundation

/// Why a request of the client failed: what, where, and what to do about it.
///
/// A request throws this or, if its task was cancelled, `CancellationError`.
///
/// ```swift
/// do {
///     let level = try await strap.read(Battery.level)
/// } catch let error as ClientError where error.reason == .poweredOff {
///     showSettings()
/// }
/// ```
public struct ClientError: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Reason: Hashable, Sendable {
        /// The device has no Bluetooth Low Energy, or no phone was found for the code.
        case unsupported
        /// The user has not allowed the app to use Bluetooth.
        case unauthorized
        /// Bluetooth is switched off.
        case poweredOff
        /// The Bluetooth system was reset while the request was under way.
        case radioReset
        /// The peripheral refused the connection or the attempt failed.
        case connectionFailed
        /// The link ended before the request was done.
        case disconnected
        /// The app called `disconnect()` before the request was done.
        case disconnectedByApp
        /// The time for the request is over.
        case deadlineExceeded
        /// The peripheral has no service of these types, or not as many as the path asks for.
        case servicesNotFound([BluetoothUUID])
        /// The service has no characteristic of these types.
        case characteristicsNotFound([BluetoothUUID])
        /// The characteristic has no descriptor of these types.
        case descriptorsNotFound([BluetoothUUID])
        /// The peripheral changed its services while the request was under way; whether it was done is not known.
        case servicesChanged
        /// The characteristic does not take this operation; its properties say so.
        case notSupported
        /// The value is longer than this many bytes.
        case valueTooLong(limit: Int)
        /// The bytes of the value are not what the profile says.
        case malformedValue(DecodeError)
        /// The peripheral refused with an error of the attribute protocol; 0x80 and up are the profile's own.
        case refused(code: UInt8)
        /// The peripheral or the system ended the subscription.
        case unsubscribed
        /// The system reported another error.
        case failed
        /// The L2CAP channel was closed by its peer or by `close()`.
        case channelClosed
        /// What arrived is not what the framing says, or what was sent does not fit into it.
        case malformedFrame(FramingError)
        /// No peripheral was found in time.
        case notFound
        /// Peripherals were found, but whoever was asked has chosen none.
        case notChosen
        /// The service can't be published; the text says why.
        case unpublishable(String)
        /// The `LocalPeripheral` advertises already; it has one advertisement at a time.
        case alreadyAdvertising
        /// The `Central` or `LocalPeripheral` was released.
        case closed
    }

    /// What was asked for.
    public enum Operation: String, Hashable, Sendable {
        /// Waiting until Bluetooth is on: `ready()`.
        case waitForRadio = "wait for Bluetooth"
        /// A scan for peripherals.
        case scan
        /// A search for one peripheral.
        case find
        /// Making a link.
        case connect = "connect to"
        /// Nothing was asked for: the link has ended.
        case stayConnected = "stay connected to"
        /// Ending the link.
        case disconnect = "disconnect from"
        /// Discovering services.
        case discoverServices = "discover services"
        /// Discovering the services that a service includes.
        case discoverIncludedServices = "discover included services"
        /// Discovering the characteristics of a service.
        case discoverCharacteristics = "discover characteristics"
        /// Discovering the descriptors of a characteristic.
        case discoverDescriptors = "discover descriptors"
        /// Reading a value.
        case read
        /// Writing a value, with the peripheral's answer.
        case write
        /// Writing bytes without an answer.
        case writeWithoutResponse = "write without response"
        /// Reading a value that the peripheral has sent by itself.
        case receive = "read a value"
        /// Subscribing, and staying subscribed.
        case subscribe = "subscribe to"
        /// Reading a descriptor.
        case readDescriptor = "read the descriptor"
        /// Writing a descriptor.
        case writeDescriptor = "write the descriptor"
        /// Reading the strength of the signal.
        case readRSSI = "read the signal strength"
        /// Opening an L2CAP channel.
        case openChannel = "open an L2CAP channel"
        /// Sending bytes over an L2CAP channel.
        case sendOnChannel = "send on the L2CAP channel"
        /// Waiting for bytes from an L2CAP channel.
        case receiveFromChannel = "receive from the L2CAP channel"
        /// A request that another value answers.
        case request = "make the request"
        /// Advertising as a peripheral.
        case advertise
        /// Publishing a service.
        case publish = "publish services"
        /// Sending a value to subscribers.
        case update = "update a value"
        /// Publishing an L2CAP channel.
        case publishChannel = "publish an L2CAP channel"
    }

    /// What went wrong.
    public var reason: Reason
    /// What was asked for.
    public var operation: Operation
    /// The peripheral that was asked.
    public var peripheral: PeerIdentifier?
    /// The name of the peripheral, if it was known.
    public var peripheralName: String?
    /// What was searched for, in words.
    public var search: String?
    /// The service that was asked for.
    public var service: BluetoothUUID?
    /// The characteristic that was asked for.
    public var characteristic: BluetoothUUID?
    /// The descriptor that was asked for.
    public var descriptor: BluetoothUUID?
    /// The system's own error, if there was one.
    public var underlying: PortError?

    init(_ reason: Reason, _ operation: Operation, underlying: PortError? = nil) {
        self.reason = reason
        self.operation = operation
        self.underlying = underlying
    }

    init(_ error: PortError, _ operation: Operation) {
        switch error {
        case .att(let code): self.init(.refused(code: code), operation, underlying: error)
        case .notConnected, .peripheralDisconnected, .connectionTimeout:
            self.init(.disconnected, operation, underlying: error)
        case .local: self.init(.failed, operation, underlying: error)
        }
    }

    /// The error that a state of the radio means for a request; `nil` for states that pass.
    init?(_ state: ManagerState, _ operation: Operation) {
        switch state {
        case .unsupported: self.init(Reason.unsupported, operation)
        case .unauthorized: self.init(Reason.unauthorized, operation)
        case .poweredOff: self.init(Reason.poweredOff, operation)
        case .unknown, .resetting, .poweredOn: return nil
        }
    }
}
