import BluetoothWire

/// Which steps a procedure has, in which order and on which channels; both ends draw the same from their common random
/// numbers.
///
/// The numbers come from a generator of the simulation and not from the specification's (Core 6.0, Vol 6, Part E,
/// 3): no one outside the two controllers can tell. Each channel of the map is used once before any is used again, as
/// with algorithms #3a and #3b.
struct StepSequence {
    /// One step of a subevent.
    struct Step: Hashable {
        /// 0 to 3.
        var mode: UInt8
        var channel: UInt8
        /// From the begin of the subevent to that of the step, in microseconds.
        var start: Int32
        /// Which order the antenna paths have.
        var permutation: UInt8 = 0
        /// Whether the initiator and the reflector send a tone in the extension slot.
        var initiatorExtends = false
        var reflectorExtends = false
    }

    private let configuration: ChannelSoundingConfiguration
    private let durations: StepDurations
    private let permutations: UInt64
    private var draws: EntropyStream
    /// The channels of mode 0, and those of all other steps, as far as they are left.
    private var syncChannels: [UInt8] = []
    private var channels: [UInt8] = []
    private let map: [UInt8]
    /// How often the map will be filled in once more.
    private var rounds: Int
    /// How many main steps come before the next one of the sub-mode.
    private var untilSub: Int
    /// The channels of the last main steps of the subevent before.
    private var repeated: [UInt8] = []
    /// How many steps and subevents there were.
    private(set) var steps = 0
    private(set) var subevents = 0

    /// The most steps and subevents of one procedure.
    static let mostSteps = 256
    static let mostSubevents = 32

    /// A procedure on the channels of `map`, which are enough.
    init(
        _ configuration: ChannelSoundingConfiguration, _ durations: StepDurations,
        map: ChannelSounding.ChannelMap, paths: Int, seed: UInt64
    ) {
        self.configuration = configuration
        self.durations = durations
        self.map = map.channels.map { UInt8($0) }
        permutations = [1, 2, 6, 24][paths - 1]
        draws = EntropyStream(state: seed)
        rounds = Int(configuration.channelMapRepetition)
        untilSub = 0
        untilSub = drawMainSteps()
        refill()
    }

    /// Whether all channels have been used as often as the configuration says, or there can be no more steps.
    var isDone: Bool {
        channels.isEmpty || steps + Int(configuration.mode0Steps) >= Self.mostSteps
            || subevents >= Self.mostSubevents
    }

    /// Replaces `result` by the steps of the next subevent, as many as fit into `length` microseconds.
    mutating func nextSubevent(length: Int, into result: inout [Step]) {
        result.removeAll(keepingCapacity: true)
        var time = 0
        for _ in 0..<configuration.mode0Steps where time + durations.whole(0) <= length {
            add(0, nextSyncChannel(), &time, &result)
        }
        let again = repeated
        repeated.removeAll(keepingCapacity: true)
        for channel in again.suffix(Int(configuration.mainModeRepetition)) {
            guard hasRoom(configuration.mainMode.rawValue, time, length, result.count) else { break }
            add(configuration.mainMode.rawValue, channel, &time, &result)
        }
        while !channels.isEmpty {
            let isSub = configuration.subMode != nil && untilSub == 0
            let mode = (isSub ? configuration.subMode : nil) ?? configuration.mainMode
            guard hasRoom(mode.rawValue, time, length, result.count) else { break }
            let channel = channels.removeLast()
            add(mode.rawValue, channel, &time, &result)
            if isSub {
                untilSub = drawMainSteps()
            } else {
                untilSub -= 1
                if configuration.mainModeRepetition > 0 { repeated.append(channel) }
            }
            if channels.isEmpty { refill() }
        }
        subevents += 1
    }

    private func hasRoom(_ mode: UInt8, _ time: Int, _ length: Int, _ count: Int) -> Bool {
        time + durations.whole(mode) <= length && count < ChannelSounding.maximumSteps
            && steps < Self.mostSteps
    }

    private mutating func add(_ mode: UInt8, _ channel: UInt8, _ time: inout Int, _ result: inout [Step]) {
        time += durations.frequencyChange
        var step = Step(mode: mode, channel: channel, start: Int32(time))
        if mode >= 2 {
            let bits = draws.next()
            step.initiatorExtends = bits & 1 == 1
            step.reflectorExtends = bits & 2 == 2
            if permutations > 1 { step.permutation = UInt8(draws.below(permutations)) }
        }
        result.append(step)
        time += durations.step(mode)
        steps += 1
    }

    private mutating func drawMainSteps() -> Int {
        guard configuration.subMode != nil else { return .max }
        let (least, most) = (configuration.minMainModeSteps, configuration.maxMainModeSteps)
        return Int(least) + Int(draws.below(UInt64(most - least) + 1))
    }

    private mutating func refill() {
        guard rounds > 0 else { return }
        rounds -= 1
        channels = map
        channels.shuffle(using: &draws)
    }

    private mutating func nextSyncChannel() -> UInt8 {
        if syncChannels.isEmpty {
            syncChannels = map
            syncChannels.shuffle(using: &draws)
        }
        return syncChannels.removeLast()
    }
}
