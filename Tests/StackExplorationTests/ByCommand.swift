import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Runs only where `FARADAY_RUNS` or `FARADAY_REPLAY` asks for it: what these explorations find is not examined yet.
    static var byCommand: Self {
        let environment = ProcessInfo.processInfo.environment
        return .enabled(
            if: environment["FARADAY_RUNS"] != nil || environment["FARADAY_REPLAY"] != nil,
            "FARADAY_RUNS says how many runs there are")
    }
}
