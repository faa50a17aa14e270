/// What a floor above keeps with a node, and is to let go of app code when the world's test is over.
package protocol WorldAttachment: AnyObject, Sendable {
    /// Nobody drives the world any more.
    func worldEnded()
}

extension World {
    /// What a floor above keeps with a node, made where there is nothing yet.
    ///
    /// It goes with the world; it must not own it. Two threads that ask at once get the same.
    package func attachment<Kept: AnyObject & Sendable>(of id: NodeID, _ make: () -> Kept) -> Kept {
        if let kept = lock.withLock({ $0.nodes[id.index].attachment }) as? Kept { return kept }
        let made = make()
        return lock.withLock { state in
            let node = state.nodes[id.index]
            if let kept = node.attachment as? Kept { return kept }
            node.attachment = made
            return made
        }
    }

    /// What floors above keep with nodes, of one type.
    package func attachments<Kept: AnyObject & Sendable>(as: Kept.Type) -> [Kept] {
        lock.withLock { $0.nodes.compactMap { $0.attachment as? Kept } }
    }

    /// Keeps something with the world, one of each type; it must not own the world.
    package func keep<Kept: Sendable>(_ kept: Kept) {
        let old = lock.withLock { $0.kept.updateValue(kept, forKey: ObjectIdentifier(Kept.self)) }
        _ = old
    }

    /// What is kept with the world of this type.
    package func kept<Kept: Sendable>(as: Kept.Type) -> Kept? {
        lock.withLock { $0.kept[ObjectIdentifier(Kept.self)] } as? Kept
    }

    /// A floor above makes managers of its own, which open no session on a phone: no hint says that there is none.
    package func hasManagersOfItsOwn() { lock.withLock { $0.hasOtherManagers = true } }

    /// The test that had the world is over.
    package func endAttachments() {
        let attachments = lock.withLock { $0.nodes.compactMap { $0.attachment as? any WorldAttachment } }
        for attachment in attachments { attachment.worldEnded() }
    }

    /// Nobody is to drive the world any more: what waits for its time or for its turn never runs, and may keep what keeps
    /// the world.
    package func dropCalls() {
        let dropped = lock.withLock { state in
            defer { state.deliveries = Fifo() }
            return (state.deliveries, state.actions.takeAll())
        }
        // What goes with them is app code's, and not for the lock.
        _ = dropped
    }
}
