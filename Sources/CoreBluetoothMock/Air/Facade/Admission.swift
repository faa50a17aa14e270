/// The decision of a mock peripheral's delegate on an established link.
enum Admission {
    /// The delegate has not decided yet; the number distinguishes this link from later ones.
    case open(Int)
    /// The delegate refused the link, and the link is being ended.
    case rejected(any Error)
    /// The delegate accepted the link, and the app got its callback.
    case given

    /// Whether the app does not know of the link.
    var isHeld: Bool {
        if case .given = self { false } else { true }
    }

    func isOpen(_ number: Int) -> Bool {
        if case .open(number) = self { true } else { false }
    }
}
