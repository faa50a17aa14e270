import CInterposition

extension Handlers {
    static func fillOperations(_ handlers: inout faraday_handlers) {
        handlers.main_operations = { raw in
            guard let raw, let queue = AppContext.of(raw).clock.mainOperations.queue else { return nil }
            return Unmanaged.passRetained(queue).toOpaque()
        }
    }
}
