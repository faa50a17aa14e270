import BluetoothPort
import BluetoothTypes

/// One thing that app code waits for in the peripheral role, from its call to its only answer.
struct RoleRequest: Equatable {
    /// The number by which the driver knows who waits for it.
    let id: UInt64
    let kind: Kind

    enum Kind: Equatable {
        /// Until Bluetooth is on.
        case ready
        case publish(ServiceDefinition)
        /// Until the advertisement is ended.
        case advertise(PortPeripheral.AdvertisementRequest)
        case update(AttributeTarget, [UInt8], centrals: [RemoteCentral]?)
        case publishChannel(isEncrypted: Bool)

        var operation: ClientError.Operation {
            switch self {
            case .ready: .waitForRadio
            case .publish: .publish
            case .advertise: .advertise
            case .update: .update
            case .publishChannel: .publishChannel
            }
        }
    }
}

/// Which published characteristic is meant.
enum AttributeTarget: Hashable {
    /// The first one of this type in one service.
    case typed(BluetoothUUID, in: PublishedService)
    /// The first one of this type in the service of a type that was published first.
    case first(BluetoothUUID, of: BluetoothUUID)
    case exact(PublishedCharacteristic)

    var uuid: BluetoothUUID {
        switch self {
        case .typed(let uuid, _), .first(let uuid, _): uuid
        case .exact(let characteristic): characteristic.uuid
        }
    }

    var service: BluetoothUUID {
        switch self {
        case .typed(_, let service): service.uuid
        case .first(_, let service): service
        case .exact(let characteristic): characteristic.service
        }
    }
}

/// What the machine wants from its driver.
enum RoleOutput {
    case command(PortPeripheral.Command)
    /// Sends an update, then calls `updateAnswered` with whether the system took it.
    case update(UInt64, PortPeripheral.Update)
    case finish(request: UInt64, Result<Reply, RequestFailure>)
    /// The advertisement of a request is on air.
    case onAir(request: UInt64)
    /// The service that a request has published is gone: its handlers are not called any more.
    case unpublished(request: UInt64)
    /// News of the PSM that a request has published.
    case listener(request: UInt64, ChannelListeners.Event)
    /// The app does not listen to the PSM any more.
    case unlistened(request: UInt64)
    /// Who is subscribed now.
    case subscribers(watcher: UInt64, [RemoteCentral])
    case watcherEnded(UInt64)
    /// Closes a channel that was opened for nobody.
    case discard(ChannelIdentifier)
    /// Starts the app's handlers for a request, then calls `handled`.
    case run(UInt64, RequestHandling)
    case cancelHandlers(UInt64)
    case state(ManagerState)
    case subscription(SubscriptionEvent)
    case restored(RestoredPeripheralRole)
    /// Ends a request by the clock.
    case wake(UInt64, after: Nanoseconds)
    case log(RoleLine)
    case endStreams
}
