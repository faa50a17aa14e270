import BluetoothPort
import BluetoothTypes

/// A line of the log about the peripheral role. It becomes text only if somebody reads it.
enum RoleLine: Hashable {
    case radio(ManagerState)
    case advertises
    case published(BluetoothUUID)
    case tookOver(BluetoothUUID)
    case notAddedAgain(BluetoothUUID, PortError)
    case channelPublished(psm: UInt16)
    case subscribed(RemoteCentral, BluetoothUUID)
    case unsubscribed(RemoteCentral, BluetoothUUID)
    case refused(code: UInt8)
    case valueTooLong(Int)
    case answerNotSent(ClientError.Reason)
    case done(ClientError.Operation)
    case failed(ClientError.Operation, RequestFailure)

    var level: ClientLog.Level {
        switch self {
        case .radio, .advertises, .published, .tookOver, .channelPublished, .subscribed, .unsubscribed,
            .refused:
            .info
        case .notAddedAgain, .valueTooLong, .answerNotSent, .failed: .error
        case .done: .debug
        }
    }

    var text: String {
        switch self {
        case .radio(let state): "\(state)"
        case .advertises: "advertises"
        case .published(let uuid): "published service \(uuid.label)"
        case .tookOver(let uuid): "took over service \(uuid.label)"
        case .notAddedAgain(let uuid, let error): "service \(uuid.label) could not be added again: \(error)"
        case .channelPublished(let psm): "published PSM \(psm)"
        case .subscribed(let central, let uuid): "\(central) subscribed to \(uuid.label)"
        case .unsubscribed(let central, let uuid): "\(central) unsubscribed from \(uuid.label)"
        case .refused(let code):
            "refused a request with ATT error 0x\(String(code, radix: 16, uppercase: true))"
        case .valueTooLong(let count): "a value of \(count) bytes can't be read: 512 is the limit"
        case .answerNotSent(let reason): "the answer of a control point was not sent: \(reason)"
        case .done(let operation): "\(operation.rawValue): done"
        case .failed(let operation, let failure): "\(operation.rawValue): \(failure.error)"
        }
    }
}
