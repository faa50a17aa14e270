import BluetoothCryptography
import BluetoothWire

/// Encrypts captures whose links are in the clear and marked as decrypted: what a sniffer without the key writes.
///
/// AES-CCM is written here a second time, after RFC 3610, so that the importer's is compared with something.
struct SealedAir {
    private struct End {
        var counter: UInt64 = 0
        var last: (sn: Bool, plain: [UInt8], sealed: [UInt8])?
    }

    private struct Link {
        var request: LL.EncReq?
        var cipher: AES128?
        var vector: [UInt8] = []
        var ends = [End(), End()]
    }

    private var links: [UInt32: Link] = [:]
    /// The keys of the starts of encryption, most significant byte first.
    private var keys: ArraySlice<[UInt8]>

    static func packets(_ packets: [CapturedPacket], keys: [[UInt8]]) -> [CapturedPacket] {
        var sealer = SealedAir(keys: keys[...])
        return packets.map { packet in
            guard case .linkLayer(var frame) = packet.content,
                frame.accessAddress != LL.advertisingAccessAddress
            else { return packet }
            sealer.seal(&frame)
            return CapturedPacket(time: packet.time, .linkLayer(frame), number: packet.number)
        }
    }

    /// The keys that the hosts of a capture give to their controllers as centrals, most significant byte first.
    static func keys(_ packets: [CapturedPacket]) -> [[UInt8]] {
        packets.compactMap { packet in
            guard case .hci(_, _, let bytes) = packet.content,
                case .command(let command) = HCI.Packet(lenient: bytes),
                case .leEnableEncryption(let command) = command
            else { return nil }
            return command.longTermKey.reversed()
        }
    }

    private mutating func seal(_ frame: inout LinkLayerPacket) {
        guard let pdu = try? LL.DataPDU(bytes: frame.pdu), !pdu.payload.isEmpty else { return }
        var link = links[frame.accessAddress] ?? Link()
        defer { links[frame.accessAddress] = link }
        if !frame.isDecrypted, pdu.llid == .control, let control = try? LL.ControlPDU(bytes: pdu.payload) {
            if case .encReq(let request) = control { link.request = request }
            if case .encRsp(let diversifier, let vector) = control, let request = link.request,
                let key = keys.popFirst()
            {
                func bytes(_ number: UInt64) -> [UInt8] {
                    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
                }
                link.cipher = AES128(key: AES128(key: key).encrypt(bytes(diversifier) + bytes(request.skdC)))
                link.vector = bytes(UInt64(vector) << 32 | UInt64(request.ivC)).reversed()
                link.ends = [End(), End()]
            }
        }
        guard frame.isDecrypted, let cipher = link.cipher else { return }
        let isFromCentral = frame.kind == .centralToPeripheral
        let place = isFromCentral ? 0 : 1
        let sealed: [UInt8]
        if let last = link.ends[place].last, last.sn == pdu.sn, last.plain == pdu.payload {
            sealed = last.sealed
        } else {
            sealed = Self.sealed(
                pdu.payload, frame.pdu[0], link.ends[place].counter, isFromCentral, cipher, link.vector)
            link.ends[place] = End(
                counter: link.ends[place].counter + 1, last: (pdu.sn, pdu.payload, sealed))
        }
        frame.pdu = [frame.pdu[0], UInt8(sealed.count)] + sealed
        frame.isDecrypted = false
    }

    private static func sealed(
        _ plain: [UInt8], _ header: UInt8, _ counter: UInt64, _ isFromCentral: Bool, _ cipher: AES128,
        _ vector: [UInt8]
    ) -> [UInt8] {
        var nonce = (0..<5).map { UInt8(truncatingIfNeeded: counter >> (8 * UInt64($0))) } + vector
        if isFromCentral { nonce[4] |= 0x80 }
        func padded(_ bytes: [UInt8]) -> [UInt8] {
            bytes + [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)
        }
        let blocks =
            padded([0x49] + nonce + [0, UInt8(plain.count)]) + padded([0, 1, header & 0xE3]) + padded(plain)
        var tag = [UInt8](repeating: 0, count: 16)
        for start in stride(from: 0, to: blocks.count, by: 16) {
            tag = cipher.encrypt((0..<16).map { tag[$0] ^ blocks[start + $0] })
        }
        let stream = (0...(plain.count + 15) / 16).flatMap { cipher.encrypt([1] + nonce + [0, UInt8($0)]) }
        return zip(plain, stream.dropFirst(16)).map { $0 ^ $1 } + (0..<4).map { tag[$0] ^ stream[$0] }
    }
}

extension CapturedPacket {
    /// The PDU of a data channel that it carries.
    var dataPDU: LL.DataPDU? {
        guard case .linkLayer(let packet) = content else { return nil }
        return try? LL.DataPDU(bytes: packet.pdu)
    }
}
