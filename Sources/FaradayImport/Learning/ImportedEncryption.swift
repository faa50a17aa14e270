/// What of the encrypted packets of a device was read, with which keys, and why the others were not.
package struct ImportedEncryption: Sendable {
    /// Where encryption begins that was decrypted, and the key.
    package var decryptions: [(place: PacketPlace, key: LinkKey.Source)]
    /// Packets that no key opens, for want of one.
    package var packetsWithoutKey: Int
    /// Packets of links whose first encrypted packets were not heard.
    package var packetsWithoutBeginning: Int
    /// Packets that did not decrypt, of links that did.
    package var damagedPackets: Int
    /// The last pairing whose packets do not tell the key, and why.
    package var secret: (place: PacketPlace, reason: String)?

    /// Packets that nobody can read.
    package var unreadPackets: Int { packetsWithoutKey + packetsWithoutBeginning + damagedPackets }

    init(_ links: [LinkRecord]) {
        func sum(_ obstacle: LinkRecord.Obstacle) -> Int {
            links.reduce(0) { $0 + ($1.encryptedPackets[obstacle] ?? 0) }
        }
        decryptions = links.flatMap(\.decryptions)
        (packetsWithoutKey, packetsWithoutBeginning) = (sum(.noKey), sum(.noBeginning))
        damagedPackets = sum(.damage)
        guard packetsWithoutKey > 0 else { return }
        for link in links where link.view == .air && link.decryptions.isEmpty {
            guard let pairing = HeardPairing.all(link).last else { continue }
            let missing =
                link.ends == nil ? "the connection request was not heard" : "its passkey was not found"
            secret = (pairing.place, pairing.secret ?? missing)
        }
    }
}
