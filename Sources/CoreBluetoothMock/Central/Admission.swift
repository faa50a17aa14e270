/// A link that is up, and of which the app has not heard: the mock peripheral's delegate has the word.
enum Admission {
    /// It has not said yet; the number tells this link from later ones.
    case open(Int)
    /// It said no, and the link is being ended.
    case rejected(any Error)

    func isOpen(_ number: Int) -> Bool {
        if case .open(number) = self { true } else { false }
    }
}
