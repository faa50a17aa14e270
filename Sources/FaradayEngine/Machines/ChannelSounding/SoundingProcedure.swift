import BluetoothWire

/// A link-layer procedure of Channel Sounding that one end of a link starts.
enum SoundingProcedure: Hashable {
    /// LL_CS_CAPABILITIES_REQ.
    case capabilities
    /// LL_CS_FAE_REQ.
    case errors
    /// LL_CS_CONFIG_REQ, for the configuration with this identifier.
    case create(UInt8)
    case remove(UInt8)
    /// LL_CS_SEC_REQ.
    case security
    /// LL_CS_REQ, for the configuration with this identifier.
    case enable(UInt8)
    /// LL_CS_TERMINATE_REQ.
    case terminate(UInt8)
    /// LL_CS_CHANNEL_MAP_IND.
    case classification(ChannelSounding.ChannelMap)
}
