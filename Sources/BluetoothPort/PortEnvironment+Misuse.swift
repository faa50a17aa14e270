/// A provider that takes in what app code misuses outside of its managers, as a simulated phone does.
package protocol MisuseTaking: PortProvider {
    func take(_ misuse: Misuse)
}

extension PortEnvironment {
    /// Reports a misuse of something that belongs to no manager, as of an initialiser, to the simulated phone of the running
    /// code; `false` where there is none, and what Apple's framework does has to follow.
    package static func take(_ misuse: Misuse) -> Bool {
        guard let provider = nearest as? any MisuseTaking else { return false }
        provider.take(misuse)
        return true
    }
}
