extension ShapeModule {
    /// Actors, global actors and what is sent between them.
    static let isolation = ShapeModule(
        name: "Isolation", languageMode: "6",
        source: #"""
            public actor Store {
                public init() {}
                public init(size: Int) async { self.size = size }
                public var size = 0
                public let name = "store"
                nonisolated public let tag = 5
                nonisolated public var label: String { "label" }
                public func add(_ value: Int) -> Int { size += value; return size }
                public func load() async throws -> Int { size }
                public func risky() throws(Trouble) -> Int { throw .bad }
                nonisolated public func describe(_ prefix: String) -> String { prefix }
                public subscript(index: Int) -> Int { get { index + size } }
                public func run<T: Sendable>(_ body: @Sendable (isolated Store) throws -> T) rethrows -> T { try body(self) }
                public func merge(_ other: Store) async -> Int { await other.size + size }
                public static let shared = Store()
                public static func make() -> Store { Store() }
                public func defaulted(_ a: Int = 4) -> Int { a }
                public func sum(_ values: Int...) -> Int { values.reduce(0, +) }
            }
            public enum Trouble: Error { case bad }

            @MainActor public final class Screen {
                public init(title: String) { self.title = title }
                public var title: String
                public func show(_ body: @escaping () -> Void) { body() }
                public func present(_ other: Screen) async -> Screen { other }
                nonisolated public func id() -> Int { 4 }
                nonisolated public let number = 3
                public static let main = Screen(title: "main")
                public static var count = 0
                public weak var delegate: (any ScreenDelegate)?
                public func tap() { delegate?.screenDidTap(self) }
                public var onClose: (@MainActor (Screen) -> Void)?
                nonisolated public func background() async -> Int { 1 }
            }
            @MainActor public protocol ScreenDelegate: AnyObject {
                func screenDidTap(_ screen: Screen)
            }

            @globalActor public actor Render { public static let shared = Render() }

            @Render public class Canvas {
                public init() {}
                public var width = 4
                public func draw(_ value: Int) -> Int { value }
                @MainActor public func mainOnly() -> Int { 1 }
                nonisolated public func free() -> Int { 2 }
            }

            public final class Mixed: @unchecked Sendable {
                public init() {}
                @MainActor public func update(_ value: Int) -> Int { value }
                @MainActor public var state = 1
                @MainActor public static func reset() -> Int { 3 }
                @Render public func render() async -> Int { 4 }
                public func work(isolation: isolated (any Actor)? = #isolation) async -> Int { 5 }
                public func on(_ store: isolated Store) -> Int { 6 }
                nonisolated(nonsending) public func inherit() async -> Int { 7 }
                @concurrent public func detach() async -> Int { 8 }
                public func give(_ value: sending NonSendable) -> sending NonSendable { NonSendable() }
                public func completion(_ body: @escaping @MainActor @Sendable (Int) -> Void) { }
                public func stream() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream { $0.finish() } }
            }
            public class NonSendable {
                public init() {}
                public var value = 1
                public func bump() { value += 1 }
            }
            """#)
}
