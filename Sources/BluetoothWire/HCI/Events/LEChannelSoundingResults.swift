extension HCI {
    /// Reports what the steps of a subevent have measured (Core 6.0, Vol 4, Part E, 7.7.65.44).
    ///
    /// Steps that do not fit follow in ``LECSSubeventResultContinue``; ``packets()`` divides a long list.
    public struct LECSSubeventResult: Value {
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8
        /// The connection event at which the event of Channel Sounding began.
        public var startACLConnectionEvent: UInt16
        /// The number of the procedure.
        public var procedureCounter: UInt16
        /// By how much the initiator has corrected its frequency; not available at the reflector.
        public var frequencyCompensation: ChannelSounding.FrequencyOffset
        /// The power that received tones are compared with, in dBm, -127 to +20; nil if that is not available.
        public var referencePowerLevel: Int8?
        /// How far the procedure and the subevent are.
        public var progress: ChannelSounding.Progress
        /// How many antenna paths tones have, 1 to 4; 0 if there are no tones. Steps with tones have as many.
        public var numAntennaPaths: UInt8
        /// The steps in the order in which they ran, at most 160.
        public var steps: [ChannelSounding.Step]

        public init(
            connectionHandle: UInt16, configID: UInt8, startACLConnectionEvent: UInt16,
            procedureCounter: UInt16, frequencyCompensation: ChannelSounding.FrequencyOffset = .notAvailable,
            referencePowerLevel: Int8? = nil, progress: ChannelSounding.Progress = .init(),
            numAntennaPaths: UInt8, steps: [ChannelSounding.Step]
        ) {
            (self.connectionHandle, self.configID) = (connectionHandle, configID)
            (self.startACLConnectionEvent, self.procedureCounter) = (
                startACLConnectionEvent, procedureCounter
            )
            self.frequencyCompensation = frequencyCompensation
            (self.referencePowerLevel, self.progress) = (referencePowerLevel, progress)
            (self.numAntennaPaths, self.steps) = (numAntennaPaths, steps)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            (connectionHandle, configID) = (try reader.read(), try reader.read())
            (startACLConnectionEvent, procedureCounter) = (try reader.read(), try reader.read())
            frequencyCompensation = try reader.read()
            referencePowerLevel = try reader.int8(unless: 0x7F)
            progress = try reader.read()
            (numAntennaPaths, steps) = try reader.steps()
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, configID, startACLConnectionEvent, procedureCounter)
            bytes.put(frequencyCompensation)
            bytes.append(referencePowerLevel, unless: 0x7F)
            bytes.put(progress)
            bytes.put(steps: steps, antennaPaths: numAntennaPaths)
        }
    }

    /// Reports more steps of a subevent (Core 6.0, Vol 4, Part E, 7.7.65.45).
    public struct LECSSubeventResultContinue: Value {
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8
        /// How far the procedure and the subevent are.
        public var progress: ChannelSounding.Progress
        /// How many antenna paths tones have, 1 to 4; 0 if there are no tones. Steps with tones have as many.
        public var numAntennaPaths: UInt8
        /// The steps in the order in which they ran, at most 160.
        public var steps: [ChannelSounding.Step]

        public init(
            connectionHandle: UInt16, configID: UInt8, progress: ChannelSounding.Progress = .init(),
            numAntennaPaths: UInt8, steps: [ChannelSounding.Step]
        ) {
            (self.connectionHandle, self.configID, self.progress) = (connectionHandle, configID, progress)
            (self.numAntennaPaths, self.steps) = (numAntennaPaths, steps)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            (connectionHandle, configID) = (try reader.read(), try reader.read())
            progress = try reader.read()
            (numAntennaPaths, steps) = try reader.steps()
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, configID, progress)
            bytes.put(steps: steps, antennaPaths: numAntennaPaths)
        }
    }
}

extension HCI.LECSSubeventResult {
    /// What an event has before its steps, with the subevent code.
    private static let head = 16
    /// What a continuing event has before its steps, with the subevent code.
    private static let continuingHead = 9

    /// The result as events of at most 255 octets: itself, and as many continuations as needed.
    ///
    /// All but the last say that the subevent, and the procedure, are partial.
    public func packets() -> [HCI.Event] {
        var pieces: [ArraySlice<ChannelSounding.Step>] = []
        var (start, room) = (0, 255 - Self.head)
        for (index, step) in steps.enumerated() {
            if step.encodedLength > room {
                pieces.append(steps[start..<index])
                (start, room) = (index, 255 - Self.continuingHead)
            }
            room -= step.encodedLength
        }
        pieces.append(steps[start...])
        var events: [HCI.Event] = []
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let progress =
                isLast ? progress : ChannelSounding.Progress(procedure: .partial, subevent: .partial)
            events.append(index == 0 ? first(Array(piece), progress) : more(Array(piece), progress))
        }
        return events
    }

    private func first(_ steps: [ChannelSounding.Step], _ progress: ChannelSounding.Progress) -> HCI.Event {
        var copy = self
        (copy.steps, copy.progress) = (steps, progress)
        return .leCSSubeventResult(copy)
    }

    private func more(_ steps: [ChannelSounding.Step], _ progress: ChannelSounding.Progress) -> HCI.Event {
        .leCSSubeventResultContinue(
            .init(
                connectionHandle: connectionHandle, configID: configID, progress: progress,
                numAntennaPaths: numAntennaPaths, steps: steps))
    }

    /// Adds the steps of a continuation, and takes its progress over.
    ///
    /// It returns false, and changes nothing, if the continuation is of another configuration or link, has another number
    /// of antenna paths, or too many steps, or if this subevent is not partial.
    public mutating func append(_ more: HCI.LECSSubeventResultContinue) -> Bool {
        guard more.connectionHandle == connectionHandle, more.configID == configID,
            progress.subevent == .partial, steps.count + more.steps.count <= ChannelSounding.maximumSteps
        else { return false }
        let paths = max(numAntennaPaths, more.numAntennaPaths)
        guard [0, paths].contains(numAntennaPaths), [0, paths].contains(more.numAntennaPaths) else {
            return false
        }
        steps += more.steps
        progress = more.progress
        numAntennaPaths = paths
        return true
    }
}

extension ByteReader {
    /// Reads the number of antenna paths, the number of steps, and the steps.
    fileprivate mutating func steps() throws(DecodeError) -> (UInt8, [ChannelSounding.Step]) {
        let paths = try uint8()
        guard paths <= 4 else { throw invalid("numAntennaPaths", Int(paths)) }
        let count = Int(try uint8())
        guard count <= ChannelSounding.maximumSteps else { throw invalid("numStepsReported", count) }
        var steps: [ChannelSounding.Step] = []
        steps.reserveCapacity(min(count, remaining / 3))
        for _ in 0..<count { steps.append(try .init(antennaPaths: Int(paths), decoding: &self)) }
        return (paths, steps)
    }
}

extension Array where Element == UInt8 {
    fileprivate mutating func put(steps: [ChannelSounding.Step], antennaPaths paths: UInt8) {
        precondition(steps.count <= ChannelSounding.maximumSteps, "a subevent has \(steps.count) steps")
        append(paths)
        append(UInt8(steps.count))
        for step in steps {
            if let tones = step.data.tones {
                precondition(tones.paths.count == Int(paths), "\(tones.paths.count) tones on \(paths) paths")
            }
            step.encode(into: &self)
        }
    }
}
