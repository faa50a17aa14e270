extension HCI {
    /// The features of an LE controller (Core 6.0, Vol 6, Part B, 4.6).
    public struct LEFeatures: OptionSet, Hashable, Sendable, HCIField {
        /// The features as bits, as HCI and the link layer carry them.
        public let rawValue: UInt64

        /// Creates features from bits; bits without a name are kept.
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// Encrypted links.
        public static let leEncryption = LEFeatures(rawValue: 1 << 0)
        /// Either end may ask for other connection parameters.
        public static let connectionParametersRequestProcedure = LEFeatures(rawValue: 1 << 1)
        /// A reject PDU contains the opcode of the rejected procedure.
        public static let extendedRejectIndication = LEFeatures(rawValue: 1 << 2)
        /// A peripheral may ask for the central's features.
        public static let peripheralInitiatedFeaturesExchange = LEFeatures(rawValue: 1 << 3)
        /// Encrypted links are checked by pings.
        public static let lePing = LEFeatures(rawValue: 1 << 4)
        /// Data packets of more than 27 bytes.
        public static let leDataPacketLengthExtension = LEFeatures(rawValue: 1 << 5)
        /// The controller resolves private addresses.
        public static let llPrivacy = LEFeatures(rawValue: 1 << 6)
        /// Scans that let directed advertising to private addresses through.
        public static let extendedScannerFilterPolicies = LEFeatures(rawValue: 1 << 7)
        /// LE 2M.
        public static let le2MPHY = LEFeatures(rawValue: 1 << 8)
        /// The transmitter's modulation index is stable.
        public static let stableModulationIndexTransmitter = LEFeatures(rawValue: 1 << 9)
        /// The receiver knows stable modulation indices.
        public static let stableModulationIndexReceiver = LEFeatures(rawValue: 1 << 10)
        /// LE Coded.
        public static let leCodedPHY = LEFeatures(rawValue: 1 << 11)
        /// Extended advertising.
        public static let leExtendedAdvertising = LEFeatures(rawValue: 1 << 12)
        /// Periodic advertising.
        public static let lePeriodicAdvertising = LEFeatures(rawValue: 1 << 13)
        /// Channel selection algorithm #2.
        public static let channelSelectionAlgorithm2 = LEFeatures(rawValue: 1 << 14)
        /// Transmit powers of power class 1.
        public static let lePowerClass1 = LEFeatures(rawValue: 1 << 15)
        /// A peripheral may ask for more channels.
        public static let minimumNumberOfUsedChannelsProcedure = LEFeatures(rawValue: 1 << 16)
        /// Constant tone extensions can be asked for on a link.
        public static let connectionCTERequest = LEFeatures(rawValue: 1 << 17)
        /// Constant tone extensions can be sent on a link.
        public static let connectionCTEResponse = LEFeatures(rawValue: 1 << 18)
        /// Constant tone extensions are sent with periodic advertising.
        public static let connectionlessCTETransmitter = LEFeatures(rawValue: 1 << 19)
        /// Constant tone extensions of periodic advertising are received.
        public static let connectionlessCTEReceiver = LEFeatures(rawValue: 1 << 20)
        /// Antennas are switched while a tone is sent (angle of departure).
        public static let antennaSwitchingDuringCTETransmission = LEFeatures(rawValue: 1 << 21)
        /// Antennas are switched while a tone is received (angle of arrival).
        public static let antennaSwitchingDuringCTEReception = LEFeatures(rawValue: 1 << 22)
        /// Constant tone extensions are received.
        public static let receivingConstantToneExtensions = LEFeatures(rawValue: 1 << 23)
        /// Sends a connected peer how to follow a periodic advertising train.
        public static let periodicAdvertisingSyncTransferSender = LEFeatures(rawValue: 1 << 24)
        /// Receives from a connected peer how to follow a periodic advertising train.
        public static let periodicAdvertisingSyncTransferRecipient = LEFeatures(rawValue: 1 << 25)
        /// Peers inform each other of a changed clock accuracy.
        public static let sleepClockAccuracyUpdates = LEFeatures(rawValue: 1 << 26)
        /// The controller checks public keys.
        public static let remotePublicKeyValidation = LEFeatures(rawValue: 1 << 27)
        /// Connected isochronous streams, as central.
        public static let connectedIsochronousStreamCentral = LEFeatures(rawValue: 1 << 28)
        /// Connected isochronous streams, as peripheral.
        public static let connectedIsochronousStreamPeripheral = LEFeatures(rawValue: 1 << 29)
        /// Isochronous broadcasts are sent.
        public static let isochronousBroadcaster = LEFeatures(rawValue: 1 << 30)
        /// Isochronous broadcasts are received.
        public static let synchronizedReceiver = LEFeatures(rawValue: 1 << 31)
        /// The host knows connected isochronous streams.
        public static let connectedIsochronousStreamHostSupport = LEFeatures(rawValue: 1 << 32)
        /// Peers ask each other for another transmit power.
        public static let lePowerControlRequest = LEFeatures(rawValue: 1 << 33)
        /// The controller reports path loss.
        public static let lePathLossMonitoring = LEFeatures(rawValue: 1 << 35)
        /// Periodic advertising indicates whether its data are new.
        public static let periodicAdvertisingADISupport = LEFeatures(rawValue: 1 << 36)
        /// Connections that skip events.
        public static let connectionSubrating = LEFeatures(rawValue: 1 << 37)
        /// The host knows connections that skip events.
        public static let connectionSubratingHostSupport = LEFeatures(rawValue: 1 << 38)
        /// A peripheral reports which channels are good.
        public static let channelClassification = LEFeatures(rawValue: 1 << 39)
        /// Channel Sounding.
        public static let channelSounding = LEFeatures(rawValue: 1 << 46)
        /// The host knows Channel Sounding; it says so with LE Set Host Feature.
        public static let channelSoundingHostSupport = LEFeatures(rawValue: 1 << 47)
        /// The controller rates the tones of Channel Sounding.
        public static let channelSoundingToneQualityIndication = LEFeatures(rawValue: 1 << 48)
        /// There are more pages of features.
        public static let llExtendedFeatureSet = LEFeatures(rawValue: 1 << 63)
    }

    /// The first page of LMP features, as far as LE needs it (Core 6.0, Vol 2, Part C, 3.3).
    public struct LMPFeatures: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The controller is for LE only.
        public static let brEDRNotSupported = LMPFeatures(rawValue: 1 << 37)
        /// The controller supports LE.
        public static let leSupportedController = LMPFeatures(rawValue: 1 << 38)
    }
}
