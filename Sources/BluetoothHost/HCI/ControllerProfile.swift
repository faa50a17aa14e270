import BluetoothTypes
import BluetoothWire

extension Host {
    /// What the host knows of its controller, and which addresses it uses.
    struct ControllerProfile: Hashable, Sendable {
        /// Optional abilities of the controller.
        struct Abilities: OptionSet, Hashable, Sendable {
            let rawValue: UInt16
            init(rawValue: UInt16) { self.rawValue = rawValue }
            /// Extended advertising, scanning and connection commands exist, and are used.
            static let extendedCommands = Abilities(rawValue: 1 << 0)
            /// A peripheral's LE Connection Update starts the link layer's procedure.
            static let connectionParametersRequest = Abilities(rawValue: 1 << 1)
            static let filterAcceptList = Abilities(rawValue: 1 << 2)
            static let readRemoteFeatures = Abilities(rawValue: 1 << 3)
            static let removeAdvertisingSet = Abilities(rawValue: 1 << 4)
            static let setDataLength = Abilities(rawValue: 1 << 5)
            static let setPHY = Abilities(rawValue: 1 << 6)
            /// The controller resolves private addresses.
            static let resolvingList = Abilities(rawValue: 1 << 9)
            static let setPrivacyMode = Abilities(rawValue: 1 << 10)
            /// The controller has LE Encrypt.
            static let encryptsBlocks = Abilities(rawValue: 1 << 7)
            /// The controller can make P-256 keys and secrets.
            static let makesKeys = Abilities(rawValue: 1 << 8)
        }

        /// What the host does on air.
        struct Pauses: OptionSet, Hashable, Sendable {
            let rawValue: UInt8
            init(rawValue: UInt8) { self.rawValue = rawValue }
            /// Scanning and connecting.
            static let listening = Pauses(rawValue: 1 << 0)
            static let advertising = Pauses(rawValue: 1 << 1)
        }

        var abilities: Abilities = []
        var features: HCI.LEFeatures = []
        /// What the controller can do in Channel Sounding, if the host uses that.
        var channelSounding: ChannelSoundingCapabilities? {
            get { sounding.first }
            set { sounding = newValue.map { [$0] } ?? [] }
        }
        /// Empty on most controllers, of which a world may have thousands.
        private var sounding: [ChannelSoundingCapabilities] = []
        /// The address that the host uses unless told otherwise.
        var identity = DeviceAddress.zero
        /// The value of the private address that the controller has for the host; 0 without privacy.
        var privateValue: UInt64 = 0
        /// What must pause while addresses change.
        var pauses: Pauses = []
        /// How many peers the filter accept list holds.
        var filterAcceptListSize: UInt16 = 0
        /// The longest advertising data of an extended set.
        var maximumAdvertisingDataLength: UInt16 = 31
        var aclPacketLength: UInt16 = 0
        var aclPacketCount: UInt16 = 0

        init() {}

        var usesExtendedCommands: Bool { abilities.contains(.extendedCommands) }
        /// The host's own address on air.
        var ownAddress: DeviceAddress { privateValue == 0 ? identity : DeviceAddress(privateValue, .random) }
        var ownAddressType: HCI.OwnAddressType { Self.ownAddressType(of: ownAddress) }

        /// The controller did not answer a command for a link. It is not asked again, because each time would delay
        /// what the app wants.
        mutating func lost(_ operation: CommandQueue.LinkOperation) {
            switch operation {
            case .setPHY: abilities.remove(.setPHY)
            case .setDataLength: abilities.remove(.setDataLength)
            case .readRemoteFeatures: abilities.remove(.readRemoteFeatures)
            case .disconnect, .update, .parameterReply, .enableEncryption, .replyWithKey, .refuseEncryption,
                .encryptBlock, .ranging:
                break
            }
        }

        static func ownAddressType(of address: DeviceAddress) -> HCI.OwnAddressType {
            address.kind.onAir == .public ? .public : .random
        }
    }
}

extension DeviceAddress {
    /// The same address as it is on air: public or random.
    var onAir: DeviceAddress { DeviceAddress(value, kind.onAir) }
}
