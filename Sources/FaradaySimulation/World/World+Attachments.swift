import BluetoothTypes
import FaradayEngine

/// What a higher layer keeps with a node. It releases app code when the world's test has ended.
package protocol WorldAttachment: AnyObject, Sendable {
    /// Nobody drives the world any more.
    func worldEnded()
}

extension World {
    /// What a higher layer keeps with a node; `make` creates it if there is nothing yet.
    ///
    /// It lives as long as the world and must not own the world. Two threads that ask at once get the same object.
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

    /// What higher layers keep with nodes, of one type.
    package func attachments<Kept: AnyObject & Sendable>(as: Kept.Type) -> [Kept] {
        lock.withLock { $0.nodes.compactMap { $0.attachment as? Kept } }
    }

    /// Keeps something with the world, one of each type; it must not own the world.
    package func keep<Kept: Sendable>(_ kept: Kept) {
        let old = lock.withLock { $0.kept.updateValue(kept, forKey: ObjectIdentifier(Kept.self)) }
        _ = old
    }

    /// The value of this type that is kept with the world.
    package func kept<Kept: Sendable>(as: Kept.Type) -> Kept? {
        lock.withLock { $0.kept[ObjectIdentifier(Kept.self)] } as? Kept
    }

    /// The same; a world that has none yet keeps what `make` returns, which must not use the world.
    package func kept<Kept: Sendable>(_ make: () -> Kept) -> Kept {
        lock.withLock { state in
            if let known = state.kept[ObjectIdentifier(Kept.self)] as? Kept { return known }
            let made = make()
            state.kept[ObjectIdentifier(Kept.self)] = made
            return made
        }
    }

    /// Notes that a higher layer creates its own managers, which open no session on a phone. Then no hint says that
    /// there is no session.
    package func noteManagersWithoutSessions() { lock.withLock { $0.hasOtherManagers = true } }

    /// The test that used the world has ended.
    package func endAttachments() {
        let attachments = lock.withLock { $0.nodes.compactMap { $0.attachment as? any WorldAttachment } }
        for attachment in attachments { attachment.worldEnded() }
    }

    /// Drops everything that waits for its time or its turn. Nobody will drive the world any more, so it never runs,
    /// and it may own objects that keep the world alive.
    package func dropCalls() {
        let dropped = lock.withLock { state in
            (state.calls.takeAll(), state.actions.takeAll(), state.deliveries?.takeAll() ?? [])
        }
        // These closures belong to app code and must not be released under the lock.
        _ = dropped
    }
}
