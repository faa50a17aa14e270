/// What became of the packets from one start of encryption of a link to the next.
enum SessionOutcome {
    /// They were read.
    case read(LinkKey.Source)
    /// No key fits.
    case noKey
    /// Without LL_ENC_REQ and LL_ENC_RSP no key is enough.
    case noBeginning
}
