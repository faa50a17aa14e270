/// The power that means that there is none.
private let missing: Int8 = 0x7F

extension Ranging {
    /// What begins a report.
    public struct Header: WireValue {
        /// The layer that names errors of decoding.
        public static var layer: DecodeError.Layer { .value }

        /// The lower 12 bits of the procedure's number.
        public var counter: UInt16
        /// Which configuration, 0 to 15.
        public var configID: UInt8
        /// The transmit power in dBm, −127 to 20; nil if it is not available.
        public var selectedTXPower: Int8?
        /// The antenna paths that steps have, a bit for each of four.
        public var antennaPaths: UInt8

        /// Creates a header; `counter` is cut to 12 bits, `configID` and `antennaPaths` to 4.
        public init(counter: UInt16, configID: UInt8, selectedTXPower: Int8?, antennaPaths: UInt8) {
            (self.counter, self.configID) = (counter & 0xFFF, configID & 0xF)
            (self.selectedTXPower, self.antennaPaths) = (selectedTXPower, antennaPaths & 0xF)
        }

        /// Reads four octets. Another format of tones than I and Q is an error.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let first = try reader.uint16()
            let power = try reader.int8()
            let paths = try reader.uint8()
            guard paths >> 6 == 0 else { throw reader.invalid("PCTFormat", Int(paths >> 6)) }
            self.init(
                counter: first, configID: UInt8(first >> 12), selectedTXPower: power == missing ? nil : power,
                antennaPaths: paths)
        }

        /// Appends four octets.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: counter & 0xFFF | UInt16(configID & 0xF) << 12)
            bytes += [UInt8(bitPattern: selectedTXPower ?? missing), antennaPaths & 0xF]
        }

        /// How many antenna paths steps have, 0 to 4.
        public var antennaPathCount: Int { (antennaPaths & 0xF).nonzeroBitCount }
    }

    /// What one subevent measured.
    public struct Subevent: Hashable, Sendable {
        /// The connection event at which the event of Channel Sounding began.
        public var startACLConnectionEvent: UInt16
        /// By how much the initiator has corrected its frequency.
        public var frequencyCompensation: ChannelSounding.FrequencyOffset
        /// How far the procedure and the subevent are.
        public var progress: ChannelSounding.Progress
        /// The power that received tones are compared with, in dBm; nil if that is not available.
        public var referencePowerLevel: Int8?
        /// The steps in the order in which they ran, at most 255; their channels are known to the other end.
        public var steps: [ChannelSounding.StepData]

        public init(
            startACLConnectionEvent: UInt16,
            frequencyCompensation: ChannelSounding.FrequencyOffset = .notAvailable,
            progress: ChannelSounding.Progress = .init(), referencePowerLevel: Int8? = nil,
            steps: [ChannelSounding.StepData]
        ) {
            self.startACLConnectionEvent = startACLConnectionEvent
            self.frequencyCompensation = frequencyCompensation
            (self.progress, self.referencePowerLevel) = (progress, referencePowerLevel)
            self.steps = steps
        }
    }

    /// What the sender measured in one procedure.
    ///
    /// Steps have no length here, so that one must know the sender's role, and whether packets have a sounding sequence.
    public struct Report: Hashable, Sendable {
        /// What begins it.
        public var header: Header
        /// The subevents in order.
        public var subevents: [Subevent]

        public init(header: Header, subevents: [Subevent]) {
            (self.header, self.subevents) = (header, subevents)
        }

        /// Reads the report of an end in `role`; fails unless the octets are exactly a report.
        public init(
            bytes: [UInt8], role: ChannelSounding.Role, hasSounding: Bool = false
        ) throws(DecodeError) {
            var reader = ByteReader(bytes, layer: .value)
            let header = try Header(decoding: &reader)
            let layout = ChannelSounding.StepLayout(
                role: role, hasSounding: hasSounding, antennaPaths: header.antennaPathCount)
            self.init(header: header, subevents: [])
            while !reader.isAtEnd { subevents.append(try Subevent(layout: layout, decoding: &reader)) }
        }

        /// The encoding, to be divided by ``Segmenter``.
        public var bytes: [UInt8] {
            var bytes: [UInt8] = []
            header.encode(into: &bytes)
            for subevent in subevents { subevent.encode(into: &bytes) }
            return bytes
        }
    }
}

extension Ranging.Subevent {
    /// Set in the mode of a step that could not run.
    private static let aborted: UInt8 = 0x80

    /// Reads eight octets and the steps.
    public init(layout: ChannelSounding.StepLayout, decoding reader: inout ByteReader) throws(DecodeError) {
        startACLConnectionEvent = try reader.uint16()
        frequencyCompensation = .init(rawValue: try reader.uint16())
        progress = try .init(status: try reader.uint8(), aborts: try reader.uint8(), reading: reader)
        let power = try reader.int8()
        referencePowerLevel = power == missing ? nil : power
        let count = Int(try reader.uint8())
        steps = []
        steps.reserveCapacity(min(count, reader.remaining))
        for _ in 0..<count { steps.append(try Self.step(layout, &reader)) }
    }

    private static func step(
        _ layout: ChannelSounding.StepLayout, _ reader: inout ByteReader
    ) throws(DecodeError) -> ChannelSounding.StepData {
        let mode = try reader.uint8()
        // Bits 2 to 6 are reserved.
        if mode & aborted != 0 { return .missing(mode: mode & 0x3) }
        return try .init(mode: mode & 0x3, layout: layout, decoding: &reader)
    }

    /// Appends eight octets and the steps, of which there are at most 255.
    public func encode(into bytes: inout [UInt8]) {
        precondition(steps.count <= 255, "a subevent of ranging data has \(steps.count) steps")
        bytes.append(littleEndian: startACLConnectionEvent)
        bytes.append(littleEndian: frequencyCompensation.rawValue)
        bytes += [progress.procedure.rawValue | progress.subevent.rawValue << 4]
        bytes += [progress.procedureAbort.rawValue | progress.subeventAbort.rawValue << 4]
        bytes += [UInt8(bitPattern: referencePowerLevel ?? missing), UInt8(steps.count)]
        for step in steps {
            if case .missing(let mode) = step {
                bytes.append(mode | Self.aborted)
            } else {
                bytes.append(step.mode)
                step.encode(into: &bytes)
            }
        }
    }
}

extension ChannelSounding.Progress {
    fileprivate init(status: UInt8, aborts: UInt8, reading reader: ByteReader) throws(DecodeError) {
        guard let procedure = ChannelSounding.DoneStatus(rawValue: status & 0xF) else {
            throw reader.invalid("rangingDoneStatus", Int(status & 0xF))
        }
        guard let subevent = ChannelSounding.DoneStatus(rawValue: status >> 4) else {
            throw reader.invalid("subeventDoneStatus", Int(status >> 4))
        }
        self.init(
            procedure: procedure, subevent: subevent, procedureAbort: .init(rawValue: aborts),
            subeventAbort: .init(rawValue: aborts >> 4))
    }
}
