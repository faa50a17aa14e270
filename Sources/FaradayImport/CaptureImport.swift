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
    /// What became of the keys that were given and are of no use, in words.
    package let remarks: [String]

    /// Reads files of any format that `CaptureReader` knows, in the order of their time.
    ///
    /// - Parameters:
    ///   - files: The bytes of the files.
    ///   - keys: Long-term keys for encrypted links of captures on air, 16 bytes each, most significant first. Each is tried
    ///     on each link; keys that the files tell are found without them.
    ///   - resolvingKeys: Identity resolving keys, 16 bytes each, most significant first: the private addresses of one key are
    ///     one device.
    package init(files: [[UInt8]], keys: [[UInt8]] = [], resolvingKeys: [[UInt8]] = [])
        throws(CaptureProblem)
    {
        try self.init(sources: files.map { CaptureBytes($0) }, keys: keys, resolvingKeys: resolvingKeys)
    }

    /// Takes the packets of files.
    package init(
        packets files: [[CapturedPacket]], keys: [[UInt8]] = [], resolvingKeys: [[UInt8]] = []
    ) {
        self.init(sources: files, keys: keys, resolvingKeys: resolvingKeys)
    }

    /// Takes the packets of files as they come: none is kept for longer than what it says of a device.
    package init<Source: PacketSource>(
        sources: [Source], keys: [[UInt8]] = [], resolvingKeys: [[UInt8]] = []
    ) throws(Source.Failure) {
        var decryption = CaptureDecryption(sources, keys: keys)
        var gathering = try decryption.run()
        gathering.finish(resolving: resolvingKeys)
        devices = DeviceHistory.all(gathering).map { ImportedDevice($0) }
        unreadPackets = gathering.unread
        let useless = gathering.uselessKeys.map {
            "the key \(LinkKey.name($0)) resolves no private address of the captures"
        }
        remarks = decryption.remarks + useless
    }
}
