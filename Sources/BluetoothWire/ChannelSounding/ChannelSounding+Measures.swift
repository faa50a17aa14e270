/// What one measurement of a step says.
extension ChannelSounding {
    /// How far the peer's crystal is from the local one: 15 bits with sign, in 0.01 ppm, −10,000 to 10,000.
    public struct FrequencyOffset: RawRepresentable, Hashable, Sendable {
        /// The 16 bits on the wire; the sign is extended to the highest one.
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// There is no offset: at the reflector, or without a packet of mode 0.
        public static let notAvailable = FrequencyOffset(rawValue: 0xC000)

        /// Creates an offset in 0.01 ppm; beyond 100 ppm it is 100 ppm.
        public init(hundredths: Int) {
            self.init(rawValue: UInt16(bitPattern: Int16(min(max(hundredths, -10_000), 10_000))))
        }

        /// The offset in 0.01 ppm, or nil.
        public var hundredths: Int? {
            // Bit 15 repeats the sign, and some controllers leave it out.
            let value = Int(Int16(bitPattern: rawValue << 1) >> 1)
            return value == -0x4000 ? nil : value
        }

        /// The offset in parts per million, −100 to 100, or nil.
        public var partsPerMillion: Double? { hundredths.map { Double($0) / 100 } }
    }

    /// The phase and amplitude of a tone: a phase correction term (PCT), with 12 bits each for I and Q.
    ///
    /// The scale is arbitrary, the same for all tones of a procedure.
    public struct PhaseCorrectionTerm: Hashable, Sendable {
        /// In phase, −2048 to 2047.
        public let i: Int16
        /// In quadrature, −2048 to 2047.
        public let q: Int16

        /// The greatest value that fits.
        public static let fullScale: Int16 = 2047

        /// Creates a term; values that do not fit into 12 bits become the nearest ones that do.
        public init(i: Int16, q: Int16) {
            self.i = min(max(i, -2048), 2047)
            self.q = min(max(q, -2048), 2047)
        }

        /// Quantises a term whose full scale is 1; not a number counts as 0.
        public init(real i: Double, imaginary q: Double) {
            self.init(i: Self.quantised(i), q: Self.quantised(q))
        }

        private static func quantised(_ value: Double) -> Int16 {
            guard !value.isNaN else { return 0 }
            return Int16((min(max(value, -1), 1) * Double(fullScale)).rounded())
        }

        /// Creates a term from 24 bits: I in the lower 12, Q in the upper 12.
        init(bits: UInt32) {
            i = Int16(bitPattern: UInt16(truncatingIfNeeded: bits) << 4) >> 4
            q = Int16(bitPattern: UInt16(truncatingIfNeeded: bits >> 12) << 4) >> 4
        }

        /// The 24 bits.
        var bits: UInt32 {
            UInt32(UInt16(bitPattern: i) & 0xFFF) | UInt32(UInt16(bitPattern: q) & 0xFFF) << 12
        }
    }

    /// How well a tone was received: Tone_Quality_Indicator.
    public struct ToneQuality: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// How much the phase can be trusted.
        public enum Level: UInt8, Hashable, Sendable, CaseIterable {
            /// The phase can be trusted.
            case high = 0
            /// The phase can be trusted less.
            case medium = 1
            /// The phase can hardly be trusted.
            case low = 2
            /// The controller does not say.
            case notAvailable = 3
        }

        /// Whether a tone was sent in the extension slot, which is always there and used at random.
        public enum Slot: UInt8, Hashable, Sendable, CaseIterable {
            /// The slot of an antenna path.
            case path = 0
            /// The extension slot, without a tone.
            case extensionWithoutTone = 1
            /// The extension slot, with a tone.
            case extensionWithTone = 2
        }

        public init(_ level: Level, _ slot: Slot = .path) {
            self.init(rawValue: level.rawValue | slot.rawValue << 4)
        }

