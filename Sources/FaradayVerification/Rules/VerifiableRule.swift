/// A rule of `Documentation/Behaviours.md` that two real ends can show, and how.
package struct VerifiableRule: Sendable {
    /// Its number there.
    package let number: String
    /// What the trial does, in a few words.
    package let trial: String
    /// Whether somebody has to accept a pairing alert during the trial, where the phone's system shows one.
    package let needsUser: Bool
    let body: @Sendable (Trial) throws -> Void

    init(
        _ number: String, _ trial: String, needsUser: Bool = false,
        _ body: @escaping @Sendable (Trial) throws -> Void
    ) {
        (self.number, self.trial, self.needsUser, self.body) = (number, trial, needsUser, body)
    }

    /// Tries the rule with a manager of its own.
    package func outcome(_ trial: Trial) -> Outcome {
        defer {
            trial.restoreBench()
            trial.close()
        }
        do {
            try body(trial)
            return .asWritten
        } catch TrialEnd.otherwise(let seen) {
            return .otherwise(seen)
        } catch TrialEnd.notTried(let why) {
            return .notTried(why)
        } catch {
            return .notTried("\(error)")
        }
    }

    /// All rules, in the order of their numbers.
    package static let all = [
        ManagerRules.managers, ScanningRules.scanning, ReportingRules.reporting, NamingRules.naming,
        ConnectingRules.connecting, ConnectingRules.knowing, ReconnectingRules.reconnecting,
        DiscoveringRules.discovering,
        CacheRules.caching,
        ValueRules.values, ValueRules.notifying, FlowRules.flow, FlowRules.limits, PairingRules.pairing,
        ChannelRules.channels,
        PublishingRules.publishing, ServingRules.serving, ServingRules.updating,
    ].joined().sorted { $0.place.lexicographicallyPrecedes($1.place) }

    private var place: [Int] { number.split(separator: ".").compactMap { Int($0) } }
}
