extension HCI {
    /// The features of an LE controller (Core 6.0, Vol 6, Part B, 4.6).
    public struct LEFeatures: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        public static let leEncryption = LEFeatures(rawValue: 1 << 0)
        public static let connectionParametersRequestProcedure = LEFeatures(rawValue: 1 << 1)
        public static let extendedRejectIndication = LEFeatures(rawValue: 1 << 2)
        public static let peripheralInitiatedFeaturesExchange = LEFeatures(rawValue: 1 << 3)
        public static let lePing = LEFeatures(rawValue: 1 << 4)
        public static let leDataPacketLengthExtension = LEFeatures(rawValue: 1 << 5)
        public static let llPrivacy = LEFeatures(rawValue: 1 << 6)
        public static let extendedScannerFilterPolicies = LEFeatures(rawValue: 1 << 7)
        public static let le2MPHY = LEFeatures(rawValue: 1 << 8)
        public static let stableModulationIndexTransmitter = LEFeatures(rawValue: 1 << 9)
        public static let stableModulationIndexReceiver = LEFeatures(rawValue: 1 << 10)
        public static let leCodedPHY = LEFeatures(rawValue: 1 << 11)
        public static let leExtendedAdvertising = LEFeatures(rawValue: 1 << 12)
        public static let lePeriodicAdvertising = LEFeatures(rawValue: 1 << 13)
        public static let channelSelectionAlgorithm2 = LEFeatures(rawValue: 1 << 14)
        public static let lePowerClass1 = LEFeatures(rawValue: 1 << 15)
        public static let minimumNumberOfUsedChannelsProcedure = LEFeatures(rawValue: 1 << 16)
        public static let connectionCTERequest = LEFeatures(rawValue: 1 << 17)
        public static let connectionCTEResponse = LEFeatures(rawValue: 1 << 18)
        public static let connectionlessCTETransmitter = LEFeatures(rawValue: 1 << 19)
        public static let connectionlessCTEReceiver = LEFeatures(rawValue: 1 << 20)
        public static let antennaSwitchingDuringCTETransmission = LEFeatures(rawValue: 1 << 21)
        public static let antennaSwitchingDuringCTEReception = LEFeatures(rawValue: 1 << 22)
        public static let receivingConstantToneExtensions = LEFeatures(rawValue: 1 << 23)
        public static let periodicAdvertisingSyncTransferSender = LEFeatures(rawValue: 1 << 24)
        public static let periodicAdvertisingSyncTransferRecipient = LEFeatures(rawValue: 1 << 25)
        public static let sleepClockAccuracyUpdates = LEFeatures(rawValue: 1 << 26)
        public static let remotePublicKeyValidation = LEFeatures(rawValue: 1 << 27)
        public static let connectedIsochronousStreamCentral = LEFeatures(rawValue: 1 << 28)
        public static let connectedIsochronousStreamPeripheral = LEFeatures(rawValue: 1 << 29)
        public static let isochronousBroadcaster = LEFeatures(rawValue: 1 << 30)
        public static let synchronizedReceiver = LEFeatures(rawValue: 1 << 31)
        public static let connectedIsochronousStreamHostSupport = LEFeatures(rawValue: 1 << 32)
        public static let lePowerControlRequest = LEFeatures(rawValue: 1 << 33)
        public static let lePathLossMonitoring = LEFeatures(rawValue: 1 << 35)
        public static let periodicAdvertisingADISupport = LEFeatures(rawValue: 1 << 36)
        public static let connectionSubrating = LEFeatures(rawValue: 1 << 37)
        public static let connectionSubratingHostSupport = LEFeatures(rawValue: 1 << 38)
        public static let channelClassification = LEFeatures(rawValue: 1 << 39)
    }

    /// The first page of LMP features, as far as LE needs it (Core 6.0, Vol 2, Part C, 3.3).
    public struct LMPFeatures: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        public static let brEDRNotSupported = LMPFeatures(rawValue: 1 << 37)
        public static let leSupportedController = LMPFeatures(rawValue: 1 << 38)
    }
}
