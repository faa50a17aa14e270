import CInterposition

/// What worlds do with the calls that are taken over: the functions behind the definitions in C.
///
/// Each is called on the thread of the call. A context whose world is gone gives its work back to the system.
package enum Handlers {
    /// Installs them once.
    package static func install() { _ = installation }

    private static let installation: Void = {
        var handlers = faraday_handlers()
        fillWork(&handlers)
        fillTasks(&handlers)
        fillSuspending(&handlers)
        fillWaits(&handlers)
        fillBringing(&handlers)
        fillOperations(&handlers)
        fillSources(&handlers)
        fillTimers(&handlers)
        fillRunLoops(&handlers)
        handlers.retain = { raw in
            guard let raw else { return }
            _ = Unmanaged.passRetained(AppContext.of(raw))
        }
        handlers.release = { raw in
            guard let raw else { return }
            Unmanaged.passUnretained(AppContext.of(raw)).release()
        }
        handlers.random = { raw, bytes, count in
            guard let bytes else { return }
            Handlers.host(raw)?.draw(UnsafeMutableRawBufferPointer(start: bytes, count: count))
        }
        handlers.shuffle = { raw, numbers, count in
            guard let numbers, let host = Handlers.host(raw) else { return }
            for index in stride(from: count - 1, to: 0, by: -1) {
                let other = host.draw(below: index + 1)
                (numbers[index], numbers[other]) = (numbers[other], numbers[index])
            }
        }
        handlers.real_delay = { raw, deadline in
            Handlers.host(raw)?.realDelay(until: deadline == .max ? .max : deadline - AppClock.firstUptime)
                ?? 0
        }
        handlers.paced_uptime = { raw in (Handlers.host(raw)?.pacedTime ?? 0) + AppClock.firstUptime }
        handlers.thread_begins = { raw, thread in Handlers.host(raw)?.threadBegins(thread) }
        handlers.thread_ends = { raw, thread in Handlers.host(raw)?.threadEnds(thread) }
        handlers.calls = { raw, origin in
            guard let raw, let host = Handlers.host(raw), host.isSetAside() else { return }
            let strand = Strand(.turn, of: AppContext.of(raw), origin: Handlers.origin(origin))
            strand.isInterrupted = true
            Handlers.wait(strand, in: host)
            if strand.wake == .abandoned { faraday_end_thread() }
        }
        faraday_install(&handlers)
    }()

    typealias Raw = UnsafeMutablePointer<faraday_context>?

    static func host(_ raw: Raw) -> (any AppTimeHost)? { raw.flatMap { AppContext.of($0).host } }

    static func origin(_ origin: UnsafePointer<faraday_origin>?) -> Origin {
        origin.map(Origin.init) ?? Origin()
    }

    /// An uptime as virtual time.
    static func time(_ uptime: Int64) -> Int64 { uptime == .max ? .max : uptime - AppClock.firstUptime }
}
