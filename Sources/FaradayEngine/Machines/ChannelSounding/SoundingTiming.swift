import BluetoothWire

/// How the procedures of one configuration lie among the connection events of their link.
struct SoundingTiming: Hashable {
    /// From the anchor of a connection event to the first subevent of the event of Channel Sounding, in microseconds.
    var offset: UInt32
    /// How subevents lie.
    var subevents: LL.CSTiming
    /// From procedure to procedure, in connection intervals.
    var procedureInterval: UInt16
    /// How many procedures there are; 0 for any number.
    var procedureCount: UInt16
    /// The longest procedure in 0.625 ms.
    var maxProcedureLength: UInt16

    /// What is kept free before the next connection event, in microseconds.
    static let reserve = 300
    private static let slot = 625

    /// Chooses for a host's wishes and for a link with an interval of `interval` microseconds.
    ///
    /// Subevents lie between connection events, unless the host wants them longer than that. A procedure gets as many
    /// subevents as its steps need.
    init(
        _ wanted: HCI.LECSSetProcedureParameters, _ configuration: ChannelSoundingConfiguration,
        _ durations: StepDurations, interval: Int, offset: Int
    ) {
        let available = interval - offset - Self.reserve
        let need = Need(configuration, durations)
        let longest = min(Int(wanted.maxSubeventLength), Int(wanted.maxProcedureLength) * Self.slot)
        let length = max(
            Int(wanted.minSubeventLength), min(need.once, longest, max(available, Self.shortest)))
        let count = need.subevents(of: length)
        // Subevents begin at slots, counted from the first.
        let space = (length + StepDurations.betweenSubevents + Self.slot - 1) / Self.slot
        let fitting = available < length ? 1 : 1 + (available - length) / (space * Self.slot)
        let perEvent = max(1, min(count, fitting, Self.mostPerEvent))
        let end = offset + (perEvent - 1) * space * Self.slot + length + Self.reserve
        let eventInterval = max(1, (end + interval - 1) / interval)
        let events = (count + perEvent - 1) / perEvent
        self.offset = UInt32(offset)
        subevents = LL.CSTiming(
            eventInterval: UInt16(clamping: eventInterval), subeventsPerEvent: UInt8(perEvent),
            subeventInterval: perEvent > 1 ? UInt16(clamping: space) : 0, subeventLength: UInt32(length))
        procedureInterval = min(
            max(UInt16(clamping: events * eventInterval), wanted.minProcedureInterval),
            max(wanted.maxProcedureInterval, UInt16(clamping: eventInterval)))
        procedureCount = wanted.maxProcedureCount
        maxProcedureLength = wanted.maxProcedureLength
    }

    /// What a request of the peer says.
    init(_ request: LL.CSReq, offset: UInt32) {
        self.offset = offset
        subevents = request.timing
        procedureInterval = request.procedureInterval
        procedureCount = request.procedureCount
        maxProcedureLength = request.maxProcedureLength
    }

    private static let mostPerEvent = 16
    /// The shortest subevent, in microseconds.
    static let shortest = 1_250

    /// Whether the values are in their ranges.
    var isValid: Bool {
        (1_250...4_000_000).contains(subevents.subeventLength) && subevents.eventInterval > 0
            && (1...32).contains(subevents.subeventsPerEvent)
            && (subevents.subeventsPerEvent == 1
                || Int(subevents.subeventInterval) * Self.slot >= Int(subevents.subeventLength))
            && procedureInterval > 0 && maxProcedureLength > 0
    }

    /// The longest procedure in microseconds.
    var longest: Int { Int(maxProcedureLength) * Self.slot }
    /// From subevent to subevent in microseconds.
    var spacing: Int { Int(subevents.subeventInterval) * Self.slot }

    /// How much time the steps of a procedure need, in microseconds.
    private struct Need {
        /// What each subevent has besides new steps: those of mode 0 and those that are repeated.
        let head: Int
        let each: Int
        let steps: Int

        init(_ configuration: ChannelSoundingConfiguration, _ durations: StepDurations) {
            let main = durations.whole(configuration.mainMode.rawValue)
            head =
                Int(configuration.mode0Steps) * durations.whole(0)
                + Int(configuration.mainModeRepetition) * main
            each = max(main, configuration.subMode.map { durations.whole($0.rawValue) } ?? 0)
            let count = configuration.channelMap.count * Int(configuration.channelMapRepetition)
            steps = min(count, StepSequence.mostSteps - Int(configuration.mode0Steps))
        }

        /// For all steps in one subevent, which has at most 160.
        var once: Int { head + each * min(steps, ChannelSounding.maximumSteps) }

        /// How many subevents of `length` there must be.
        func subevents(of length: Int) -> Int {
            let room = max(1, min((length - head) / each, ChannelSounding.maximumSteps))
            return min((steps + room - 1) / room, StepSequence.mostSubevents)
        }
    }
}
