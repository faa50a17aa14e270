import BluetoothPort
import BluetoothTypes

/// One thing that app code waits for, from its call to its only answer.
struct Request: Equatable {
    typealias Finish = @Sendable (Result<Reply, any Error>) -> Void

    /// The number by which the driver knows who waits for it.
    let id: UInt64
    var kind: Kind
    var stage = Stage.waiting

    enum Kind: Equatable {
        case connect(PortCentral.ConnectOptions)
        case disconnect
        case services([BluetoothUUID]?)
        case includedServices(ServicePath, [BluetoothUUID]?)
        case characteristics(ServicePath, [BluetoothUUID]?)
        case descriptors(CharacteristicPath)
        case read(CharacteristicPath)
        case write(CharacteristicPath, [UInt8])
        case send(CharacteristicPath, OutgoingBytes)
        case subscribe(CharacteristicPath)
        case readDescriptor(DescriptorPath)
        case writeDescriptor(DescriptorPath, [UInt8])
        case readRSSI
        case maximumWriteLength(PortCentral.WriteType)
        case openChannel(psm: UInt16)
    }

    enum Stage: Equatable {
        /// For the radio, the link, or its turn.
        case waiting
        /// For the answer to a discovery.
        case discovering(Scope, round: Int)
        /// For the answer to its own command.
        case issued
        /// For news of the services: the peripheral does not know the attribute any more. The error, should none come.
        indirect case outdated(ClientError)
    }

    /// How often it was begun again since the peripheral did not know the attribute any more.
    var restarts = 0

    var isIssued: Bool {
        if case .issued = stage { true } else { false }
    }

    var isOutdated: Bool {
        if case .outdated = stage { true } else { false }
    }
}

/// The answer to a request.
enum Reply: Hashable, Sendable {
    case done
    case bytes([UInt8])
    case number(Int)
    case channel(Channel)
    case services([DiscoveredService])
    case characteristics([DiscoveredCharacteristic])
    case descriptors([DiscoveredDescriptor])
    case published(PublishedService)
}

/// Bytes for writes without response, sent in pieces as the system has room.
struct OutgoingBytes: Equatable {
    let bytes: [UInt8]
    /// The most that goes into one write; `nil` for as much as fits.
    let pieceLength: Int?
    /// Whether they are one value, which must not be cut.
    var isWhole = false
    /// Whether somebody wants to know how many are sent.
    var isWatched = false
    /// How many are sent.
    var position = 0

    mutating func next(atMost limit: Int) -> [UInt8] {
        let end = min(bytes.count, position + min(limit, pieceLength ?? limit))
        defer { position = end }
        return Array(bytes[position..<end])
    }
}

/// What a discovery is about.
enum Scope: Hashable {
    case services
    case includedServices(AttributeIdentifier)
    case characteristics(AttributeIdentifier)
    case descriptors(AttributeIdentifier)
}

/// What a machine wants from its driver. What is large and rare is indirect, so that the others are small.
enum Output: Equatable {
    case command(PortCentral.Command)
    /// A piece of what a request sends without response; `pieceSent` follows.
    case piece(PortCentral.Command, of: UInt64)
    /// Asks the port whether there is room, then calls `pump`.
    case pump
    case finish(request: UInt64, Result<Reply, RequestFailure>)
    /// So many bytes of a request that sends are sent.
    case progress(request: UInt64, Int)
    /// Closes a channel that was opened for nobody.
    case discard(ChannelIdentifier)
    case yield(reader: UInt64, Reader.Event)
    indirect case connectionEvent(ConnectionEvent)
    case servicesChanged([DiscoveredService])
    /// Asks the port whether there is a link, then calls `linkVerified`.
    case verifyLink
    /// The name or the state of the link has changed.
    case status(PeerCore.Status)
    /// Something is going on now, or no longer.
    case activity(Bool)
    case wake(Alarm, after: Nanoseconds)
    /// Asks the reconnection policy with this number how long to wait.
    case askPolicy(UInt64, attempt: Int)
    /// The policy is not asked any more.
    case policyEnded(UInt64)
    indirect case maximumWriteLength(PortCentral.WriteType, Request)
    indirect case log(PeerLine)
}

/// What a machine waits for by the clock.
enum Alarm: Hashable, Sendable {
    /// The turn in which requests were made has ended, so their discovery is sent.
    case turn(generation: Int)
    case deadline(request: UInt64)
    case reconnect(attempt: Int, generation: Int)
    /// The system has not told the end of a cancelled attempt.
    case cancelled(number: Int)
    /// An attempt of a maintained connection has had its time.
    case attempt(number: Int)
    /// The peripheral has not told of the change that an answer gave away.
    case outdated(request: UInt64)
}

/// A stream that gets a characteristic's notifications.
struct Reader: Equatable {
    typealias Receive = @Sendable (Event) -> Void

    enum Event: Hashable, Sendable {
        /// The peripheral has confirmed the subscription: values will come.
        case subscribed
        case value([UInt8])
        case ended(RequestFailure)
    }

    /// The number by which the driver knows who reads.
    let id: UInt64
    let survivesDisconnection: Bool
}
