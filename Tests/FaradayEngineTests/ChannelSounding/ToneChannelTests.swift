import Foundation
import RandomCases
import Testing

@testable import FaradayEngine

@Suite struct ToneChannelTests {
    @Test func sinesAndCosinesAreThoseOfTheLibrary() {
        var draws = EntropyStream(state: 1)
        for _ in 0..<randomCases(5_000) {
            let turns = (draws.unit() - 0.5) * 40
            let value = Phasor(turns: turns)
            #expect(abs(value.re - cos(2 * .pi * turns)) < 1e-12)
            #expect(abs(value.im - sin(2 * .pi * turns)) < 1e-12)
        }
        for (turns, re, im) in [(0.0, 1.0, 0.0), (0.25, 0, 1), (-0.25, 0, -1), (0.5, -1, 0), (7, 1, 0)] {
            #expect(abs(Phasor(turns: turns).re - re) < 1e-15 && abs(Phasor(turns: turns).im - im) < 1e-15)
        }
        #expect(Phasor(turns: .nan) == Phasor(turns: 0) && Phasor(turns: 1e300) == Phasor(turns: 0))
    }

    @Test func decibelsAreRatiosOfAmplitudes() {
        for decibels in stride(from: -140.0, through: 60, by: 0.7) {
            let ratio = PathLoss.amplitude(decibels: decibels)
            #expect(abs(ratio / pow(10, decibels / 20) - 1) < 1e-12)
        }
        #expect(PathLoss.amplitude(decibels: .nan) < 1e-90)
        #expect(PathLoss.amplitude(decibels: -.infinity) < 1e-90)
    }

    /// Core 6.0, Vol 6, Part H, 4.3.3: the phase of a tone turns with its way and its frequency.
    @Test(arguments: [0, 0.3, 1, 7.5, 42, 149])
    func onTheStraightWayThePhaseIsThatOfTheDelay(meters: Double) {
        let channel = ToneChannel(from: .origin, to: .meters(meters), ToneConditions())
        #expect(channel.paths.count == 1 && channel.greatestAmplitude == 1)
        for frequency in [2.404e9, 2.44e9, 2.478e9] {
            let response = channel.response(at: frequency)
            let phase = -2 * Double.pi * frequency * meters / 299_792_458
            #expect(abs(response.re - cos(phase)) < 1e-6 && abs(response.im - sin(phase)) < 1e-6)
        }
        #expect(abs(channel.arrival * 299_792_458 - meters) < 1e-9)
    }

    @Test func theSpeedOfLightIsThatOfTheConditions() {
        let slow = ToneChannel(from: .origin, to: .meters(10), ToneConditions(speedOfLight: 1e8))
        #expect(slow.paths[0].delay == 1e-7)
        for wrong in [0, -1, .nan, .infinity] {
            let channel = ToneChannel(from: .origin, to: .meters(10), ToneConditions(speedOfLight: wrong))
            #expect(channel.paths[0].delay == 10 / ToneConditions.vacuum)
        }
    }

    @Test func aReflectionIsOneMorePathInBothDirections() {
        var conditions = ToneConditions()
        conditions.reflections = [.init(extraPath: 3, gain: -6), .init(extraPath: -1, gain: -20)]
        let there = ToneChannel(from: .origin, to: .meters(4), conditions)
        let back = ToneChannel(from: .meters(4), to: .origin, conditions)
        #expect(there == back)
        #expect(there.paths.count == 3)
        #expect(abs(there.paths[1].delay - 7 / ToneConditions.vacuum) < 1e-20)
        #expect(abs(there.paths[1].amplitude - 0.501187) < 1e-6)
        // A detour is not shorter than the straight way.
        #expect(there.paths[2].delay == there.paths[0].delay)
        #expect(there.arrival > there.paths[0].delay)
    }

    /// The image of a source behind a wall is as far behind it as the source is before it.
    @Test func aRoomReflectsAsMirrorsDo() {
        let room = ToneConditions.Room(from: .origin, to: Position(x: 4, y: 6, z: 3), wallLoss: 6)
        let (one, other) = (Position(x: 1, y: 2, z: 1), Position(x: 3, y: 2, z: 1))
        let images = room.images(of: other, seenFrom: one)
        let expected = [
            (-3.0, 2.0, 1.0), (5, 2, 1), (3, -2, 1), (3, 10, 1), (3, 2, -1), (3, 2, 5),
        ].map { one.distance(to: Position(x: $0.0, y: $0.1, z: $0.2)) }
        #expect(images.count == 6)
        #expect(zip(images.map(\.distance).sorted(), expected.sorted()).allSatisfy { abs($0 - $1) < 1e-9 })
        let channel = ToneChannel(from: one, to: other, ToneConditions(room: room))
        #expect(channel.paths.count == 7)
        // The wall behind the other antenna: 4 m instead of 2, and 6 dB.
        #expect(channel.paths.contains { abs($0.amplitude - 0.5 * 0.501187) < 1e-6 })
        // Number of ways with at most so many walls.
        for (reflections, count) in [(0, 0), (1, 6), (2, 24), (3, 62)] {
            let deep = ToneConditions.Room(
                from: room.corner, to: room.opposite, wallLoss: 6, reflections: reflections)
            #expect(deep.images(of: other, seenFrom: one).count == count)
        }
        #expect(room.images(of: Position(x: 9), seenFrom: one).isEmpty)
    }

    @Test(arguments: [0.0, 20e-6, -40e-6])
    func theResponsesOfAllChannelsAreThoseOfEach(offset: Double) {
        var conditions = ToneConditions(reflections: [.init(extraPath: 12, gain: -3)])
        conditions.room = .init(from: .origin, to: Position(x: 30, y: 20, z: 5))
        let channel = ToneChannel(
            from: Position(x: 2, y: 2, z: 2), to: Position(x: 28, y: 3, z: 1), delay: 3e-9, conditions)
        var responses: [Phasor] = []
        channel.responses(offset: offset, into: &responses)
        #expect(responses.count == 79)
        for number in 0..<79 as Range<UInt8> {
            let one = channel.response(at: ToneChannel.frequency(of: number) * (1 + offset))
            let other = responses[Int(number)]
            #expect(abs(one.re - other.re) < 1e-7 && abs(one.im - other.im) < 1e-7)
        }
    }
}
