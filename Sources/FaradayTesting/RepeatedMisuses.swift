import FaradayExploration
import FaradaySimulation

extension [World.MisuseReport] {
    /// One text for each call that was misused in the same way on the same phone: the first report, and how often there
    /// were others. A loop that ignores an answer is one problem, not hundreds.
    var texts: [String] {
        CallLines.lookUp(self)
        var groups: [(first: World.MisuseReport, count: Int, last: World.MisuseReport)] = []
        var places: [Key: Int] = [:]
        for report in self {
            let key = Key(phone: report.phone, call: report.misuse.call, kind: report.misuse.kind)
            if let place = places[key] {
                groups[place].count += 1
                groups[place].last = report
            } else {
                places[key] = groups.count
                groups.append((report, 1, report))
            }
        }
        return groups.map { first, count, last in
            let text = first.placedDescription
            return count == 1 ? text : "\(text) (\(count) times, last at \(last.time) s)"
        }
    }
}

private struct Key: Hashable {
    let phone: String
    let call: String
    let kind: Misuse.Kind
}
