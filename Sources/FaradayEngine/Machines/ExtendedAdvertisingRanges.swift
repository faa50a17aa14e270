import BluetoothWire

/// The values that the parameters of extended advertising may have.
extension HCI.LESetExtendedAdvertisingParameters {
    /// Why no set can have these parameters; `nil` if one can (Core 6.0, Vol 4, Part E, 7.8.53).
    func problem(for configuration: ControllerConfiguration) -> HCI.ErrorCode? {
        guard advertisingHandle.namesAdvertisingSet, advertisingEventProperties.defined.isPossible,
            !primaryAdvertisingChannelMap.intersection(.all).isEmpty, hasIntervals,
            peerAddress.hasTypeOnAir, advertisingSID <= 0x0F,
            // 127 means no preference.
            advertisingTxPower == 127 || (-127...20).contains(advertisingTxPower)
        else { return .invalidHCICommandParameters }
        // The PHY between LE 1M and LE Coded is reserved here, and a reserved PHY counts as one that is not supported.
        guard primaryAdvertisingPHY != .le2M else { return .unsupportedFeatureOrParameterValue }
        // Legacy PDUs are sent on LE 1M.
        guard !advertisingEventProperties.contains(.useLegacyPDUs) || primaryAdvertisingPHY == .le1M else {
            return .invalidHCICommandParameters
        }
        let phys = configuration.phys
        guard configuration.offers(ownAddressType), phys.contains(LL.PHYSet(primaryAdvertisingPHY.onAir)),
            phys.contains(LL.PHYSet(secondaryAdvertisingPHY.onAir))
        else { return .unsupportedFeatureOrParameterValue }
        return nil
    }

    /// Whether the intervals are in their range, or don't count.
    private var hasIntervals: Bool {
        let (least, most) = (primaryAdvertisingIntervalMin, primaryAdvertisingIntervalMax)
        return advertisingEventProperties.contains(.highDutyCycleDirected)
            || 0x20 <= least && least <= most && most <= 0xFF_FFFF
    }
}

extension UInt8 {
    /// Whether an advertising handle has this value: 0xF0 and more are reserved.
    var namesAdvertisingSet: Bool { self <= 0xEF }
}

extension DeviceAddress {
    /// Whether the type of the address is public or random, the only ones that most commands know; 2 and 3 are for
    /// events.
    var hasTypeOnAir: Bool { kind == kind.onAir }
}
