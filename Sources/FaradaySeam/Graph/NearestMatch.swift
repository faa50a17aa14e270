/// The candidate that a user may have meant: the nearest by edit distance, if it is near at all.
///
/// Case counts little (`foundation` is near `Foundation`), and a name that contains the other is nearer than one with
/// other letters.
func closest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
        let other = Array(candidate.lowercased().unicodeScalars)
        // Twice the distance, so that a difference in case alone still counts.
        var distance = 2 * editDistance(wanted, other)
        if distance == 0 { distance = 1 }
        let isPart = wanted.count >= 4 && candidate.lowercased().contains(name.lowercased())
        let limit = isPart ? 2 * other.count : 2 * max(1, wanted.count / 3)
        guard distance <= limit else { continue }
        if let best, (best.distance, best.name) <= (distance, candidate) { continue }
        best = (candidate, distance)
    }
    return best?.name
}

/// How many letters have to be put in, taken out, replaced or swapped with their neighbour to make one text of the other.
func editDistance<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
        var current = [row + 1]
        for (column, other) in second.enumerated() {
            var cost = min(last[column + 1], current[column]) + 1
            cost = min(cost, last[column] + (letter == other ? 0 : 1))
            if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                cost = min(cost, beforeLast[column - 1] + 1)
            }
            current.append(cost)
        }
        (beforeLast, last) = (last, current)
    }
    return last[second.count]
}
