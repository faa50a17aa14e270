import CInterposition

extension Handlers {
    static func fillSources(_ handlers: inout faraday_handlers) {
        handlers.source_created = { raw, object, kind, queue in
            guard let raw, let object, let kind = AppSource.Kind(rawValue: kind) else { return }
            let target = queue.map { KeptQueue(UInt(bitPattern: $0)) }
            AppSources.add(AppSource(kind, of: AppContext.of(raw), queue: target), for: object)
        }
        handlers.is_emulated = { AppSources.source($0) != nil }
        handlers.source_timer = { object, start, interval, origin in
            guard let source = AppSources.source(object), let host = source.context.host else { return false }
            let deadline = faraday_deadline(source.context.raw, start)
            host.change { work, now in
                source.set(
                    deadline == .max ? nil : max(now, Handlers.time(deadline)),
                    interval >= UInt64(Int64.max) ? nil : Int64(interval), Handlers.origin(origin), in: work,
                    now: now)
            }
            return true
        }
        handlers.source_handler = { object, which, handler in
            guard let source = AppSources.source(object), let kind = AppSource.Handler(rawValue: which) else {
                return
            }
            let given = handler.run == nil ? nil : handler
            guard let host = source.context.host else { return }
            let earlier: faraday_work? = host.change { _, _ in source.set(given, as: kind) }
            if let earlier { source.context.run { earlier.drop(earlier.argument) } }
        }
        handlers.source_cancel = { object in
            AppSources.change(object) { source, work in source.cancel(in: work) }
        }
        handlers.source_merge = { object, value in
            AppSources.change(object) { source, work in source.merge(UInt(value), in: work) } != nil
        }
        handlers.source_data = { object, value in
            guard let data = AppSources.change(object, { source, _ in source.shown }) else {
                return false
            }
            value?.pointee = UInt(data)
            return true
        }
        handlers.source_target = { object, queue in
            AppSources.change(object) { source, _ in
                source.queue = queue.map { KeptQueue(UInt(bitPattern: $0)) }
            } != nil
        }
    }
}
