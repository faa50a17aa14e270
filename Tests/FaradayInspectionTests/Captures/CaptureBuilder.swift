import BluetoothWire
import Foundation

@testable import FaradayInspection

/// Small captures in the formats of others, made by hand.
enum CaptureBuilder {
    /// A pcap file; times are in microseconds.
    static func pcap(_ linkType: UInt32, _ packets: [(time: UInt64, bytes: [UInt8])]) -> [UInt8] {
        var file: [UInt8] = little(0xA1B2_C3D4) + [2, 0, 4, 0] + little(0) + little(0) + little(65_535)
        file += little(linkType)
        for packet in packets {
            let length = little(UInt32(packet.bytes.count))
            file += little(UInt32(packet.time / 1_000_000)) + little(UInt32(packet.time % 1_000_000))
            file += length + length + packet.bytes
        }
        return file
    }

    static func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    static func big(_ value: UInt32) -> [UInt8] { little(value).reversed() }

    /// Reads `01 0304`.
    static func hex(_ text: String) -> [UInt8] {
        let digits = text.filter { !$0.isWhitespace }
        return stride(from: 0, to: digits.count, by: 2).compactMap { offset in
            let start = digits.index(digits.startIndex, offsetBy: offset)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
        }
    }

    /// On the air: access address, PDU, CRC.
    enum Air {
        static let advertisement = hex("D6BE898E 40 0F 111213 1415D6 020106 0509 41636D65 000000")
        static let request = hex("274A6550 02 07 0300 0400 0A 0300 000000")
        static let answer = hex("274A6550 06 06 0200 0400 0B 64 000000")
        /// The next ones of the same link, about another attribute.
        static let secondRequest = hex("274A6550 0E 07 0300 0400 0A 0500 000000")
        static let secondAnswer = hex("274A6550 0A 06 0200 0400 0B 63 000000")
        static let connect = hex(
            "D6BE898E 05 22 010203 0405C6 111213 1415D6 274A6550 563412 02 0000 1800 0000 6400 FFFFFFFF1F 05 000000"
        )
    }

    /// With the pseudo header of link type 256 before it; `kind` is 0 without a direction, 2 of a central, 3 of a peripheral.
    static func pseudo(_ packet: [UInt8], kind: UInt8, rfChannel: UInt8 = 10) -> [UInt8] {
        [rfChannel, 0xCE, 0xA6, 0] + packet[..<4] + [0x13 | kind << 7, 0x0C | kind >> 1] + packet
    }

    /// With the header of the nRF Sniffer before it.
    static func nordic(
        _ packet: [UInt8], version: UInt8, event: UInt8 = 6, flags: UInt8, channel: UInt8
    ) -> [UInt8] {
        let part = [flags, channel, 60, 1, 0, 0xE8, 3, 0, 0]
        let body = version == 0 ? part + packet : [10] + part + packet
        let length = UInt8(body.count)
        switch version {
        case 0: return [0xBE, 0xEF, event, 1, 0, 0, 0, length] + body
        case 1: return [0, 6, length, 1, 1, 0, event] + body
        default: return [0, length, 0, version, 1, 0, event] + body
        }
    }

    /// With per-packet information before it: a field that nobody knows, and that of Ubertooth.
    static func perPacketInformation(_ packet: [UInt8], megahertz: UInt16, rssi: Int8) -> [UInt8] {
        let unknown: [UInt8] = [0x99, 0x99, 2, 0, 1, 2]
        let channel = [UInt8(megahertz & 0xFF), UInt8(megahertz >> 8)]
        let strength = UInt8(bitPattern: rssi)
        let value = [0] + channel + [0, 1, 2, 3, 4, strength &+ 3, strength &- 3, strength, 1]
        let fields = unknown + [0x36, 0x75, UInt8(value.count), 0] + value
        return [0, 0, UInt8(8 + fields.count), 0] + little(251) + fields + packet
    }

    /// A file of Apple's PacketLogger; times are in microseconds.
    static func packetLogger(
        _ records: [(time: UInt64, type: UInt8, bytes: [UInt8])], isLittleEndian: Bool = false
    ) -> [UInt8] {
        records.flatMap { record in
            let numbers = [
                UInt32(record.bytes.count + 9), UInt32(record.time / 1_000_000),
                UInt32(record.time % 1_000_000),
            ]
            return numbers.flatMap { isLittleEndian ? little($0) : big($0) } + [record.type] + record.bytes
        }
    }
}

/// What a feed says of a capture.
struct CaptureReport {
    let records: [[String: Any]]
    let unread: Int

    init(_ bytes: [UInt8]) throws {
        let feed = try CaptureFeed(bytes, title: "capture")
        unread = feed.unread
        records = Self.records(of: feed)
    }

    static func records(of feed: CaptureFeed) -> [[String: Any]] {
        Unpacked.lines(feed.packed).compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.filter { $0["id"] != nil }
    }

    /// The sender of each packet.
    var senders: [String] { records.compactMap { $0["name"] as? String } }
    /// The bytes of each packet.
    var bytes: [String] { records.compactMap { $0["bytes"] as? String } }
    /// The text of each packet.
    var texts: [String] { records.compactMap { $0["text"] as? String } }

    /// `READ_REQ 3`, `READ_RSP 3 64`.
    var attributes: [String] {
        records.compactMap { record in
            guard let opcode = record["att"] as? String else { return nil }
            let handle = (record["handle"] as? Int).map { " \($0)" } ?? ""
            return opcode + handle + ((record["value"] as? String).map { " " + $0 } ?? "")
        }
    }
}
