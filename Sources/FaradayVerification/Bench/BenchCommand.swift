import BluetoothTypes

/// What the bench is told to do, as bytes of its control point: an opcode, and little-endian numbers behind it.
///
/// A peripheral that is made by others can do the same. What the phone notices at once, such as other services or a
/// notification, begins 200 ms after the command, when the command has been answered.
package enum BenchCommand: Hashable, Sendable {
    /// Ends its links, after so many milliseconds.
    case disconnect(after: UInt16)
    /// Falls silent, as without power, after so many milliseconds and for so many.
    case silence(after: UInt16, for: UInt16)
    /// Does not advertise for so many milliseconds; 0 is until it is told to advertise again, or loses its power.
    case hide(UInt16)
    /// Sends so many notifications of `BenchID.notified`: values that count from 1, so many milliseconds apart.
    case notify(count: UInt8, every: UInt16)
    /// Answers requests for `BenchID.refusing` with this error code; 0 lets them pass.
    case refuse(UInt8)
    /// Has one service more, or no longer, for this link and later ones.
    case extend(Bool)
    /// Has other names, after so many milliseconds: the one that it advertises, and the one that it has.
    case rename(UInt8, after: UInt16 = 0)
    /// Answers the read of `BenchID.slow` after so many milliseconds.
    case answer(after: UInt16)
    /// Forgets its bonds.
    case forgetBonds
    /// Has another address after so many milliseconds: it is another device for who is not bonded with it.
    case changeAddress(after: UInt16)
    /// Advertises in another way for so many milliseconds; 0 is until it is told something else. The last of such commands counts.
    case advertise(BenchAdvertising, for: UInt16)
    /// Asks who is linked to it for an encrypted link.
    case requestSecurity
    /// Sends a notification of `BenchID.notified` with so many bytes, as many of them as the link takes.
    case notifyLong(UInt16)
    /// Reads `PublishedID.fixed` from the phone, over the link on which the command comes, and notifies the value by
    /// `BenchID.notified`; no byte says that the phone did not give it.
    case readBack
    /// Is again as at the start, apart from its address and its bonds.
    case restore

    /// Whether the bench is not as before when this has been done.
    var isLasting: Bool {
        switch self {
        case .refuse, .extend, .rename, .answer, .advertise: true
        default: false
        }
    }

    package var bytes: [UInt8] {
        func number(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
        return switch self {
        case .disconnect(let time): [1] + number(time)
        case .silence(let delay, let time): [2] + number(delay) + number(time)
        case .hide(let time): [3] + number(time)
        case .notify(let count, let pause): [4, count] + number(pause)
        case .refuse(let code): [5, code]
        case .extend(let isExtended): [6, isExtended ? 1 : 0]
        case .rename(let name, let time): [7, name] + number(time)
        case .answer(let time): [8] + number(time)
        case .forgetBonds: [9]
        case .changeAddress(let time): [10] + number(time)
        case .advertise(let kind, let time): [11, kind.rawValue] + number(time)
        case .requestSecurity: [12]
        case .notifyLong(let count): [13] + number(count)
        case .readBack: [14]
        case .restore: [15]
        }
    }

    /// Reads a command; `nil` if these bytes are none.
    package init?(_ bytes: [UInt8]) {
        func number(_ place: Int) -> UInt16 { UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8 }
        switch (bytes.first, bytes.count) {
        case (1, 3): self = .disconnect(after: number(1))
        case (2, 5): self = .silence(after: number(1), for: number(3))
        case (3, 3): self = .hide(number(1))
        case (4, 4): self = .notify(count: bytes[1], every: number(2))
        case (5, 2): self = .refuse(bytes[1])
        case (6, 2): self = .extend(bytes[1] != 0)
        case (7, 4): self = .rename(bytes[1], after: number(2))
        case (8, 3): self = .answer(after: number(1))
        case (9, 1): self = .forgetBonds
        case (10, 3): self = .changeAddress(after: number(1))
        case (11, 4):
            guard let kind = BenchAdvertising(rawValue: bytes[1]) else { return nil }
            self = .advertise(kind, for: number(2))
        case (12, 1): self = .requestSecurity
        case (13, 3): self = .notifyLong(number(1))
        case (14, 1): self = .readBack
        case (15, 1): self = .restore
        default: return nil
        }
    }
}
