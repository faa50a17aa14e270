import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Why a device ends a link: what its LL_TERMINATE_IND says (Core 6.0, Vol 4, Part E, 7.1.6).
public enum DeviceDisconnectReason: Hashable, Sendable, CaseIterable {
    /// 0x13; on the phone `CBError.peripheralDisconnected`, as for the next two.
    case userTerminated
    /// 0x14
    case lowResources
    /// 0x15
    case poweringOff
    /// 0x05; on the phone `CBError.unknown`, as for the rest.
    case authenticationFailure
    /// 0x1A
    case unsupportedFeature
    /// 0x29
    case unitKeyPairing
    /// 0x3B
    case unacceptableParameters

    var code: HCI.ErrorCode {
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
    /// Ends every link from the device's side, with an LL_TERMINATE_IND that gives the reason.
    ///
    /// ```swift
    /// strap.disconnect(reason: .poweringOff)  // the phone: CBError.peripheralDisconnected (behaviour 3.10)
    /// ```
    public func disconnect(reason: DeviceDisconnectReason = .userTerminated) {
        perform { node, now in
            node.note(.disconnect(links: node.links.count))
            for link in node.links { node.ask(.disconnect(link.id, reason.code), at: now) }
        }
    }

    /// Ends one link from the device's side; nothing happens when it has ended already.
    public func disconnect(_ link: DeviceLink, reason: DeviceDisconnectReason = .userTerminated) {
        perform { node, now in
            node.note(.disconnect(links: 1))
            node.ask(.disconnect(link.id, reason.code), at: now)
        }
    }
}
