import FaradayEngine
import FaradaySimulation

/// Where distances are measured: what the air does there, and where the two ends may be.
struct RangingSurroundings: Sendable {
    let name: String
    /// A line for people.
    let summary: String
    /// The true distances in metres that fit there.
    let distances: [Double]
    /// The air for one measurement.
    let conditions: @Sendable (inout EntropyStream) -> ToneConditions
    /// The two ends of one measurement.
    let ends: @Sendable (_ distance: Double, inout EntropyStream) -> (Position, Position)

    static let allDistances = [0.5, 1, 2, 5, 10, 20, 35, 50]

    /// No reflections, and the noise of chips.
    static let open = RangingSurroundings(
        name: "open", summary: "in the open, noise of chips", distances: allDistances,
        conditions: { _ in ToneConditions(noise: .typical) },
        ends: { distance, _ in (.origin, .meters(distance)) })
    /// No reflections and no noise: what is left are the crystals, the 12 bits, and the estimate itself.
    static let exact = RangingSurroundings(
        name: "exact", summary: "in the open, no noise", distances: allDistances,
        conditions: { _ in ToneConditions() }, ends: { distance, _ in (.origin, .meters(distance)) })
    /// Two detours with lengths and strengths at random in each measurement.
    static let reflections = RangingSurroundings(
        name: "reflections",
        summary: "two reflections, each 0.5 to 10 m longer and 3 to 12 dB weaker, noise of chips",
        distances: allDistances,
        conditions: { draws in
            let detours = (0..<2).map { _ in
                ToneConditions.Reflection(
                    extraPath: .random(in: 0.5...10, using: &draws),
                    gain: .random(in: -12 ... -3, using: &draws))
            }
            return ToneConditions(noise: .typical, reflections: detours)
        }, ends: { distance, _ in (.origin, .meters(distance)) })
    /// An office.
    static let office = room("office", Position(x: 8, y: 6, z: 3), [0.5, 1, 2, 5])
    /// A hall in which every distance fits.
    static let hall = room("hall", Position(x: 60, y: 30, z: 8), allDistances)

    static let all = [open, exact, reflections, office, hall]

    /// A room in which both ends are at random places, 0.5 to 2 m high; tones meet up to two walls, and lose 8 dB at each.
    private static func room(
        _ name: String, _ corner: Position, _ distances: [Double]
    ) -> RangingSurroundings {
        RangingSurroundings(
            name: name,
            summary: "a room of \(Int(corner.x)) by \(Int(corner.y)) by \(Int(corner.z)) m, noise of chips",
            distances: distances,
            conditions: { _ in
                ToneConditions(
                    noise: .typical, room: .init(from: .origin, to: corner, wallLoss: 8, reflections: 2))
            },
            ends: { distance, draws in
                while true {
                    let height = Double.random(in: 0.5...2, using: &draws)
                    let one = Position(
                        x: .random(in: 0...corner.x, using: &draws),
                        y: .random(in: 0...corner.y, using: &draws), z: height)
                    let direction = Phasor(turns: .random(in: 0..<1, using: &draws))
                    let other = Position(
                        x: one.x + distance * direction.re, y: one.y + distance * direction.im, z: height)
                    if (0...corner.x).contains(other.x), (0...corner.y).contains(other.y) {
                        return (one, other)
                    }
                }
            })
    }
}
