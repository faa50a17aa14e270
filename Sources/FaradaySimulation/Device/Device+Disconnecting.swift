import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Why a device ends a link: the error code in its LL_TERMINATE_IND (Core 6.0, Vol 4, Part E, 7.1.6).
public enum DeviceDisconnectReason: Hashable, Sendable, CaseIterable {
    /// *Remote User Terminated Connection*, 0x13. A phone's app gets `CBError.peripheralDisconnected`, as for the next
    /// two cases.
    case userTerminated
    /// *Remote Device Terminated due to Low Resources*, 0x14.
    case lowResources
    /// *Remote Device Terminated due to Power Off*, 0x15.
    case poweringOff
    /// *Authentication Failure*, 0x05. A phone's app gets `CBError.unknown`, as for all cases below.
    case authenticationFailure
    /// *Unsupported Remote Feature*, 0x1A.
    case unsupportedFeature
    /// *Pairing with Unit Key Not Supported*, 0x29.
    case unitKeyPairing
    /// *Unacceptable Connection Parameters*, 0x3B.
    case unacceptableParameters

    package var code: HCI.ErrorCode {
        switch self {
        case .userTerminated: .remoteUserTerminatedConnection
        case .lowResources: .remoteDeviceTerminatedConnectionDueToLowResources
        case .poweringOff: .remoteDeviceTerminatedConnectionDueToPowerOff
        case .authenticationFailure: .authenticationFailure
        case .unsupportedFeature: .unsupportedRemoteFeature
        case .unitKeyPairing: .pairingWithUnitKeyNotSupported
        case .unacceptableParameters: .unacceptableConnectionParameters
        }
    }
}

extension Device {
    /// Ends every link from the device's side, with an LL_TERMINATE_IND that contains the reason.
    ///
    /// ```swift
    /// strap.disconnect(reason: .poweringOff)  // the phone: CBError.peripheralDisconnected (behaviour 3.10)
    /// ```
    public func disconnect(reason: DeviceDisconnectReason = .userTerminated) {
        perform { node, now in
            node.note(.disconnect(links: node.links.count))
            for link in node.links { node.ask(.link(.disconnect(link.id, reason.code)), at: now) }
        }
    }

    /// Ends one link from the device's side; does nothing if the link has ended already.
    public func disconnect(_ link: DeviceLink, reason: DeviceDisconnectReason = .userTerminated) {
        perform { node, now in
            node.note(.disconnect(links: 1))
            node.ask(.link(.disconnect(link.id, reason.code)), at: now)
        }
    }
}
