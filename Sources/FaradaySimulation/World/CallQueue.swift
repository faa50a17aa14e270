import BluetoothPort
import BluetoothTypes

/// Calls for app code that wait for their turn, in the order in which they came.
///
/// In a world that holds its apps' work each call also has the number of the work after which it came.
struct CallQueue {
    var calls = Fifo<World.PendingCall>()
    private var arrivals = Arrivals()

    @inline(__always)
    var isEmpty: Bool { calls.isEmpty }

    mutating func append(_ call: World.PendingCall) { calls.append(call) }

    /// The calls that came since the last time came after the work with this number.
    @inline(__always)
    mutating func noteArrivals(after number: UInt64) {
        arrivals.note(calls.count, after: number)
    }

    /// Takes out the next call.
    mutating func popFirst() -> World.PendingCall? { calls.popFirst() }

    /// Takes out the number of the work that the call follows which was taken out last, if that was noted.
    mutating func takeArrival() -> UInt64? { arrivals.popFirst() }

    /// Whether the next call can run on the main queue; `others` is the answer for a call that runs anywhere.
    func isNextForMainQueue(others: Bool) -> Bool { calls.isFirst { $0.isForMainQueue(others: others) } }

    /// Takes out all calls.
    mutating func takeAll() -> Fifo<World.PendingCall> {
        defer { self = CallQueue() }
        return calls
    }
}

/// The numbers of the work after which calls came. Calls that came together have one number, and they are nearly always
/// all that there are.
struct Arrivals {
    private var number: UInt64 = 0
    /// How many of the oldest calls have that number.
    private var together = 0
    private var later = Fifo<UInt64>()

    private var count: Int { together + later.count }

    /// From now on `count` calls have numbers, the new ones this one.
    @inline(__always)
    mutating func note(_ count: Int, after number: UInt64) {
        guard count > self.count else { return }
        if later.isEmpty, together == 0 || number == self.number {
            (self.number, together) = (number, count)
        } else {
            while self.count < count { later.append(number) }
        }
    }

    /// Takes out the oldest call's number, if it has one.
    @inline(__always)
    mutating func popFirst() -> UInt64? {
        guard together == 0 else {
            together -= 1
            return number
        }
        return later.isEmpty ? nil : later.popFirst()
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
