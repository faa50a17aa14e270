import BluetoothTypes
import BluetoothWire

/// Measuring the distance to a peer by Channel Sounding (Core 6.0, Vol 6, Part H).
extension Host {
    /// What a host uses of Channel Sounding, fixed for its life but for the roles.
    package struct RangingConfiguration: Hashable, Sendable {
        /// The roles that peers may have this host take, on each link. `RangingCommand.allow` changes them. What this
        /// host starts itself needs no permission.
        package var allowedRoles: ChannelSounding.Roles
        /// The greatest transmit power in dBm, -127 to 20.
        package var maxTXPower: Int8
        /// The distance in metres by which this end's antenna and filters delay what it sends and receives. It is
        /// subtracted from each distance, as a factory's calibration does; 0 subtracts nothing.
        package var antennaDelay: Double
        /// Whether the host reports what it measured as reflector, with `RangingEvent.reflected`: the Ranging Service
        /// sends it to the peer.
        package var reportsReflections: Bool

        package init(
            allowedRoles: ChannelSounding.Roles = [], maxTXPower: Int8 = 20, antennaDelay: Double = 0,
            reportsReflections: Bool = false
        ) {
            self.allowedRoles = allowedRoles
            self.maxTXPower = maxTXPower
            self.antennaDelay = antennaDelay
            self.reportsReflections = reportsReflections
        }
    }

    /// How the distance is measured on a link.
    package struct RangingParameters: Hashable, Sendable {
        /// How an initiator gets the phases that the reflector measured.
        package enum Correction: Hashable, Sendable {
            /// The reflector adds its phase to the tone that it sends (Core 6.3). Each procedure gives a distance at
            /// once, and nothing is sent on the link.
            case inline
            /// The reflector's Ranging Service sends what it measured, after each procedure.
            case rangingService
        }

        /// How the phases come back.
        package var correction: Correction
        /// What procedures do; its role and its enhancements follow from `correction`: this end is the initiator.
        package var configuration: ChannelSoundingConfiguration
        /// The identifier of the configuration on the link, 0 to 3.
        package var configID: UInt8
        /// How many connection events pass from one procedure to the next, 1 to 65,535.
        package var procedureInterval: ClosedRange<UInt16>
        /// After how many procedures it ends by itself; 0 for never.
        package var procedureCount: UInt16
        /// The longest procedure, 0.625 ms to 40.96 s.
        package var maxProcedureLength: Nanoseconds
        /// How long a subevent may be, 1.25 ms to 4 s.
        package var subeventLength: ClosedRange<Nanoseconds>
        /// The antennas of both ends.
        package var toneAntennas: ChannelSounding.ToneAntennas

        /// Creates parameters; without more arguments tones on all channels with inline correction, until stopped.
        package init(
            correction: Correction = .inline,
            configuration: ChannelSoundingConfiguration = ChannelSoundingConfiguration(role: .initiator),
            configID: UInt8 = 0, procedureInterval: ClosedRange<UInt16> = 2...2, procedureCount: UInt16 = 0,
            maxProcedureLength: Nanoseconds = .milliseconds(100),
            subeventLength: ClosedRange<Nanoseconds> = .microseconds(1250)...(.milliseconds(40)),
            toneAntennas: ChannelSounding.ToneAntennas = .oneByOne
        ) {
            self.correction = correction
            self.configuration = configuration
            self.configID = configID
            self.procedureInterval = procedureInterval
            self.procedureCount = procedureCount
            self.maxProcedureLength = maxProcedureLength
            self.subeventLength = subeventLength
            self.toneAntennas = toneAntennas
        }
    }

    /// What two controllers agreed on when procedures began.
    package struct RangingSession: Hashable, Sendable {
        /// What this end does.
        package var role: ChannelSounding.Role
        /// The configuration with its times; nil if the controller did not report it.
        package var configuration: ChannelSounding.AgreedConfiguration?
        /// The time from one procedure to the next, as the link's interval is now.
        package var procedureInterval: Nanoseconds
        /// The number of procedures; 0 for any number.
        package var procedureCount: UInt16
        /// The transmit power in dBm, if the controller knows it.
        package var txPower: Int8?
        package init(
            role: ChannelSounding.Role, configuration: ChannelSounding.AgreedConfiguration? = nil,
            procedureInterval: Nanoseconds = .zero, procedureCount: UInt16 = 0, txPower: Int8? = nil
        ) {
            self.role = role
            self.configuration = configuration
            self.procedureInterval = procedureInterval
            self.procedureCount = procedureCount
            self.txPower = txPower
        }
    }

