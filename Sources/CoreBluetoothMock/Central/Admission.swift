/// What the delegate of a mock peripheral says to a link that is up.
enum Admission {
    /// It has not said yet; the number tells this link from later ones.
    case open(Int)
    /// It said no, and the link is being ended.
    case rejected(any Error)
    /// It said yes, and the app has heard of the link.
    case given

    /// Whether the app has not heard of the link.
    var isHeld: Bool {
        if case .given = self { false } else { true }
    }

    func isOpen(_ number: Int) -> Bool {
        if case .open(number) = self { true } else { false }
    }
}
