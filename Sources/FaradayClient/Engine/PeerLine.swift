import BluetoothTypes

/// A line of the log about one peripheral. It becomes text only if somebody reads it.
enum PeerLine: Hashable {
    case connecting
    case connected
    case linkFailed(ClientError)
    case unwanted
    case discovering(Scope, [BluetoothUUID]?)
    case servicesChanged(Int)
    case done(ClientError.Operation)
    case failed(ClientError)
    case cancelled(ClientError.Operation)

    var level: ClientLog.Level {
        switch self {
        case .connecting, .connected, .linkFailed, .unwanted, .servicesChanged: .info
        case .discovering, .done, .cancelled: .debug
        case .failed: .error
        }
    }

    var category: ClientLog.Category {
        switch self {
        case .connecting, .connected, .linkFailed, .unwanted: .connection
        case .discovering, .servicesChanged: .discovery
        case .done, .failed, .cancelled: .request
        }
    }

    var text: String {
        switch self {
        case .connecting: "connecting"
        case .connected: "connected"
        case .linkFailed(let reason): "\(reason)"
        case .unwanted: "nobody waits for the link any more"
        case .discovering(let scope, let types): "\(scope.name): \(types.map { "\($0)" } ?? "all")"
        case .servicesChanged(let count): "\(count) services changed"
        case .done(let operation): "\(operation.rawValue): done"
        case .failed(let error): "\(error)"
        case .cancelled(let operation): "\(operation.rawValue): cancelled"
        }
    }
}
