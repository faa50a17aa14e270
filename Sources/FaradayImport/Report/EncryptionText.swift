extension ImportedEncryption {
    var lines: [String] {
        decryptions.map { "decrypted from packet \($0.place) on, \($0.key)" }
    }

    var unknowns: [String] {
        func packets(_ count: Int) -> String {
            "\(Count.of(count, "packet")) \(count == 1 ? "is" : "are") encrypted and can't be read"
        }
        var lines: [String] = []
        if packetsWithoutKey > 0 {
            let hint = "give the key (--ltk)"
            let why = secret.map { "the pairing hides the key (packet \($0.place): \($0.reason)); \(hint)" }
            lines.append("\(packets(packetsWithoutKey)): \(why ?? hint)")
        }
        if packetsWithoutBeginning > 0 {
            lines.append(
                "\(packets(packetsWithoutBeginning)), even with the key: LL_ENC_REQ and LL_ENC_RSP of the connection are"
                    + " not both in the capture")
        }
        if damagedPackets > 0 {
            let verb = damagedPackets == 1 ? "does" : "do"
            lines.append(
                "\(Count.of(damagedPackets, "packet")) of a decrypted connection \(verb) not decrypt: the MIC is wrong"
            )
        }
        return lines
    }
}

extension CaptureDecryption {
    /// What became of the given keys that opened nothing, in words.
    var remarks: [String] {
        uselessKeys.map { key in
            let name = "the key \(LinkKey.name(key))"
            if key.count != 16 { return "\(name) has \(Count.of(key.count, "byte")), not 16" }
            if encryptedLinks == 0 {
                return "\(name) is not used: no link of the captures begins to be encrypted"
            }
            if encryptedLinks == 1 { return "\(name) does not fit the only encrypted link" }
            return "\(name) fits none of the \(encryptedLinks) encrypted links"
        }
    }
}
