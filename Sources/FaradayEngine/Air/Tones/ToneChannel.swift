/// How a tone gets from one antenna to another: the paths on which it arrives, each with its delay and its amplitude.
///
/// It is the same in both directions. The first path is the straight one, with an amplitude of 1: the loss of power on
/// it is not part of this value.
package struct ToneChannel: Hashable, Sendable {
    /// One way from antenna to antenna.
    package struct Path: Hashable, Sendable {
        /// In seconds.
        package var delay: Double
        /// Relative to the straight path.
        package var amplitude: Double
    }

    /// The paths, the straight one first.
    package private(set) var paths: [Path]

    /// The channel between two positions. `delay` in seconds is what antennas and circuits of both ends add.
    package init(from one: Position, to other: Position, delay: Double = 0, _ conditions: ToneConditions) {
        let distance = one.distance(to: other)
        let speed = conditions.speed
        paths = [Path(delay: distance / speed + delay, amplitude: 1)]
        for reflection in conditions.reflections {
            let extra = max(0, reflection.extraPath)
            paths.append(
                Path(
                    delay: (distance + extra) / speed + delay,
                    amplitude: PathLoss.amplitude(decibels: reflection.gain)))
        }
        guard let room = conditions.room else { return }
        for image in room.images(of: other, seenFrom: one) {
            // Power falls with the square of the way, amplitude with the way itself.
            let amplitude = max(distance, 0.01) / max(image.distance, 0.01)
            paths.append(
                Path(
                    delay: image.distance / speed + delay,
                    amplitude: amplitude
                        * PathLoss.amplitude(decibels: -room.wallLoss * Double(image.walls))))
        }
    }

    /// What arrives of a tone of `frequency` Hz with amplitude 1 and phase 0.
    package func response(at frequency: Double) -> Phasor {
        var sum = Phasor(re: 0, im: 0)
        for path in paths {
            sum = sum + Phasor(turns: -frequency * path.delay) * path.amplitude
        }
        return sum
    }

    /// The responses of the channels 0 to 78, appended to `responses`, for a crystal that is off by `offset`, 1e-6 for
    /// 1 ppm.
    ///
    /// From channel to channel each path turns by the same angle, which saves most of the work.
    package func responses(offset: Double = 0, into responses: inout [Phasor]) {
        responses.removeAll(keepingCapacity: true)
        let scale = 1 + offset
        for (index, path) in paths.enumerated() {
            var value = Phasor(turns: -Self.firstFrequency * scale * path.delay) * path.amplitude
            let step = Phasor(turns: -Self.spacing * scale * path.delay)
            for channel in 0..<Self.channels {
                if index == 0 {
                    responses.append(value)
                } else {
                    responses[channel] = responses[channel] + value
                }
                value = value * step
            }
        }
    }

    /// The greatest amplitude that a response can have.
    package var greatestAmplitude: Double { paths.reduce(0) { $0 + $1.amplitude } }

    /// When a packet seems to arrive, in seconds: the mean over the paths by their power, since a receiver for 1 MHz
    /// can't tell them apart.
    package var arrival: Double {
        var (sum, power) = (0.0, 0.0)
        for path in paths {
            let weight = path.amplitude * path.amplitude
            sum += weight * path.delay
            power += weight
        }
        return power > 0 ? sum / power : 0
    }

    /// How many channels there are: 0 to 78 (Core 6.0, Vol 6, Part H, 1).
    package static let channels = 79
    /// The frequency of channel 0 in Hz.
    package static let firstFrequency = 2.402e9
    /// From channel to channel in Hz.
    package static let spacing = 1e6

    /// The frequency of a channel in Hz.
    package static func frequency(of channel: UInt8) -> Double { firstFrequency + spacing * Double(channel) }
}

extension ToneConditions.Room {
    /// What a wall shows of an antenna.
    struct Image: Hashable {
        /// From the other antenna, in metres.
        var distance: Double
        /// How many walls are on the way.
        var walls: Int
    }

    /// The images of `source` in the walls, as seen by `observer`; none if one of them is not in the room.
    func images(of source: Position, seenFrom observer: Position) -> [Image] {
        guard contains(source), contains(observer) else { return [] }
        let reach = min(max(0, reflections), 3)
        var images: [Image] = []
        for x in -reach...reach {
            for y in -reach...reach {
                for z in -reach...reach {
                    let walls = x.magnitude + y.magnitude + z.magnitude
                    guard walls > 0, walls <= reach else { continue }
                    let image = Position(
                        x: Self.mirrored(source.x, corner.x, opposite.x, x),
                        y: Self.mirrored(source.y, corner.y, opposite.y, y),
                        z: Self.mirrored(source.z, corner.z, opposite.z, z))
                    images.append(Image(distance: observer.distance(to: image), walls: Int(walls)))
                }
            }
        }
        return images
    }

    private func contains(_ position: Position) -> Bool {
        Self.holds(position.x, corner.x, opposite.x) && Self.holds(position.y, corner.y, opposite.y)
            && Self.holds(position.z, corner.z, opposite.z)
    }

    private static func holds(_ value: Double, _ one: Double, _ other: Double) -> Bool {
        value >= min(one, other) && value <= max(one, other)
    }

    /// A coordinate in the `number`th of the rooms that two facing mirrors show; every second one is turned round.
    private static func mirrored(_ value: Double, _ one: Double, _ other: Double, _ number: Int) -> Double {
        let (low, high) = (min(one, other), max(one, other))
        let width = high - low
        let inside = number & 1 == 0 ? value - low : high - value
        return low + Double(number) * width + inside
    }
}
