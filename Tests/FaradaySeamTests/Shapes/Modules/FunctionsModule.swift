extension ShapeModule {
    /// Functions and variables outside every type.
    static let functions = ShapeModule(
        name: "Functions", languageMode: "6",
        source: #"""
            public struct Handle: Sendable { public var id: Int }
            public enum Problem: Error { case wrong }
            public final class Session { init() {}; public func close() -> Int { 1 } }
            public func open(_ path: String, flags: Int = 2) throws -> Handle { Handle(id: flags) }
            public func close(_ handle: Handle) {}
            public func read(_ handle: Handle, into buffer: inout [UInt8]) -> Int { buffer.append(1); return 1 }
            public func write(_ bytes: UInt8...) -> Int { bytes.count }
            public func write(text: String) -> Int { text.count }
            public func write(_ text: String) -> Int { text.count }
            public func transform<T>(_ value: T, _ body: (T) -> T) -> T { body(value) }
            public func connect() async throws(Problem) -> Session { Session() }
            public func session(_ s: Session, done: @escaping (Session?) -> Void) -> Session {
                done(s)
                return s
            }
            public func unsafe(_ p: UnsafePointer<Int>) -> Int { p.pointee }
            public var verbosity: Int { get { 3 } set {} }
            public let version = "1.0"
            nonisolated(unsafe) public var current: Session?
            @MainActor public var screenCount = 0
            @MainActor public func refresh() -> Int { 1 }
            public func lazy(_ a: @autoclosure () -> Bool) -> Bool { a() }
            @available(*, deprecated) public func ancient() {}
            infix operator <+>: AdditionPrecedence
            public func <+> (a: Handle, b: Handle) -> Handle { a }
            public func opaque() -> some Sequence<Int> { [1] }
            public func print(_ text: String) {}
            """#)
}
