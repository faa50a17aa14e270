import BluetoothTypes
import BluetoothWire

extension Host {
    /// The settings that are fixed for the life of a host.
    package struct Configuration: Hashable, Sendable {
        /// The value of the Device Name characteristic, in UTF-8; cut to 248 bytes.
        package var deviceName: String
        /// The value of the Appearance characteristic (Assigned Numbers, 2.6).
        package var appearance: UInt16
        /// A random static identity to use; `nil` uses the controller's public address.
        package var address: DeviceAddress?
        /// The largest ATT MTU to agree to, 23…517.
        package var preferredMTU: UInt16
        /// Whether the server indicates changes to clients. Without it there is no Generic Attribute service,
        /// as on devices whose database never changes (Core 6.0, Vol 3, Part G, 7).
        package var hasServiceChanged: Bool
        /// Whether the server accepts Prepare Write and Execute Write. Without them it answers *Request Not
        /// Supported*, and no value longer than MTU - 3 can be written (Core 6.0, Vol 3, Part F, 3.4.6).
        package var acceptsPreparedWrites: Bool
        /// Whether to use the extended advertising, scanning and connection commands if the controller has
        /// them. The two families of commands must not be mixed (Core 6.0, Vol 4, Part E, 3.1.1).
        package var prefersExtendedCommands: Bool
        /// How the host connects as a central.
        package var connection: ConnectionDefaults {
            get { ownConnection.first ?? Self.usualConnection }
            set { ownConnection = newValue == Self.usualConnection ? [] : [newValue] }
        }
        /// Empty for a host that has no values of its own: a world may have thousands of devices.
        private var ownConnection: [ConnectionDefaults] = []
        private static let usualConnection = ConnectionDefaults()
        /// What to do when a peer requests other connection parameters.
        package var parameterRequests: ParameterRequestPolicy
        /// How the host pairs and encrypts.
        package var security: SecurityConfiguration
        /// What the host uses of Channel Sounding, if its controller has it; `nil` is nothing.
        package var ranging: RangingConfiguration?
        /// Whether a long read ends, with what was read, when a part of it is refused with *Invalid Offset*. If not, the read
        /// fails with that error. *Attribute Not Long* always ends it (Core 6.0, Vol 3, Part F, 3.4.4.5).
        package var takesInvalidOffsetAsEnd: Bool

        package init(
            deviceName: String = "", appearance: UInt16 = 0, address: DeviceAddress? = nil,
            preferredMTU: UInt16 = 517, hasServiceChanged: Bool = true, acceptsPreparedWrites: Bool = true,
            prefersExtendedCommands: Bool = true,
            connection: ConnectionDefaults = ConnectionDefaults(),
            parameterRequests: ParameterRequestPolicy = .accept,
            security: SecurityConfiguration = SecurityConfiguration(), ranging: RangingConfiguration? = nil,
            takesInvalidOffsetAsEnd: Bool = false
        ) {
            self.deviceName = deviceName
            self.appearance = appearance
            self.address = address
            self.preferredMTU = min(max(preferredMTU, 23), 517)
            self.hasServiceChanged = hasServiceChanged
            self.acceptsPreparedWrites = acceptsPreparedWrites
            self.prefersExtendedCommands = prefersExtendedCommands
            self.parameterRequests = parameterRequests
            self.security = security
            self.ranging = ranging
            self.takesInvalidOffsetAsEnd = takesInvalidOffsetAsEnd
            self.connection = connection
        }
    }

    /// How the host connects as a central.
    package struct ConnectionDefaults: Hashable, Sendable {
        /// The parameters of a new link.
        package var parameters: ConnectionParameters
        /// The time from one scan window to the next while a connection is pending.
        package var scanInterval: Nanoseconds
        /// How long the host listens in each window; at most `scanInterval`.
        package var scanWindow: Nanoseconds
        /// Whether to read the peer's LE features as soon as a link is up.
        package var readsRemoteFeatures: Bool

        package init(
            parameters: ConnectionParameters = ConnectionParameters(
                interval: .milliseconds(30), supervisionTimeout: .milliseconds(720)),
            scanInterval: Nanoseconds = .milliseconds(60), scanWindow: Nanoseconds = .milliseconds(30),
            readsRemoteFeatures: Bool = true
        ) {
            self.parameters = parameters
            self.scanInterval = scanInterval
            self.scanWindow = scanWindow
            self.readsRemoteFeatures = readsRemoteFeatures
        }
    }

    /// What to do when a peer requests other connection parameters.
    package enum ParameterRequestPolicy: Hashable, Sendable {
        /// Accept everything that the specification allows.
        case accept
        /// Accept nothing.
        case reject
        /// Ask the upper layer with `.parametersRequested`.
        case ask
    }
}
