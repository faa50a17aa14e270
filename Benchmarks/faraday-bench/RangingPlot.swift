import Foundation

/// The accuracy as a drawing: measured over true distance above, their difference below. A band holds 90 of 100
/// measurements, a dot is their median. True distances have a logarithmic scale.
struct RangingPlot {
    private static let (width, left, right) = (760.0, 62.0, 16.0)
    /// The places of the two parts, and what they show.
    private static let (upper, lower) = ((top: 30.0, height: 330.0), (top: 412.0, height: 170.0))
    private static let range = 0.4...60.0
    private static let greatestError = 2.0
    private static let marks = [0.5, 1, 2, 5, 10, 20, 35, 50]
    /// Which surroundings are drawn, the widest band first.
    private static let colors = [
        (name: "hall", color: "#c2410c"), (name: "reflections", color: "#7c3aed"),
        (name: "open", color: "#0369a1"),
    ]

    private let series: [RangingAccuracy.Series]

    init(_ series: [RangingAccuracy.Series]) { self.series = series }

    /// The drawing as SVG.
    var text: String {
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 620\" font-family=\"sans-serif\" "
                + "font-size=\"12\">",
            "<rect width=\"760\" height=\"620\" fill=\"#ffffff\"/>",
        ]
        lines += axes()
        for (name, color) in Self.colors {
            guard let one = series.first(where: { $0.surroundings.name == name }) else { continue }
            lines += curve(one.rows, color) { Self.measured($0) }
            lines += curve(one.rows, color, relative: true) { Self.error($0) }
        }
        return (lines + legend() + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    // MARK: Scales

    private static func share(_ meters: Double) -> Double {
        let (low, high) = (log(range.lowerBound), log(range.upperBound))
        return (log(min(max(meters, range.lowerBound), range.upperBound)) - low) / (high - low)
    }
    private static func x(_ meters: Double) -> Double { left + share(meters) * (width - left - right) }
    private static func measured(_ meters: Double) -> Double {
        upper.top + (1 - share(meters)) * upper.height
    }
    private static func error(_ meters: Double) -> Double {
        let limited = min(max(meters, -greatestError), greatestError)
        return lower.top + (1 - limited / greatestError) / 2 * lower.height
    }

    // MARK: Parts

    private func axes() -> [String] {
        var lines: [String] = []
        for (top, height) in [Self.upper, Self.lower] {
            lines.append(
                "<rect x=\"\(Self.left)\" y=\"\(top)\" width=\"\(Self.width - Self.left - Self.right)\" "
                    + "height=\"\(height)\" fill=\"none\" stroke=\"#374151\"/>")
            for mark in Self.marks {
                let x = Self.x(mark)
                lines.append(Self.line((x, top), (x, top + height)))
                lines.append(Self.label(RangingTable.number(mark), (x, top + height + 15), "middle"))
            }
        }
        for mark in Self.marks {
            let y = Self.measured(mark)
            lines.append(Self.line((Self.left, y), (Self.width - Self.right, y)))
            lines.append(Self.label(RangingTable.number(mark), (Self.left - 6, y + 4), "end"))
        }
        for mark in [-2.0, -1, -0.5, 0, 0.5, 1, 2] {
            let y = Self.error(mark)
            lines.append(Self.line((Self.left, y), (Self.width - Self.right, y)))
            lines.append(Self.label(RangingTable.number(mark), (Self.left - 6, y + 4), "end"))
        }
        let middle = (Self.left + Self.width - Self.right) / 2
        return lines + [
            Self.label("measured distance in metres, over the true one", (Self.left, 22), "start"),
            Self.label("error in metres", (Self.left, Self.lower.top - 8), "start"),
            Self.label("true distance in metres", (middle, 612), "middle"),
        ]
    }

    /// A band from the 5th to the 95th percentile, and a dot for each median.
    private func curve(
        _ rows: [RangingAccuracy.Row], _ color: String, relative: Bool = false, _ y: (Double) -> Double
    ) -> [String] {
        func point(_ row: RangingAccuracy.Row, _ share: Double) -> String {
            let value = row.distances.share(share) - (relative ? row.meters : 0)
            return Self.digits(Self.x(row.meters)) + "," + Self.digits(y(value))
        }
        let border = rows.map { point($0, 0.95) } + rows.reversed().map { point($0, 0.05) }
        let dots = rows.map { row in
            let place = point(row, 0.5).split(separator: ",")
            return "<circle cx=\"\(place[0])\" cy=\"\(place[1])\" r=\"2.5\" fill=\"\(color)\"/>"
        }
        return [
            "<polygon points=\"\(border.joined(separator: " "))\" fill=\"\(color)\" fill-opacity=\"0.25\" "
                + "stroke=\"\(color)\" stroke-width=\"0.7\"/>"
        ] + dots
    }

    private func legend() -> [String] {
        var lines: [String] = []
        for (index, (name, color)) in Self.colors.reversed().enumerated() {
            let y = Self.upper.top + 16 + Double(index) * 18
            lines.append(
                "<rect x=\"\(Self.left + 12)\" y=\"\(y - 9)\" width=\"12\" height=\"12\" fill=\"\(color)\" "
                    + "fill-opacity=\"0.5\" stroke=\"\(color)\"/>")
            let summary = series.first { $0.surroundings.name == name }?.surroundings.summary ?? name
            lines.append(Self.label(summary, (Self.left + 30, y + 1), "start"))
        }
        let y = Self.upper.top + 16 + Double(Self.colors.count) * 18
        return lines + [Self.label("bands: 5 to 95 %, dots: median", (Self.left + 12, y + 1), "start")]
    }

    // MARK: Elements

    private static func line(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> String {
        "<path d=\"M\(digits(from.x)),\(digits(from.y))L\(digits(to.x)),\(digits(to.y))\" stroke=\"#d1d5db\" "
            + "stroke-width=\"0.6\"/>"
    }

    private static func label(_ text: String, _ place: (x: Double, y: Double), _ anchor: String) -> String {
        "<text x=\"\(digits(place.x))\" y=\"\(digits(place.y))\" text-anchor=\"\(anchor)\" fill=\"#111827\">"
            + "\(text)</text>"
    }

    private static func digits(_ value: Double) -> String { String(format: "%.1f", value) }
}
