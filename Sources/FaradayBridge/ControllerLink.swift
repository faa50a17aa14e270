import BluetoothWire
import FaradayLive
import FaradaySimulation

/// The bytes between the connection and the node's host.
struct ControllerLink {
    let connection: HCIConnection
    let controller: RemoteController
    var stream = HCI.H4Resynchronizer(from: .controller)
    var outgoing: ArraySlice<UInt8> = []

    var wantsToWrite: Bool { !outgoing.isEmpty }

    /// Transfers the available bytes in both directions.
    mutating func exchange(_ endpoint: HCIEndpoint) throws(LiveError) {
        try write()
        while true {
            let bytes = try connection.readAvailable()
            guard !bytes.isEmpty else { break }
            stream.append(bytes)
            try receive(endpoint)
            try write()
        }
    }

    private mutating func receive(_ endpoint: HCIEndpoint) throws(LiveError) {
        var packets: [HCI.Received] = []
        while let finding = stream.next() {
            switch finding {
            case .packet(let packet):
                packets.append(HCI.Received(packet, from: stream.packetBytes))
            // Malformed packets, data that is not used, and noise are dropped; the connection continues.
            case .malformed:
                if !packets.isEmpty { controller.receive(packets) }
                packets = []
                if let bytes = stream.rejectedPacket { controller.recordRejected(bytes) }
            case .ignored, .skipped: break
            case .givenUp: throw .malformed(endpoint, "too many bytes belong to no packet")
            }
        }
        if !packets.isEmpty { controller.receive(packets) }
    }

    private mutating func write() throws(LiveError) {
        for packet in controller.takePackets() { outgoing += packet.h4Bytes }
        while !outgoing.isEmpty {
            let count = try connection.writeAvailable(Array(outgoing))
            guard count > 0 else { return }
            outgoing.removeFirst(count)
        }
        outgoing = []
    }
}
