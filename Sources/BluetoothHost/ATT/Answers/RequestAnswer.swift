import BluetoothTypes
import BluetoothWire

/// A request whose answer waits for the upper layer: a state machine that reads and writes the database. It asks the upper
/// layer for values that the database does not have, one at a time.
///
/// Call the machine's `begin` once. If it asks for something, keep it as one of these, and call `resume` after each `ask`,
/// until `reply` or `refuse`. The machines that are large are indirect: a link has room for one of these all the time.
enum RequestAnswer: Sendable {
    case read(ReadAnswer)
    indirect case byType(ReadByTypeAnswer)
    indirect case multiple(ReadMultipleAnswer)
    indirect case write(WriteAnswer)

    /// What comes next.
    enum Step: Hashable, Sendable {
        /// The whole PDU. The machine has finished; `written` was written to the database.
        case reply([UInt8], written: [GATTServer.Change] = [])
        /// An error response. The machine has finished.
        case refuse(ATT.ErrorCode, ATT.Handle)
        /// The upper layer has to read from `offset` on.
        case askToRead(ATT.Handle, offset: Int)
        /// The upper layer has to accept all of these.
        case askToWrite([GATT.WriteRequest.Part])
    }

    /// Continues with the answer of the upper layer.
    mutating func resume(
        _ result: Result<[UInt8], ATT.ErrorCode>, refused: ATT.Handle?, _ server: inout GATTServer,
        _ link: Host.LinkID
    ) -> Step {
        switch self {
        case .read(let answer): return answer.resume(result)
        case .byType(var answer):
            let step = answer.resume(result, &server, link)
            self = .byType(answer)
            return step
        case .multiple(var answer):
            let step = answer.resume(result, &server, link)
            self = .multiple(answer)
            return step
        case .write(let answer): return answer.resume(result, refused: refused, &server, link)
        }
    }
}

extension GATTServer {
    /// A change that a client made, to be reported to the upper layer.
    enum Change: Hashable, Sendable {
        case values([GATT.WriteRequest.Part])
        case subscription(ATT.Handle, GATT.Subscription)
    }
}
