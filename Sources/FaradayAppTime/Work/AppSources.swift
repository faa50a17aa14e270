import BluetoothPort
import CInterposition

/// The sources that worlds emulate, of the whole process: calls name a source, and no world.
enum AppSources {
    private static let sources = Lock<[UInt: AppSource]>([:])

    static func add(_ source: AppSource, for object: UnsafeRawPointer) {
        let earlier = sources.withLock { $0.updateValue(source, forKey: UInt(bitPattern: object)) }
        withExtendedLifetime(earlier) {}
        faraday_follow_source(object) { object in AppSources.dispose(object) }
    }

    static func source(_ object: UnsafeRawPointer?) -> AppSource? {
        guard let object else { return nil }
        return sources.withLock { $0[UInt(bitPattern: object)] }
    }

    /// Runs `body` on an emulated source under its world's lock. Returns `nil` if the source is none.
    static func change<Result>(_ object: UnsafeRawPointer?, _ body: (AppSource, AppWork) -> Result) -> Result?
    {
        guard let source = source(object) else { return nil }
        return source.context.host?.change { work, _ in body(source, work) }
    }

    /// The system's object is gone.
    private static func dispose(_ object: UnsafeMutableRawPointer?) {
        guard let object,
            let source = sources.withLock({ $0.removeValue(forKey: UInt(bitPattern: object)) })
        else { return }
        let released = source.context.host?.change { work, _ in source.dispose(in: work) } ?? []
        source.context.run { for work in released { work.drop(work.argument) } }
    }

    /// Takes all sources of a world out; it has ended.
    static func takeAll(of clock: UnsafeMutablePointer<faraday_clock>) -> [AppSource] {
        sources.withLock { sources in
            let ended = sources.filter { $0.value.context.raw.pointee.clock == clock }
            for key in ended.keys { sources[key] = nil }
            return Array(ended.values)
        }
    }
}