        /// How much the phase can be trusted; a reserved value counts as not available.
        public var level: Level { Level(rawValue: rawValue & 0xF) ?? .notAvailable }
        /// What the slot is; nil for a reserved value.
        public var slot: Slot? { Slot(rawValue: rawValue >> 4) }
    }

    /// One tone: its phase and amplitude, and how well it was received.
    public struct Tone: Hashable, Sendable {
        /// Phase and amplitude.
        public var pct: PhaseCorrectionTerm
        /// How well it was received.
        public var quality: ToneQuality

        public init(_ pct: PhaseCorrectionTerm, _ quality: ToneQuality) {
            (self.pct, self.quality) = (pct, quality)
        }

        init(bits: UInt32) {
            self.init(.init(bits: bits & 0xFF_FFFF), .init(rawValue: UInt8(truncatingIfNeeded: bits >> 24)))
        }

        var bits: UInt32 { pct.bits | UInt32(quality.rawValue) << 24 }
    }

    /// How well a packet was received: Packet_Quality.
    public struct PacketQuality: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// What became of the access address.
        public enum Check: UInt8, Hashable, Sendable, CaseIterable {
            /// All bits are right.
            case correct = 0
            /// There are wrong bits.
            case bitErrors = 1
            /// There was no packet.
            case notFound = 2
        }

        /// All bits are right.
        public static let correct = PacketQuality(.correct)
        /// There was no packet.
        public static let notFound = PacketQuality(.notFound)

        /// Creates a quality; `bitErrors` above 15 count as 15.
        public init(_ check: Check, bitErrors: Int = 0) {
            self.init(rawValue: check.rawValue | UInt8(min(max(bitErrors, 0), 15)) << 4)
        }

        /// What became of the access address; a reserved value counts as no packet.
        public var check: Check { Check(rawValue: rawValue & 0xF) ?? .notFound }
        /// How many bits are wrong, 0 to 15.
        public var bitErrors: Int { Int(rawValue >> 4) }
    }

    /// How much a packet looks manipulated: the normalised attack detector metric, 0 (extremely unlikely) to 6.
    public struct AttackMetric: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// An attack is extremely unlikely.
        public static let extremelyUnlikely = AttackMetric(rawValue: 0)
        /// An attack is very unlikely.
        public static let veryUnlikely = AttackMetric(rawValue: 1)
        /// An attack is unlikely.
        public static let unlikely = AttackMetric(rawValue: 2)
        /// An attack is possible.
        public static let possible = AttackMetric(rawValue: 3)
        /// An attack is likely.
        public static let likely = AttackMetric(rawValue: 4)
        /// An attack is very likely.
        public static let veryLikely = AttackMetric(rawValue: 5)
        /// An attack is extremely likely.
        public static let extremelyLikely = AttackMetric(rawValue: 6)
        /// The controller does not say.
        public static let unknown = AttackMetric(rawValue: 0xFF)
    }

    /// How far a procedure or a subevent is: Procedure_Done_Status, Subevent_Done_Status.
    public enum DoneStatus: UInt8, Hashable, Sendable, CaseIterable {
        /// All results are there.
        case complete = 0
        /// More results follow.
        case partial = 1
        /// It was aborted; for a procedure, and those that would follow.
        case aborted = 0xF
    }

    /// Why a procedure was aborted: four bits.
    public struct ProcedureAbortReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        /// Creates a reason from its lower four bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue & 0xF }

        /// It was not aborted.
        public static let none = ProcedureAbortReason(rawValue: 0)
        /// A host, or the other end, asked for it.
        public static let requested = ProcedureAbortReason(rawValue: 1)
        /// Fewer than 15 channels are left.
        public static let tooFewChannels = ProcedureAbortReason(rawValue: 2)
        /// The instant of a channel map had passed.
        public static let instantPassed = ProcedureAbortReason(rawValue: 3)
        /// Another reason.
        public static let unspecified = ProcedureAbortReason(rawValue: 0xF)
    }

    /// Why a subevent was aborted: four bits.
    public struct SubeventAbortReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        /// Creates a reason from its lower four bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue & 0xF }

        /// It was not aborted.
        public static let none = SubeventAbortReason(rawValue: 0)
        /// A host, or the other end, asked for it.
        public static let requested = SubeventAbortReason(rawValue: 1)
        /// No packet of mode 0 was received.
        public static let noSync = SubeventAbortReason(rawValue: 2)
        /// The controller had no time or memory for it.
        public static let noResources = SubeventAbortReason(rawValue: 3)
        /// Another reason.
        public static let unspecified = SubeventAbortReason(rawValue: 0xF)
    }

    /// How far a procedure and one of its subevents are, with the reasons if they were aborted.
    public struct Progress: Hashable, Sendable {
        public var procedure: DoneStatus
        public var subevent: DoneStatus
        /// Why the procedure was aborted.
        public var procedureAbort: ProcedureAbortReason
        /// Why the subevent was aborted.
        public var subeventAbort: SubeventAbortReason

        public init(
            procedure: DoneStatus = .complete, subevent: DoneStatus = .complete,
            procedureAbort: ProcedureAbortReason = .none, subeventAbort: SubeventAbortReason = .none
        ) {
            (self.procedure, self.subevent) = (procedure, subevent)
            (self.procedureAbort, self.subeventAbort) = (procedureAbort, subeventAbort)
        }

        init(procedure: DoneStatus, subevent: DoneStatus, aborts: UInt8) {
            self.init(
                procedure: procedure, subevent: subevent, procedureAbort: .init(rawValue: aborts),
                subeventAbort: .init(rawValue: aborts >> 4))
        }

        /// Both reasons in one octet.
        var aborts: UInt8 { procedureAbort.rawValue | subeventAbort.rawValue << 4 }
    }
}
