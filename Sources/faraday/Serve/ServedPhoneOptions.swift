import FaradaySimulation

/// A phone that `faraday serve` has for programs, as `--phone` names it.
struct ServedPhoneOption {
    var name: String
    var profile: OSProfile

    /// Reads `NAME[:SYSTEM]`.
    init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let name = parts.first, !name.isEmpty else {
            throw UsageError("--phone takes NAME[:SYSTEM], such as \"Ada's iPhone:iOS 27\", not '\(text)'")
        }
        self.name = name
        profile = parts.count == 2 ? try Self.profile(parts[1]) : .iOS(18)
    }

    /// `iOS 17.4`, `macOS 15`.
    private static func profile(_ text: String) throws -> OSProfile {
        let words = text.split(separator: " ")
        let numbers = (words.last ?? "").split(separator: ".", omittingEmptySubsequences: false).map {
            Int($0)
        }
        if words.count == 2, 1...2 ~= numbers.count, let major = numbers[0], 1...99 ~= major,
            let minor = numbers.count == 2 ? numbers[1] : 0, 0...99 ~= minor
        {
            switch words[0].lowercased() {
            case "ios", "ipados": return .iOS(major, minor)
            case "macos": return .macOS(major, minor)
            case "tvos": return .tvOS(major, minor)
            case "watchos": return .watchOS(major, minor)
            default: break
            }
        }
        throw UsageError(
            "a phone's system is iOS, macOS, tvOS or watchOS with a version, such as 'iOS 27', not '\(text)'")
    }
}

/// An app whose program the server starts, as `--app` names it.
struct ServedAppOption {
    var identifier: String
    /// `nil` for the only phone.
    var phone: String?
    /// What a shell runs.
    var command: String

    /// Reads `ID[@PHONE]=COMMAND`.
    init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let names = (parts.first ?? "").split(separator: "@", maxSplits: 1).map(String.init)
        guard parts.count == 2, let identifier = names.first, !parts[1].isEmpty else {
            throw UsageError("--app takes ID[@PHONE]=COMMAND, not '\(text)'")
        }
        self.identifier = identifier
        phone = names.count == 2 ? names[1] : nil
        command = parts[1]
    }
}
