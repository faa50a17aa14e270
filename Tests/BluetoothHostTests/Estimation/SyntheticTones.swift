import BluetoothWire
import RandomCases

@testable import BluetoothHost

/// What two controllers would report of an air that is made here, without any radio.
struct SyntheticTones {
    /// A way of the waves from one end to the other.
    struct Path {
        let meters: Double
        /// Of the direct path's amplitude.
        let gain: Double
    }

    var paths: [Path]
    /// The standard deviation of a phase that one end measures, in radians.
    var phaseNoise = 0.0
    var channels = ChannelSounding.ChannelMap.all.channels
    var numbers = SeededNumbers(seed: 1)

    init(_ meters: Double) { paths = [Path(meters: meters, gain: 1)] }

    /// The one-way response of the air: amplitude and phase.
    private func response(_ channel: Int) -> SIMD2<Double> {
        let frequency = 2.402e9 + 1e6 * Double(channel)
        return paths.reduce(into: .zero) {
            let turns = frequency * $1.meters / DistanceEstimator.speedOfLight
            $0 += UnitCircle.point(-2 * .pi * (turns - turns.rounded())) * $1.gain
        }
    }

    private mutating func uniform() -> Double { Double(numbers.next() >> 11) / 9_007_199_254_740_992 }

    /// Nearly normal: the sum of twelve.
    private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }

    /// Amplifiers are set so that the strongest tone fits.
    private func tone(_ value: SIMD2<Double>, ways: Int) -> ChannelSounding.ToneResult {
        let most = paths.reduce(0) { $0 + $1.gain }
        let amplitude = 0.9 / (ways == 1 ? most : most * most)
        let none = ChannelSounding.Tone(.init(i: Int16(0), q: 0), .init(.notAvailable, .extensionWithoutTone))
        return .init(
            paths: [.init(.init(real: value.x * amplitude, imaginary: value.y * amplitude), .init(.high))],
            extensionSlot: none)
    }

    /// The channels in the order of a procedure.
    private mutating func order() -> [Int] {
        var order = channels
        for index in order.indices.dropFirst().reversed() { order.swapAt(index, numbers.below(index + 1)) }
        return order
    }

    /// An initiator's steps with inline correction.
    mutating func inline() -> [ChannelSounding.Step] {
        let start = uniform() * 2 * .pi
        return order().map { channel in
            let air = response(channel)
            let noise = UnitCircle.point(start + (normal() + normal()) * phaseNoise)
            return .init(channel: UInt8(channel), .mode2(tone(air.times(air).times(noise), ways: 2)))
        }
    }

    /// Both ends' steps, with oscillators whose phases are new in each step.
    mutating func bothEnds() -> (own: [ChannelSounding.Step], peer: [ChannelSounding.StepData]) {
        var (own, peer): ([ChannelSounding.Step], [ChannelSounding.StepData]) = ([], [])
        for channel in order() {
            let (air, oscillator) = (response(channel), uniform() * 2 * .pi)
            let ownNoise = UnitCircle.point(oscillator + normal() * phaseNoise)
            let peerNoise = UnitCircle.point(-oscillator + normal() * phaseNoise)
            own.append(.init(channel: UInt8(channel), .mode2(tone(air.times(ownNoise), ways: 1))))
            peer.append(.mode2(tone(air.times(peerNoise), ways: 1)))
        }
        return (own, peer)
    }

    /// Packets that both ends timed, in units of 0.5 ns, with noise of so many units.
    mutating func packets(_ count: Int, noise: Double) -> (
        own: [ChannelSounding.Step], peer: [ChannelSounding.StepData]
    ) {
        var (own, peer): ([ChannelSounding.Step], [ChannelSounding.StepData]) = ([], [])
        let flight = paths[0].meters / DistanceEstimator.speedOfLight / 0.5e-9
        for number in 0..<count {
            // What the reflector waits longer than the nominal time counts at both ends.
            let late = Double(numbers.below(20))
            let there = (2 * flight + late + normal() * noise).rounded()
            let back = (late + normal() * noise).rounded()
            own.append(.init(channel: UInt8(2 + number % 20), .mode1(.init(rssi: -50, time: Int16(there)))))
            peer.append(.mode1(.init(rssi: -50, time: Int16(back))))
        }
        return (own, peer)
    }
}
