extension ShapeModule {
    /// Every kind of member, on one class.
    static let members = ShapeModule(
        name: "Members", languageMode: "6",
        source: #"""
            /// Every kind of member, on a class that can be subclassed nowhere else.
            public enum Fault: Error, Equatable { case empty, full(Int) }
            public struct Record: Sendable, Equatable {
                public var id: Int
                public init(id: Int) { self.id = id }
            }
            public protocol Shape { var area: Double { get } }
            public struct Square: Shape {
                public var side: Double
                public init(side: Double) { self.side = side }
                public var area: Double { side * side }
            }

            @resultBuilder public enum Lines {
                public static func buildBlock(_ parts: String...) -> [String] { parts }
            }

            public final class Box {
                // Initialisers
                public init() {}
                public init(label: String, size: Int = 3) { self.label = label; count = size }
                public init?(parsing text: String) { guard let n = Int(text) else { return nil }; count = n }
                public convenience init!(forced: Bool) { self.init() }
                public init(checking value: Int) throws { guard value > 0 else { throw Fault.empty }; count = value }
                public init(loading name: String) async throws(Fault) { guard !name.isEmpty else { throw Fault.empty }; label = name }
                public init(items: Int...) { count = items.reduce(0, +) }
                public init<S: Sequence>(contentsOf sequence: S) where S.Element == Int { count = sequence.reduce(0, +) }

                // Properties
                public var label = "box"
                public let identity = 7
                public private(set) var count = 0
                public var text: String { "\(label) \(count)" }
                public var later: Int { get async { count } }
                public var risky: Int { get throws { guard count > 0 else { throw Fault.empty }; return count } }
                public var laterRisky: Int { get async throws { count } }
                public var typedRisky: Int { get throws(Fault) { guard count > 0 else { throw .empty }; return count } }
                public var handler: ((Int) -> String)?
                public var sendableHandler: @Sendable () -> Void = {}
                public var pair: (first: Int, second: String) = (1, "a")
                public var anything: Any = 1
                public var existential: any Shape = Square(side: 2)
                public var maybe: (any Shape)?
                public var unwrapped: String!
                public lazy var lazily: Int = 5
                public var metatype: Any.Type = Int.self
                public var failure: (any Error)?
                public var results: [Result<Int, Fault>] = []
                public weak var owner: AnyObject?

                // Subscripts
                public subscript(index: Int) -> String { get { "\(index)" } set { label = newValue } }
                public subscript(key key: String) -> Int { count }
                public subscript(row: Int, column column: Int) -> Int { get { row * column } set { count = newValue } }
                public subscript<T: Hashable>(generic value: T) -> Int { value.hashValue }
                public subscript(risky index: Int) -> Int { get throws { guard index > 0 else { throw Fault.empty }; return index } }
                public subscript(defaulted index: Int = 4) -> Int { index }
                public subscript(many indices: Int...) -> Int { indices.count }

                // Methods
                public func plain() { count += 1 }
                public func put(_ record: Record, at index: Int, twice: Bool = false) -> Int { record.id + index + (twice ? 1 : 0) }
                @discardableResult public func push(_ value: Int) -> Bool { count += value; return true }
                public func swap(_ a: inout Int, with b: inout Int) { (a, b) = (b, a) }
                public func sum(_ values: Int...) -> Int { values.reduce(0, +) }
                public func print(_ items: String..., separator: String = " ") -> String { items.joined(separator: separator) }
                public func evaluate(_ value: @autoclosure () -> Int) -> Int { count > 0 ? value() : -1 }
                public func keep(_ value: @autoclosure @escaping () -> Int) -> () -> Int { value }
                public func tryEvaluate(_ value: @autoclosure () throws -> Int) rethrows -> Int { try value() }
                public func each(_ body: (Int) -> Void) { for i in 0..<3 { body(i) } }
                public func map<T>(_ transform: (Int) throws -> T) rethrows -> [T] { try (0..<3).map(transform) }
                public func typedMap<T, E: Error>(_ transform: (Int) throws(E) -> T) throws(E) -> [T] { [try transform(1)] }
                public func later(_ body: @escaping (Record) -> Void) { body(Record(id: count)) }
                public func send(_ body: @escaping @Sendable () async throws -> Record) async rethrows -> Record { try await body() }
                public func fail() throws { throw Fault.empty }
                public func failTyped() throws(Fault) -> Int { throw Fault.full(3) }
                public func wait() async -> Int { count }
                public func waitOrFail(for seconds: Double = 1) async throws -> Record { Record(id: Int(seconds)) }
                public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T? { nil }
                public func same<T>(_ value: T, as other: T) -> T where T: Equatable { value == other ? value : other }
                public func take(_ shape: some Shape) -> Double { shape.area }
                public func takeAll(_ shapes: [any Shape]) -> Double { shapes.map(\.area).reduce(0, +) }
                public func opaque() -> some Shape { Square(side: 1) }
                public func tuple(_ pair: (Int, name: String)) -> (x: Int, y: Int) { (pair.0, pair.name.count) }
                public func optionals(_ a: Int?, _ b: String??) -> [Int?] { [a] }
                public func dictionaries(_ a: [String: [Int]]) -> Set<Int> { Set(a.values.joined()) }
                public func pack<each T>(_ values: repeat each T) -> Int { 0 }
                public func consume(_ value: consuming Record) -> Int { value.id }
                public func borrow(_ value: borrowing Record) -> Int { value.id }
                public func ship(_ value: sending Box) -> sending Box { Box() }
                public func pointer(_ p: UnsafeMutablePointer<Int>?) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
                public func keyed(_ path: KeyPath<Record, Int>) -> Int { Record(id: 9)[keyPath: path] }
                public func returnsClosure() -> (Int) -> Int { { $0 + 1 } }
                public func returnsNever() -> Never { fatalError() }
                public func opt(_ closure: ((Int) -> Void)? = nil) { closure?(4) }
                public func nested(_ make: (() -> Void) -> Int) -> Int { make({}) }
                public func `repeat`(_ times: Int) -> Int { times }
                public func overloaded(_ a: Int) -> String { "int" }
                public func overloaded(_ a: String) -> String { "string" }
                public func overloaded(label a: Int) -> String { "label" }
                public func overloaded(_ a: Int) -> Int { 1 }
                public func overloaded() async -> String { "none" }
                public func defaults(a: Int = 1, b: String = "b", c: Double = 0.5) -> String { "\(a) \(b) \(c)" }
                public func defaultOf(_ level: Level = .high, record: Record = Record(id: 1), list: [Int] = [1, 2]) -> Int { level.rawValue + record.id + list.count }
                public enum Level: Int, Sendable { case low = 1, high = 2 }

                public func locate(_ name: String = "x", file: StaticString = #fileID, line: UInt = #line) -> UInt { line }
                public func sorted<T: Sequence>(_ items: T) -> [T.Element] where T.Element: Comparable { items.sorted() }
                public func mutate(_ body: (inout Int) -> Void) -> Int { body(&count); return count }
                public func both(_ value: any Shape & Sendable) -> Double { value.area }
                public func build(@Lines _ lines: () -> [String]) -> Int { lines().count }
                public func orElse(_ body: (Int) -> Int = { $0 + 1 }, times: Int = 2) -> Int { (0..<times).reduce(0) { sum, _ in body(sum) } }
                public func span(_ range: ClosedRange<Int> = 1...3, _ pair: (Int, Int) = (1, 2)) -> Int { range.count + pair.0 }
                public func many(a: Int = 1, b: Int = 2, c: Int = 3, d: String = "d") -> String { "\(a)\(b)\(c)\(d)" }
                public func limit(_ value: Int = Box.version, level: Level = Level.low) -> Int { value + level.rawValue }

                // Statics
                public static let version = 3
                nonisolated(unsafe) public static var verbose = false
                public static func make(_ label: String) -> Box { Box(label: label) }
                public static subscript(index: Int) -> Int { index * 2 }
                public static func == (a: Box, b: Box) -> Bool { a === b }
                public static func + (a: Box, b: Box) -> Box { a }

                // Left out
                @available(*, deprecated, message: "use plain()") public func old() {}
                @available(*, unavailable) public func gone() {}
                @available(macOS 14, iOS 17, *) public func modern() -> Int { 14 }
                public func _hidden() {}
                @_spi(Secret) public func secret() {}
            }
            """#)
}
