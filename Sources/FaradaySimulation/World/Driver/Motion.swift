/// How a world's time moves.
enum Motion: Hashable {
    /// Only while a run drives, and for test bodies that use the world as their task executor.
    case byRuns
    /// By itself, in virtual time.
    case free
    /// With the wall clock; the number tells the pacer from earlier ones.
    case paced(Int)

    @inline(__always)
    var isPaced: Bool { if case .paced = self { true } else { false } }

    @inline(__always)
    var isFree: Bool { self == .free }

    /// Time moves by itself no longer; a paced world stays paced.
    mutating func standStill() { if isFree { self = .byRuns } }
}
