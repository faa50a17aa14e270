import BluetoothWire

/// The host's preferences for new links.
struct LinkPreferences: Hashable {
    private(set) var suggestedTxOctets: UInt16 = 27
    private(set) var suggestedTxTime: UInt16 = 328
    /// Empty means no preference.
    private(set) var txPHYs: LL.PHYSet = []
    private(set) var rxPHYs: LL.PHYSet = []
    private(set) var channelMap: LL.ChannelMap = .all

    /// Takes a command about the preferences and answers it; `nil` if the command is another one. `phys` are those that
    /// the controller has.
    mutating func reply(to command: HCI.Command, phys: LL.PHYSet) -> HCI.Event? {
        let opcode = command.opcode
        switch command {
        case .leReadSuggestedDefaultDataLength:
            return .complete(
                opcode,
                HCI.LEReadSuggestedDefaultDataLength.ReturnParameters(
                    status: .success, suggestedMaxTxOctets: suggestedTxOctets,
                    suggestedMaxTxTime: suggestedTxTime))
        case .leWriteSuggestedDefaultDataLength(let parameters):
            let (octets, time) = (parameters.suggestedMaxTxOctets, parameters.suggestedMaxTxTime)
            guard Self.isValid(octets, time) else { return .complete(opcode, .invalidHCICommandParameters) }
            (suggestedTxOctets, suggestedTxTime) = (octets, time)
        case .leSetDefaultPHY(let parameters):
            do throws(HCI.ErrorCode) {
                (txPHYs, rxPHYs) = try Self.phys(
                    parameters.allPHYs, parameters.txPHYs, parameters.rxPHYs, of: phys)
            } catch {
                return .complete(opcode, error)
            }
        case .leSetHostChannelClassification(let parameters):
            let map = LL.ChannelMap(bits: parameters.channelMap.rawValue)
            guard map.count >= 2 else { return .complete(opcode, .invalidHCICommandParameters) }
            channelMap = map
        default: return nil
        }
        return .complete(opcode, .success)
    }

    /// Whether data lengths are in their ranges (Core 6.0, Vol 4, Part E, 7.8.33).
    static func isValid(_ octets: UInt16, _ time: UInt16) -> Bool {
        27...251 ~= octets && 328...17_040 ~= time
    }

    /// The PHYs that a host prefers, empty for no preference. Fails for a PHY that is not in `supported`, which reserved
    /// ones never are, and for a preference of none (Core 6.0, Vol 4, Part E, 7.8.48 and 7.8.49).
    static func phys(
        _ all: HCI.AllPHYs, _ tx: HCI.PHYMask, _ rx: HCI.PHYMask, of supported: LL.PHYSet
    ) throws(HCI.ErrorCode) -> (tx: LL.PHYSet, rx: LL.PHYSet) {
        let sets = (
            tx: all.contains(.noTransmitPreference) ? [] : LL.PHYSet(rawValue: tx.rawValue),
            rx: all.contains(.noReceivePreference) ? [] : LL.PHYSet(rawValue: rx.rawValue)
        )
        guard sets.tx.isSubset(of: supported), sets.rx.isSubset(of: supported) else {
            throw .unsupportedFeatureOrParameterValue
        }
        guard all.contains(.noTransmitPreference) || !sets.tx.isEmpty,
            all.contains(.noReceivePreference) || !sets.rx.isEmpty
        else { throw .invalidHCICommandParameters }
        return sets
    }

    /// What is wrong with the preferences; `nil` if nothing is.
    func brokenInvariant(phys: LL.PHYSet) -> String? {
        if !Self.isValid(suggestedTxOctets, suggestedTxTime) {
            return "suggested lengths out of their ranges"
        }
        if !txPHYs.union(rxPHYs).isSubset(of: phys) { return "a preferred PHY that the controller lacks" }
        return channelMap.count >= 2 ? nil : "a channel map with fewer than two channels"
    }
}