    /// The distance that one procedure measured.
    package struct RangingMeasurement: Hashable, Sendable {
        /// The procedure's number on this link: it begins at 0 and comes again after 65,535.
        package var procedureCounter: UInt16
        /// When the last result was there.
        package var time: Instant
        /// What the phases and times say.
        package var estimate: DistanceEstimate
        /// How strong the peer was in dBm, if a packet of mode 0 was received.
        package var rssi: Int8?
        /// What this controller measured, in order.
        package var steps: [ChannelSounding.Step]
        /// What the peer measured, step by step; empty with inline correction.
        package var peerSteps: [ChannelSounding.StepData]

        /// The distance in metres, at least 0.
        package var distance: Double { estimate.distance }

        package init(
            procedureCounter: UInt16, time: Instant, estimate: DistanceEstimate, rssi: Int8? = nil,
            steps: [ChannelSounding.Step] = [], peerSteps: [ChannelSounding.StepData] = []
        ) {
            self.procedureCounter = procedureCounter
            self.time = time
            self.estimate = estimate
            self.rssi = rssi
            self.steps = steps
            self.peerSteps = peerSteps
        }
    }

    /// A procedure that gave no distance; others may follow.
    package struct RangingGap: Hashable, Sendable {
        /// Why there is no distance.
        package enum Reason: Hashable, Sendable {
            /// The controllers ended the procedure, or all of its subevents, before it was complete.
            case aborted(ChannelSounding.ProcedureAbortReason, ChannelSounding.SubeventAbortReason)
            /// Too few tones or packets were received well enough to compute a distance.
            case weakSignal
            /// The peer's Ranging Service did not send its part, or sent one that does not belong to this one.
            case reportMissing
        }
        /// The procedure's number.
        package var procedureCounter: UInt16
        /// When that was known.
        package var time: Instant
        package var reason: Reason
        package init(procedureCounter: UInt16, time: Instant, reason: Reason) {
            self.procedureCounter = procedureCounter
            self.time = time
            self.reason = reason
        }
    }

    /// What this end measured in a procedure as reflector.
    package struct RangingReflection: Hashable, Sendable {
        /// The procedure's number.
        package var procedureCounter: UInt16
        /// The configuration's identifier, 0 to 3.
        package var configID: UInt8
        /// The transmit power in dBm, if the controller knows it.
        package var txPower: Int8?
        /// The subevents in order, each whole.
        package var subevents: [HCI.LECSSubeventResult]
        package init(
            procedureCounter: UInt16, configID: UInt8, txPower: Int8?, subevents: [HCI.LECSSubeventResult]
        ) {
            self.procedureCounter = procedureCounter
            self.configID = configID
            self.txPower = txPower
            self.subevents = subevents
        }
    }

    /// Why the distance can't be measured, or not any longer.
    package enum RangingFailure: Error, Hashable, Sendable {
        /// This controller has no Channel Sounding, or the host's configuration does not use it.
        case unsupported
        /// The peer has no Channel Sounding.
        case peerUnsupported
        /// The peer's controller can't be reflector with what the parameters ask for: inline correction, a mode,
        /// a kind of packets, or antennas.
        case peerLacks(RangingNeed)
        /// This controller can't do what the parameters ask for.
        case lacks(RangingNeed)
        /// The link is not encrypted, which Channel Sounding needs.
        case notEncrypted
        /// It is running already on this link, or a peer has started it.
        case busy
        /// The parameters break this rule.
        case invalidConfiguration(ChannelSoundingConfiguration.Problem)
        /// This end's or the peer's controller refused a step of the set-up.
        case refused(RangingStep, HCI.ErrorCode)
        /// The controller did not finish a step of the set-up in time.
        case timedOut(RangingStep)
        /// The peer has no usable Ranging Service.
        case noRangingService
        /// The peer, or one of the controllers, has ended it.
        case endedByPeer
        /// The controllers gave up the procedures.
        case aborted(ChannelSounding.ProcedureAbortReason)
        /// The link has ended.
        case linkLost
    }

    /// What parameters of ranging need of a controller.
    package enum RangingNeed: Hashable, Sendable {
        case initiatorRole
        case reflectorRole
        case inlineCorrection
        case mode(ChannelSounding.Mode)
        case rttType(ChannelSounding.RTTType)
        case syncPHY(ChannelSounding.SyncPHY)
        case channelSelection
        case antennaPaths(Int)
        /// A host that uses Channel Sounding.
        case hostSupport
    }

    /// The steps of the set-up, in their order.
    package enum RangingStep: UInt8, Hashable, Sendable, CaseIterable {
        case remoteFeatures
        case defaultSettings
        case remoteCapabilities
        case frequencyErrors
        case configuration
        case security
        case rangingService
        case procedureParameters
        case enabling
        /// Procedures run.
        case running
        case disabling
    }

    /// What happens to the measuring of distances on a link.
    package enum RangingEvent: Hashable, Sendable {
        /// Procedures begin: this host has started them, or the peer has. It comes again when the link has got a new key,
        /// which interrupts them.
        case started(RangingSession)
        /// A procedure of this host gave a distance.
        case measured(RangingMeasurement)
        /// A procedure of this host gave none.
        case missed(RangingGap)
        /// A procedure has ended in which this end was reflector; only if the configuration wants it.
        case reflected(RangingReflection)
        /// There are no more procedures: stopped, or all done (nil), or for this reason. It is the last event of what
        /// began with `.start`, also if nothing ran. `busy` only answers a second `.start`: the first one goes on.
        case ended(RangingFailure?)
    }
}
