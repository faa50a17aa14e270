import CInterposition

extension Handlers {
    static func fillTimers(_ handlers: inout faraday_handlers) {
        handlers.timer_created = { raw, timer, callout, info, origin in
            guard let raw, let timer, let callout else { return }
            AppTimers.add(
                AppTimer(timer, of: AppContext.of(raw), origin: Handlers.origin(origin), callout, info))
        }
        handlers.timer_added = { loop, pointer, mode in
            guard let loop, let timer = AppTimers.timer(pointer), let host = timer.context.host else {
                return false
            }
            let date = faraday_timer_date(timer.timer)
            return host.change { work, now in
                let time = AppTimers.time(of: date, timer.context, now: now)
                return timer.add(to: UInt(bitPattern: loop), mode: mode, in: work, time, now: now)
            }
        }
        handlers.timer_removed = { loop, pointer, mode in
            guard let timer = AppTimers.timer(pointer), let host = timer.context.host else { return false }
            if host.change({ work, _ in timer.remove(mode: mode, in: work) }) {
                timer.context.run { faraday_timer_release(timer.timer) }
            }
            return true
        }
        handlers.timer_is_in = { loop, pointer, mode, result in
            guard let timer = AppTimers.timer(pointer), let host = timer.context.host else { return false }
            result?.pointee = host.change { _, _ in
                timer.loop == loop.map { UInt(bitPattern: $0) } && timer.modes.contains(mode)
            }
            return true
        }
        handlers.timer_moved = { pointer in
            guard let timer = AppTimers.timer(pointer), let host = timer.context.host else { return }
            let date = faraday_timer_date(timer.timer)
            host.change { work, now in
                timer.move(to: AppTimers.time(of: date, timer.context, now: now), in: work)
            }
        }
        handlers.timer_invalidated = { pointer in AppTimers.invalidate(pointer) }
    }

    static func fillRunLoops(_ handlers: inout faraday_handlers) {
        handlers.perform = { raw, loop, work, origin in
            guard let raw, let loop else { return false }
            let context = AppContext.of(raw)
            guard let host = context.host else { return false }
            let piece = Piece(.work(work), of: context, origin: Handlers.origin(origin))
            host.change { held, _ in held.submit(piece, toLoop: UInt(bitPattern: loop)) }
            return true
        }
        handlers.run_loop = { raw, loop, mode, _, seconds, returnsAfterSource in
            guard let raw, let loop, let host = Handlers.host(raw) else { return LoopEnd.finished.rawValue }
            return LoopRun(loop, mode, of: AppContext.of(raw), on: host)
                .run(for: seconds, returnsAfterSource: returnsAfterSource).rawValue
        }
        handlers.stop_loop = { loop in
            guard let loop else { return false }
            return LiveHosts.with(.loops).contains { host in
                host.change { held, _ in held.stop(loop: UInt(bitPattern: loop)) }
            }
        }
        handlers.loop_found = { raw, loop in
            guard let loop else { return }
            Handlers.host(raw)?.change { held, _ in held.note(loop: UInt(bitPattern: loop)) }
        }
        handlers.loop_woken = { loop in
            guard let loop else { return }
            for host in LiveHosts.with(.loops) {
                host.change { held, _ in held.wake(loop: UInt(bitPattern: loop)) }
            }
        }
        handlers.loop_has_timers = { loop, _ in
            guard let loop else { return false }
            return LiveHosts.with(.loops).contains { host in
                host.change { held, _ in held.hasTimers(onLoop: UInt(bitPattern: loop)) }
            }
        }
    }
}
