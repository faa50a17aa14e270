import Foundation

/// The accuracy as a table in Markdown.
enum RangingTable {
    static func text(_ series: [RangingAccuracy.Series], _ count: Int) -> String {
        var lines = [
            "| surroundings | true distance | median error | 95 % within | all within | bias | no distance |",
            "|---|---|---|---|---|---|---|",
        ]
        for one in series {
            let isExact = one.surroundings.name == "exact"
            for row in one.rows {
                let bias = row.distances.share(0.5) - row.meters
                lines.append(
                    line(
                        one.surroundings.name, number(row.meters) + " m", row.errors, bias, row.misses,
                        isExact))
            }
            lines.append(line("**\(one.surroundings.name)**", "all", one.errors, nil, one.misses, isExact))
        }
        lines += ["", "\(count) seeds for each distance:", ""]
        lines += series.map { "- \($0.surroundings.name): \($0.surroundings.summary)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(
        _ name: String, _ distance: String, _ errors: [Double], _ bias: Double?, _ misses: Int,
        _ isExact: Bool
    ) -> String {
        let format = isExact ? "%.4f m" : "%.3f m"
        let cells = [
            name, distance, String(format: format, errors.share(0.5)),
            String(format: format, errors.share(0.95)), String(format: format, errors.last ?? 0),
            bias.map { String(format: isExact ? "%+.4f m" : "%+.3f m", $0) } ?? "", "\(misses)",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// Without zeros that say nothing.
    static func number(_ value: Double) -> String { String(format: "%g", value) }
}
