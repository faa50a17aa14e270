/// A callback for which there was no delegate.
package struct UnheardCallback: Hashable, Sendable {
    /// `CBCentralManager`.
    package var owner: String
    /// `centralManagerDidUpdateState(_:)`.
    package var callback: String
    /// The peripheral whose callback it was; `nil` for a manager's.
    package var peer: PeerIdentifier?
    /// Whether there was a delegate before, which was deallocated.
    package var hadDelegate: Bool

    package init(_ owner: String, _ callback: String, of peer: PeerIdentifier? = nil, hadDelegate: Bool) {
        (self.owner, self.callback, self.peer, self.hadDelegate) = (owner, callback, peer, hadDelegate)
    }
}

/// A port that notes callbacks that nobody heard, for reports of failed tests.
package protocol UnheardNoting: AnyObject {
    func noteUnheard(_ unheard: UnheardCallback)
}
