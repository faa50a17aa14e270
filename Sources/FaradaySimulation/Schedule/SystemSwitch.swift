import CoreBluetoothModel

/// A switch of `OSProfile` that can stand either way on phones of today, as reports contradict each other.
struct SystemSwitch: Sendable {
    /// The kind of freedom that draws it.
    let part: Schedule.Parts
    /// The property's name.
    let name: String
    let path: any WritableKeyPath<OSProfile, Bool> & Sendable

    static let all: [SystemSwitch] = [
        SystemSwitch(part: .restoredConnects, name: "restoredConnectsGoOn", path: \.restoredConnectsGoOn),
        SystemSwitch(part: .firstWrites, name: "canSendBeforeFirstWrite", path: \.canSendBeforeFirstWrite),
        SystemSwitch(
            part: .forgottenAttributes, name: "powerOffForgetsAttributes", path: \.powerOffForgetsAttributes),
        SystemSwitch(
            part: .refusedPairings, name: "suppressesRefusedPairings", path: \.suppressesRefusedPairings),
    ]

    /// What a schedule has changed, as a story tells it; empty if nothing.
    static func changes(from given: OSProfile, to drawn: OSProfile) -> String {
        all.filter { given[keyPath: $0.path] != drawn[keyPath: $0.path] }
            .map { "\($0.name) is \(drawn[keyPath: $0.path])" }.joined(separator: ", ")
    }
}
