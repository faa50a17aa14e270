import BluetoothTypes
import BluetoothWire

/// LE credit-based channels (Core 6.0, Vol 3, Part A, 4.22 and 10.1).
extension Host {
    /// Identifies one channel; never used again during the life of a host.
    package struct ChannelID: Hashable, Sendable, Comparable {
        package let rawValue: UInt32
        package init(_ rawValue: UInt32) { self.rawValue = rawValue }
        package static func < (left: ChannelID, right: ChannelID) -> Bool { left.rawValue < right.rawValue }
    }

    /// What peers can open channels to at a PSM.
    package struct ChannelService: Hashable, Sendable {
        /// 0x0001…0x00FF; the dynamic ones begin at 0x0080.
        package var psm: UInt16
        /// The security that the link must have. Otherwise the peer gets Insufficient Authentication or
        /// Insufficient Encryption.
        package var requiredLevel: SecurityLevel
        /// The shortest key, 7…16 bytes, on a link that must be encrypted.
        package var requiredKeySize: UInt8
        /// Whether the link must be authorized with `Command.authorize`.
        package var requiresAuthorization: Bool
        /// The longest SDU that this end accepts, 23…65,535 bytes.
        package var mtu: UInt16
        package init(
            psm: UInt16, requiredLevel: SecurityLevel = .none, requiredKeySize: UInt8 = 7,
            requiresAuthorization: Bool = false, mtu: UInt16 = 2048
        ) {
            self.psm = psm
            self.requiredLevel = requiredLevel
            self.requiredKeySize = requiredKeySize
            self.requiresAuthorization = requiresAuthorization
            self.mtu = mtu
        }
    }

    /// A channel that is open.
    package struct Channel: Hashable, Sendable {
        package var link: LinkID
        package var psm: UInt16
        /// The longest SDU that the peer accepts.
        package var peerMTU: UInt16
        package init(link: LinkID, psm: UInt16, peerMTU: UInt16) {
            self.link = link
            self.psm = psm
            self.peerMTU = peerMTU
        }
    }

    /// Why a channel did not open.
    public enum ChannelFailure: Error, Hashable, Sendable {
        /// The peer refused, or its answer was invalid.
        case refused(L2CAP.ConnectionResult)
        /// The peer did not answer in time.
        case timeout
        /// The link has 64 channels already.
        case noChannels
        /// The link ended meanwhile.
        case linkLost
    }
}
