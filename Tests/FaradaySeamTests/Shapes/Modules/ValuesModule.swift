extension ShapeModule {
    /// Structures, enumerations, generic types, nested types and namespaces.
    static let values = ShapeModule(
        name: "Values", languageMode: "6",
        source: #"""
            public struct Counter: Sendable, Hashable {
                public var value = 0
                public init() {}
                public init(from value: Int) { self.value = value }
                public mutating func increment(by step: Int = 1) -> Int { value += step; return value }
                public mutating func reset() { value = 0 }
                public func opaque() -> some Sequence<Int> { [value] }
                public func adding(_ other: Counter) -> Counter { Counter(from: value + other.value) }
                public var doubled: Int { get { value * 2 } set { value = newValue / 2 } }
                public var next: Int { mutating get { value += 1; return value } }
                public subscript(index: Int) -> Int { get { index } set { value = newValue } }
                public static let zero = Counter()
                public static func max(_ a: Counter, _ b: Counter) -> Counter { a.value > b.value ? a : b }
                public static func + (a: Counter, b: Counter) -> Counter { a.adding(b) }
                public enum Kind { case one, two }
                public typealias Amount = Int
                public func kind(_ kind: Kind = .one) -> Amount { 1 }
            }
            public enum Light: String, CaseIterable, Sendable {
                case red, green
                public mutating func toggle() { self = self == .red ? .green : .red }
                public var isGo: Bool { self == .green }
                public static func start() -> Light { .red }
            }
            public enum Settings {
                public static let limit = 4
                nonisolated(unsafe) public static var level = 1
                public static func load(_ name: String, retries: Int = 2) throws -> Int { retries }
                public static func sum(_ values: Int...) -> Int { values.reduce(0, +) }
            }
            public struct Generic<Element: Sendable>: Sendable {
                public var items: [Element]
                public init(_ items: [Element]) { self.items = items }
                public mutating func append(_ item: Element) { items.append(item) }
                public func first(where test: (Element) -> Bool) -> Element? { items.first(where: test) }
            }
            open class Cache<Key: Hashable, Value> {
                public init() {}
                public var all: [Key: Value] = [:]
                open func insert(_ value: Value, for key: Key) { all[key] = value }
                public subscript(key: Key) -> Value? { get { all[key] } set { all[key] = newValue } }
                public func map<T>(_ body: (Value) -> T) -> [Key: T] { all.mapValues(body) }
                public static func make() -> Cache { Cache() }
                public func merge(_ other: Cache<Key, Value>) -> Cache { self }
            }
            extension Cache where Value: Equatable {
                public func has(_ value: Value) -> Bool { all.values.contains(value) }
            }
            public final class StringCache: Cache<String, Int> {
                public var total: Int { all.values.reduce(0, +) }
                public override func insert(_ value: Int, for key: String) { all[key] = value }
            }
            public struct Token: ~Copyable {
                public let id: Int
                public init(id: Int) { self.id = id }
                public consuming func finish() -> Int { id }
                public borrowing func peek() -> Int { id }
            }
            public final class Vault {
                public init() {}
                public func take(_ token: consuming Token) -> Int { token.id }
                public func look(_ token: borrowing Token) -> Int { token.id }
                public func issue(_ id: Int) -> Token { Token(id: id) }
                public func open() {}
            }
            public final class Outer {
                public init() {}
                public final class Inner {
                    public init() {}
                    public func run(_ mode: Mode) -> Int { 1 }
                    public enum Mode { case fast, slow }
                    public struct Options: OptionSet, Sendable { public let rawValue: Int; public init(rawValue: Int) { self.rawValue = rawValue }; public static let a = Options(rawValue: 1) }
                    public func set(_ options: Options = [.a]) -> Options { options }
                }
                public typealias Handler = (Inner) -> Void
                public var inner: Inner { Inner() }
                public func visit(_ handler: @escaping Handler) { handler(inner) }
                public func optional(_ handler: Handler?) { handler?(inner) }
                public func mode() -> Inner.Mode { .fast }
            }
            public enum Nothing {}
            public struct Fields { public var a: Int; public var b: String }
            @propertyWrapper public struct Wrapper<T> { public var wrappedValue: T; public init(wrappedValue: T) { self.wrappedValue = wrappedValue }; public var projectedValue: Int { 1 } }
            public final class Uses {
                public init() {}
                @Wrapper public var wrapped = 3
                @available(*, deprecated, renamed: "fresh") public var stale: Int { 1 }
                public var fresh: Int { 2 }
                @inlinable public func fast() -> Int { 1 }
                @available(macOS 15, *) public var newer: Int { 2 }
                @_disfavoredOverload public func choose(_ a: Int) -> Int { a }
            }
            """#)
}
