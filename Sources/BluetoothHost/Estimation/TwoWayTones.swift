import BluetoothWire

/// The tones of one procedure, by antenna path and channel: each the product of what both ends measured, so that the
/// unknown phases of their oscillators cancel (TI SWRA791, 2).
struct TwoWayTones: Hashable, Sendable {
    /// The channels 0 to 78 of each path; zero where there is no tone.
    private(set) var terms: [SIMD2<Double>]
    let paths: Int

    static let channels = 79

    /// Creates tones without any; there are 1 to 4 antenna paths.
    init(paths: Int) {
        self.paths = paths
        terms = [SIMD2<Double>](repeating: .zero, count: paths * Self.channels)
    }

    /// The tones that an initiator measured with inline correction: they have both ends' phases.
    init(_ steps: [ChannelSounding.Step]) {
        self.init(paths: Self.paths(steps))
        for step in steps {
            guard let tones = step.data.tones else { continue }
            for index in tones.paths.indices {
                let tone = tones.paths[index]
                if tone.isUsable { add(tone.pct.point, step.channel, tones.path(of: index)) }
            }
        }
    }

    /// The tones that both ends measured: the peer's steps are in the order of the own ones.
    init(_ steps: [ChannelSounding.Step], peer: [ChannelSounding.StepData]) {
        self.init(paths: Self.paths(steps))
        for (step, other) in zip(steps, peer) {
            guard let tones = step.data.tones, let others = other.tones,
                tones.paths.count == others.paths.count
            else { continue }
            for index in tones.paths.indices {
                let (tone, echo) = (tones.paths[index], others.paths[index])
                guard tone.isUsable, echo.isUsable else { continue }
                add(tone.pct.point.times(echo.pct.point), step.channel, tones.path(of: index))
            }
        }
    }

    private static func paths(_ steps: [ChannelSounding.Step]) -> Int {
        steps.lazy.compactMap { $0.data.tones?.paths.count }.max() ?? 1
    }

    /// Adds a tone; those of one channel and one path are added up.
    mutating func add(_ term: SIMD2<Double>, _ channel: UInt8, _ path: Int) {
        guard path < paths, channel < Self.channels else { return }
        terms[path * Self.channels + Int(channel)] += term
    }

    /// Calls `body` with the channels of one path.
    func withPath<Result>(_ path: Int, _ body: (UnsafeBufferPointer<SIMD2<Double>>) -> Result) -> Result {
        terms.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[path * Self.channels..<(path + 1) * Self.channels]))
        }
    }
}

extension ChannelSounding.Tone {
    /// Whether the phase can be used.
    fileprivate var isUsable: Bool { quality.level != .low && (pct.i != 0 || pct.q != 0) }
}

extension ChannelSounding.PhaseCorrectionTerm {
    /// The term with a full scale of 1.
    fileprivate var point: SIMD2<Double> { [Double(i), Double(q)] / Double(Self.fullScale) }
}

extension ChannelSounding.ToneResult {
    /// Which antenna path, from 0 on, the tone at a place of the order has (Core 6.0, Vol 6, Part H, 4.7.5).
    func path(of index: Int) -> Int {
        guard paths.count > 1 else { return index }
        let order = Self.orders[Int(antennaPermutation) % Self.orders.count]
        let path = (order >> (12 - 4 * index) & 0xF) - 1
        return path < paths.count ? path : index
    }

    /// The orders of four paths, a digit each. Those of two and three paths begin the list.
    private static let orders: [Int] = [
        0x1234, 0x2134, 0x1324, 0x3124, 0x3214, 0x2314, 0x1243, 0x2143, 0x1423, 0x4123, 0x4213, 0x2413,
        0x1432, 0x4132, 0x1342, 0x3142, 0x3412, 0x4312, 0x4231, 0x2431, 0x4321, 0x3421, 0x3241, 0x2341,
    ]
}
