/// Since when, and whether still, a declaration can be used.
struct Availability {
    private let items: [Symbol.Availability]

    init(_ items: [Symbol.Availability]) { self.items = items }

    /// Whether it can't be used on a platform: `macOS`, `iOS`, ...; `nil` is none of Apple's.
    func isUnavailable(on platform: String?) -> Bool {
        items.contains { item in
            let isMeant = ["*", "swift", "Swift", nil].contains(item.domain) || item.domain == platform
            return isMeant && (item.isUnconditionallyUnavailable == true || item.obsoleted != nil)
        }
    }

    var isDeprecated: Bool {
        items.contains { $0.isUnconditionallyDeprecated == true || $0.deprecated != nil }
    }

    /// The attributes to write, without those that the type around has too. Versions that run no Swift concurrency are left out: generated code
    /// needs newer ones.
    func attributes(beyond outer: [Symbol.Availability]) -> [String] {
        var found: [String] = []
        let introduced = versions(items)
        let around = Set(versions(outer))
        let newer = introduced.filter { !around.contains($0) }
        if !newer.isEmpty { found.append("@available(\((newer + ["*"]).joined(separator: ", ")))") }
        if isDeprecated {
            let message =
                items.compactMap(\.message).first.map { ", message: \(String(reflecting: $0))" } ?? ""
            found.append("@available(*, deprecated\(message))")
        }
        return found
    }

    private func versions(_ items: [Symbol.Availability]) -> [String] {
        items.compactMap { item in
            guard let domain = item.domain, let floor = Self.floors[domain], let version = item.introduced,
                (version.major, version.minor ?? 0) > floor
            else { return nil }
            let minor = version.minor.map { $0 == 0 ? "" : ".\($0)" } ?? ""
            return "\(domain) \(version.major)\(minor)"
        }
    }

    private static let floors = [
        "macOS": (10, 15), "iOS": (13, 0), "tvOS": (13, 0), "watchOS": (6, 0), "visionOS": (1, 0),
        "macCatalyst": (13, 1),
    ]
}
