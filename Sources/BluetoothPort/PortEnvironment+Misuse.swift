/// A provider that accepts misuses by app code outside of managers, as a simulated phone does.
package protocol MisuseTaking: PortProvider {
    func take(_ misuse: Misuse)
}

extension PortEnvironment {
    /// Reports a misuse that belongs to no manager, for example of an initialiser, to the simulated phone of the
    /// current code. Returns `false` if there is none; then the caller has to do what Apple's framework does.
    package static func take(_ misuse: Misuse) -> Bool {
        guard let provider = nearest as? any MisuseTaking else { return false }
        provider.take(misuse)
        return true
    }
}
