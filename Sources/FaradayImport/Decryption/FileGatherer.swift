import BluetoothCryptography
import BluetoothWire

/// Goes through the packets of one file, opens those whose key is known, and sorts them.
struct FileGatherer {
    private let file: Int
    /// What was learned of the sessions of the file when it was gone through before; empty the first time.
    private let known: [EncryptedSession]
    private var readers: [Int: SessionReader] = [:]
    private var finder = SessionFinder()
    private var hci: HCIFollower
    private var air: AirFollower
    private var count = 0

    init(file: Int, _ known: [EncryptedSession]) {
        (self.file, self.known) = (file, known)
        (hci, air) = (HCIFollower(file: file), AirFollower(file: file))
    }

    /// The sessions that the packets so far have.
    var sessions: [EncryptedSession] { finder.sessions }

    mutating func add(_ packet: CapturedPacket, into gathering: inout Gathering) {
        count += 1
        let place = PacketPlace(file: file, number: packet.number == 0 ? count : packet.number)
        switch packet.content {
        case .hci(let adapter, let direction, let bytes):
            hci.add(bytes, adapter, isDown: direction == .toController, packet.time, place, into: &gathering)
        case .linkLayer(var frame):
            let outcome = read(&frame, packet.time)
            air.add(frame, packet.time, place, session: outcome, into: &gathering)
        case .adapter, .note: break
        }
    }

    /// Opens a packet, if its key is known; returns what became of the session that it begins.
    private mutating func read(_ frame: inout LinkLayerPacket, _ time: UInt64) -> SessionOutcome? {
        guard let part = finder.add(frame, time) else { return nil }
        switch part {
        case .beginning(let number):
            guard known.indices.contains(number), known[number].hasPackets else { return nil }
            readers[number] = known[number].cipher.map { SessionReader($0) }
            return known[number].outcome
        case .item(let number, let item):
            if let plain = readers[number]?.open(item.pdu, item.end) { frame.open(plain.payload, plain.end) }
            return nil
        }
    }
}
