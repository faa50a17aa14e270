import BluetoothWire

/// The data PDU lengths of a link (Core 6.0, Vol 6, Part B, 4.5.10).
struct DataLengths {
    /// The minimum of every controller.
    static let least = LL.Length(maxRxOctets: 27, maxRxTime: 328, maxTxOctets: 27, maxTxTime: 328)

    /// What this side can receive and wants to send.
    var local = DataLengths.least
    /// What the other side can receive and wants to send.
    var remote = DataLengths.least
    /// The lengths in use.
    private(set) var effective = DataLengths.least

    /// Applies changes of `local` or `remote`; returns whether they changed the lengths in use.
    mutating func settle() -> Bool {
        let settled = LL.Length(
            maxRxOctets: min(local.maxRxOctets, remote.maxTxOctets),
            maxRxTime: min(local.maxRxTime, remote.maxTxTime),
            maxTxOctets: min(local.maxTxOctets, remote.maxRxOctets),
            maxTxTime: min(local.maxTxTime, remote.maxRxTime))
        defer { effective = settled }
        return settled != effective
    }

    /// How many bytes a data PDU may carry, limited by length and by time on air.
    func effectiveTxOctets(_ phy: LL.PHY) -> Int {
        let time = Int(effective.maxTxTime)
        // Air time without header, access address, CRC and MIC.
        let inTime =
            switch phy {
            case .le1M: time / 8 - 14
            case .le2M: time / 4 - 15
            case .leCoded: (time - 400) / 64 - 9
            }
        return max(27, min(Int(effective.maxTxOctets), inTime))
    }
}
