import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A service that a manager has published.
struct PublishedService: Sendable {
    let definition: Peripheral.Service
    var identifier: AttributeIdentifier { definition.identifier }
    /// The services that it includes. They cannot be removed before it (behaviour 6.1).
    var includes: [AttributeIdentifier] { definition.includedServices }
    /// Its first handle, which identifies it at the host.
    let handle: ATT.Handle
    /// Value handles, in the order of the definition.
    let characteristics: [ATT.Handle]
}

/// A service that the host is adding to its database.
struct Addition: Sendable {
    let token: Host.Token
    let session: SessionID
    let service: Peripheral.Service
    /// The app has removed the service meanwhile.
    var isTakenBack = false
}

/// One characteristic of the phone's own database.
struct LocalCharacteristic: Sendable {
    struct Subscriber: Sendable {
        /// The link's slot.
        let link: Int
        var subscription: GATT.Subscription
    }

    /// The session gets another number after the manager's app has ended.
    var session: SessionID
    let identifier: AttributeIdentifier
    /// The value never changes and the host answers for it (behaviour 6.3).
    let isStatic: Bool
    /// In the order they subscribed.
    var subscribers: [Subscriber] = []
}

/// A request of a central that waits for the app's answer.
struct PendingRequest: Sendable {
    let session: SessionID
    let link: Host.LinkID
    let isRead: Bool
    let arrived: Instant
}

/// The phone's GATT server and advertiser, shared by its peripheral managers.
struct ServerState: Sendable {
    struct Name: Hashable, Sendable {
        let session: SessionID
        let identifier: AttributeIdentifier
    }

    /// By value handle.
    var characteristics: [ATT.Handle: LocalCharacteristic] = [:]
    var handles: [Name: ATT.Handle] = [:]

    /// Services that wait to be added, one at a time, because one may include an earlier one (6.1).
    var additions = Fifo<(session: SessionID, service: Peripheral.Service)>()
    var addition: Addition?

    var requests: [UInt64: PendingRequest] = [:]
    /// Requests whose central has disconnected: answering them does nothing, but is no misuse. The last 64.
    var abandoned: [UInt64] = []
    var lastCommand: UInt64 = 0

    /// The advertisements of the apps, one for each that has one, in the order they were started.
    var broadcasts: [Broadcast] = []
    /// What the host has on air, or was asked to put on air: the advertisements of all apps in one (behaviour
    /// 6.10).
    var onAir: Host.AdvertisingParameters?
    /// The host has confirmed it.
    var isOnAirConfirmed = false

    /// How many requests of one link may wait at once; a peer that sends more violates ATT anyway.
    static let requestLimit = 64

    /// The time after which a central gives up on a request (behaviour 4.28, 9.16).
    static let requestTimeout: Nanoseconds = .seconds(30)
    /// How much of that time may have passed when a request arrives: no link is silent for longer.
    static let requestTravel: Nanoseconds = .seconds(1)

    /// The identifiers of write commands have this bit; they need no answer.
    static let commandBit: UInt64 = 1 << 63

    mutating func abandon(_ request: UInt64) {
        requests[request] = nil
        if abandoned.count == 64 { abandoned.removeFirst() }
        abandoned.append(request)
    }
}
