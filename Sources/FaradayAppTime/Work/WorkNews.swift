/// What the work of apps does by itself, for the story of a test: timers that are set, are due, and are cancelled; pieces that
/// run before others, or while another one is interrupted.
package struct WorkNews {
    package enum Happening {
        /// A timer was set, so many nanoseconds before its time.
        case set(AppWork.Due, delay: Int64)
        case due(AppWork.Due)
        case cancelled(AppWork.Due)
        /// A piece was interrupted where it asked for a lock or for a queue.
        case interrupted(Strand)
        case goesOn(Strand)
        /// A piece runs before one that came earlier.
        case overtakes(Piece, queue: UInt)
        /// A piece runs while another one is interrupted.
        case runsMeanwhile(Piece, queue: UInt)
    }

    /// Whether anybody wants them; otherwise they cost a test of this flag.
    package var isWanted = false
    private var happenings: [Happening] = []
    /// How many pieces are interrupted now.
    private var interruptions = 0

    package init() {}

    package var isEmpty: Bool { happenings.isEmpty }

    /// Takes out what has happened since the last time.
    package mutating func take() -> [Happening] {
        defer { happenings = [] }
        return happenings
    }

    mutating func add(_ happening: @autoclosure () -> Happening) {
        if isWanted { happenings.append(happening()) }
    }

    mutating func interrupts(_ strand: Strand) {
        interruptions += 1
        add(.interrupted(strand))
    }

    mutating func goesOn(_ strand: Strand) {
        interruptions -= 1
        add(.goesOn(strand))
    }

    /// A piece runs.
    mutating func runs(_ piece: Piece, on queue: UInt, overtakes: Bool) {
        if interruptions > 0 {
            add(.runsMeanwhile(piece, queue: queue))
        } else if overtakes {
            add(.overtakes(piece, queue: queue))
        }
    }
}
