import BluetoothPort
import BluetoothTypes

/// One thing that app code waits for in the peripheral role, from its call to its only answer.
struct RoleRequest {
    let id: UInt64
    let kind: Kind
    let finish: Request.Finish

    enum Kind {
        /// Until Bluetooth is on.
        case ready
        case publish(LocalService)
        /// Until the advertisement is ended.
        case advertise(PortPeripheral.AdvertisementRequest, onAir: (@Sendable () -> Void)?)
        case update(AttributeTarget, [UInt8], centrals: [RemoteCentral]?)
        case publishChannel(isEncrypted: Bool, ChannelListeners.Receive)

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
    case finish(Request.Finish, Result<Reply, any Error>)
    case call(@Sendable () -> Void)
    /// Closes a channel that was opened for nobody.
    case discard(ChannelIdentifier)
    /// Starts the app's handlers for a request, then calls `handled`.
    case run(UInt64, @Sendable () async -> HandlerResult)
    case cancelHandlers(UInt64)
    case state(ManagerState)
    case subscription(SubscriptionEvent)
    case restored(RestoredPeripheralRole)
    /// Ends a request by the clock.
    case wake(UInt64, after: Nanoseconds)
    case log(ClientLog.Level, @Sendable () -> String)
    case endStreams
}

/// What the handlers of one request said.
enum HandlerResult: Sendable {
    case value([UInt8])
    /// All writes were taken; control points answer with these bytes on characteristics of these types.
    case written([(characteristic: AttributeIdentifier, bytes: [UInt8])])
    /// A read, or the write with the number `part`, was refused.
    case refused(RequestRefusal, part: Int = 0)
}
