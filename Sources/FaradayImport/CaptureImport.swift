import BluetoothWire

/// Devices out of captures: of a phone, a development kit, a sniffer, or a simulated world.
///
/// A file may show one packet several times, on air and at hosts; each counts once. A device that several files show is
/// one device, if they say its address.
///
/// ```swift
/// let found = try CaptureImport(files: [bytes])
/// for device in found.devices { print(device.report.joined(separator: "\n")) }
/// ```
package struct CaptureImport: Sendable {
    /// The peripherals, in the order in which the files name them.
    package let devices: [ImportedDevice]
    /// Packets that can't be read.
    package let unreadPackets: Int

    /// Reads files of any format that `CaptureReader` knows, in the order of their time.
    package init(files: [[UInt8]]) throws(CaptureProblem) {
        var packets: [[CapturedPacket]] = []
        for file in files { packets.append(try CaptureReader.packets(file)) }
        self.init(packets: packets)
    }

    /// Takes the packets of files.
    package init(packets files: [[CapturedPacket]]) {
        var gathering = Gathering()
        for (file, packets) in files.enumerated() {
            var hci = HCIFollower(file: file)
            var air = AirFollower(file: file)
            for (index, packet) in packets.enumerated() {
                let place = PacketPlace(file: file, number: packet.number == 0 ? index + 1 : packet.number)
                switch packet.content {
                case .hci(let adapter, let direction, let bytes):
                    hci.add(
                        bytes, adapter, isDown: direction == .toController, packet.time, place,
                        into: &gathering)
                case .linkLayer(let frame): air.add(frame, packet.time, place, into: &gathering)
                case .adapter, .note: break
                }
            }
        }
        gathering.finish()
        devices = DeviceHistory.all(gathering).map { ImportedDevice($0) }
        unreadPackets = gathering.unread
    }
}
