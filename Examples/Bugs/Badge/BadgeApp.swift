import Foundation

/// Sends a picture to a badge of electronic paper, row by row.
public protocol BadgeApp: AnyObject {
    var status: BadgeStatus { get }
    /// The user taps "Show". A picture has at most 100 rows, each of 8 bytes.
    func show(_ picture: [Data])
}

/// What the app shows beside the picture.
public enum BadgeStatus: Equatable {
    case idle
    /// A spinner.
    case sending
    case shown
    /// "The badge did not answer."
    case failed
}

/// The badge's packets: a number, its data, and two bytes with which the badge finds damaged packets.
public enum BadgePacket {
    /// The number of the packet that makes the badge show what it has.
    public static let show: UInt8 = 0xFF

    /// A packet.
    public static func make(_ number: UInt8, _ data: [UInt8] = []) -> [UInt8] {
        [number] + data + check([number] + data)
    }

    /// Whether the last two bytes fit the others.
    public static func isWhole(_ packet: [UInt8]) -> Bool {
        packet.count > 2 && check(Array(packet.dropLast(2))) == Array(packet.suffix(2))
    }

    private static func check(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high) = (UInt16(1), UInt16(0))
        for byte in bytes {
            low = (low + UInt16(byte)) % 251
            high = (high + low) % 251
        }
        return [UInt8(low), UInt8(high)]
    }
}
