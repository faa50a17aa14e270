import CInterposition

extension Handlers {
    static func fillWork(_ handlers: inout faraday_handlers) {
        handlers.submit = { raw, queue, work, flags, origin in
            guard let raw, let queue else { return }
            let context = AppContext.of(raw)
            guard let host = context.host else { return faraday_post(nil, queue, work) }
            let isBarrier = flags & Int32(FARADAY_BARRIER.rawValue) != 0
            let piece = Piece(
                .work(work), of: context, isBarrier: isBarrier, origin: Handlers.origin(origin))
            host.change { held, _ in held.submit(piece, to: UInt(bitPattern: queue)) }
        }
        handlers.submit_after = { raw, deadline, queue, work, flags, origin in
            guard let raw, let queue else { return }
            let context = AppContext.of(raw)
            guard let host = context.host else { return faraday_post(nil, queue, work) }
            let piece = Piece(.work(work), of: context, origin: Handlers.origin(origin))
            host.change { held, now in
                let time = max(now, Handlers.time(deadline))
                held.news.add(.set(.piece(piece, KeptQueue(UInt(bitPattern: queue))), delay: time - now))
                held.submit(piece, to: UInt(bitPattern: queue), at: time)
            }
        }
        handlers.notify = { raw, group, queue, work, origin in
            guard let raw, let group, let queue else { return }
            let context = AppContext.of(raw)
            guard let host = context.host else { return faraday_post(nil, queue, work) }
            let piece = Piece(.work(work), of: context, origin: Handlers.origin(origin))
            host.change { held, _ in
                held.notify(
                    piece, on: UInt(bitPattern: queue), after: UInt(bitPattern: group),
                    isEmpty: faraday_group_is_empty(group))
            }
        }
        handlers.group_left = { group in
            guard let group else { return }
            let key = UInt(bitPattern: group)
            // A group that is left again before its notifications run keeps them.
            guard faraday_group_is_empty(group) else { return }
            for context in Owners.take(key) { context.host?.change { held, _ in held.groupIsEmpty(key) } }
            // Blocked threads may wait for it.
            for host in LiveHosts.blocked(otherThan: nil) { host.change { _, _ in } }
        }
    }

    static func fillTasks(_ handlers: inout faraday_handlers) {
        handlers.task_job = { raw, queue, work, task, isNew in
            guard let queue else { return false }
            let key = UInt(bitPattern: queue)
            if isNew, let raw, let host = Handlers.host(raw) {
                let context = AppContext.of(raw)
                host.change { held, _ in held.note(task: task, of: context) }
            }
            guard let owner = Owners.context(ofTask: task), let host = owner.host else { return false }
            host.change { held, _ in held.submit(Piece(.work(work), of: owner), to: key) }
            return true
        }
        handlers.owns_task = { raw, task in
            Handlers.host(raw)?.change { held, _ in held.owns(task: task) } ?? false
        }
        handlers.note_task = { raw, task in
            guard let raw else { return }
            let context = AppContext.of(raw)
            context.host?.change { held, _ in held.note(task: task, of: context) }
        }
    }

    static func fillSuspending(_ handlers: inout faraday_handlers) {
        handlers.suspend = { raw, object in
            guard let object, faraday_queue_kind(object) != Int32(FARADAY_NO_QUEUE.rawValue) else {
                AppSources.change(object) { source, _ in source.suspend() }
                return false
            }
            guard let host = Handlers.host(raw) else { return false }
            host.change { held, _ in held.suspend(UInt(bitPattern: object)) }
            return true
        }
        handlers.resume = { raw, object in
            guard let object, faraday_queue_kind(object) != Int32(FARADAY_NO_QUEUE.rawValue) else {
                AppSources.change(object) { source, work in source.resume(in: work) }
                return false
            }
            let key = UInt(bitPattern: object)
            // Mostly the world that suspended it; another thread may resume it too.
            if let host = Handlers.host(raw), host.change({ held, _ in held.resume(key) }) { return true }
            return LiveHosts.with(.queues).contains { $0.change { held, _ in held.resume(key) } }
        }
        handlers.activate = { raw, object in
            guard let object else { return }
            if AppSources.change(object, { source, work in source.activate(in: work) }) != nil { return }
            for host in LiveHosts.with(.queues) {
                host.change { held, _ in held.activate(UInt(bitPattern: object)) }
            }
        }
    }
}
