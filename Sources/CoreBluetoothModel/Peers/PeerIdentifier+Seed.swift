import BluetoothPort
import BluetoothTypes
import BluetoothWire

extension PeerIdentifier {
    /// The identifier that a phone with this seed gives to the peer at `address` (behaviour 3.33). Another
    /// phone, or a new address, gives another one. It has the format of a random UUID, version 4.
    init(seed: UInt64, address: DeviceAddress) {
        let key = PeerMemory.key(address)
        let high = Self.mix(seed &+ Self.mix(key &+ 0x9E37_79B9_7F4A_7C15))
        let low = Self.mix(high &+ Self.mix(key ^ 0xD1B5_4A32_D192_ED03))
        self.init(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Spreads each bit over all bits: the finaliser of SplitMix64, a bijection.
    static func mix(_ value: UInt64) -> UInt64 {
        var bits = value
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
