import BluetoothTypes
import FaradayEngine

/// How long callbacks of one manager are on their way from the phone to the app, one after the other.
///
/// On a phone each crosses from the system's process to the app's. That takes well under a millisecond on a phone that is
/// idle, and longer on a busy one; stalls of 250 ms were measured (behaviour 5.29).
struct DelayDraw {
    private var stream: EntropyStream

    init(_ stream: EntropyStream) { self.stream = stream }

    /// The next callback's delay: zero for four of ten, 3 ms at most for nearly all, and 250 ms for the others.
    mutating func next() -> Nanoseconds {
        switch stream.below(100) {
        case 0..<40: .zero
        case 40..<97: .microseconds(Int(stream.below(3_000)) + 1)
        default: .microseconds(Int(stream.below(247_000)) + 3_001)
        }
    }
}
