import BluetoothPort
import BluetoothTypes

/// Calls for app code that wait for their turn, in the order in which they came.
///
/// In a world that holds its apps' work each call also has the number of the work after which it came.
struct CallQueue {
    var calls = Fifo<World.PendingCall>()
    private var arrivals = Fifo<UInt64>()

    @inline(__always)
    var isEmpty: Bool { calls.isEmpty }

    mutating func append(_ call: World.PendingCall) { calls.append(call) }

    /// The calls that came since the last time came after the work with this number.
    @inline(__always)
    mutating func noteArrivals(after number: UInt64) {
        while arrivals.count < calls.count { arrivals.append(number) }
    }

    /// Takes out the next call, and the number of the work that it follows, if that was noted.
    mutating func popFirst() -> (call: World.PendingCall, number: UInt64?)? {
        guard let call = calls.popFirst() else { return nil }
        return (call, arrivals.popFirst())
    }

    /// Whether the next call can run on the main queue; `others` is the answer for a call that runs anywhere.
    func isNextForMainQueue(others: Bool) -> Bool { calls.isFirst { $0.isForMainQueue(others: others) } }

    /// Takes out all calls.
    mutating func takeAll() -> Fifo<World.PendingCall> {
        defer { self = CallQueue() }
        return calls
    }
}

extension World.PendingCall {
    /// Whether the call can run on the main queue without waiting for another one.
    ///
    /// - Parameter others: What it is for calls that run anywhere.
    func isForMainQueue(others: Bool) -> Bool {
        switch self {
        case .central(let session, let event):
            !session.isClosed && session.sink?.isAtHomeOnMainQueue(event) == true
        case .peripheral(let session, let event):
            !session.isClosed && session.sink?.isAtHomeOnMainQueue(event) == true
        case .accessory(let session, _):
            !session.isClosed && session.sink?.isAtHomeOnMainQueue == true
        case .nearby(let session, _):
            !session.isClosed && session.sink?.isAtHomeOnMainQueue == true
        case .call: others
        case .callOffMain: false
        }
    }
}
