/// A phone's profile, which its machines share. It is a thousand bytes, and six of them need it.
final class SharedProfile: Sendable {
    let value: OSProfile

    init(_ value: OSProfile) { self.value = value }
}
