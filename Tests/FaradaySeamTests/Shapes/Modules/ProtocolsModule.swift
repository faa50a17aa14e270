extension ShapeModule {
    /// Protocols of the module itself, for which only spies and dummies are written.
    static let protocols = ShapeModule(
        name: "Protocols", languageMode: "6",
        source: #"""
            public protocol Plain { func run(_ a: Int) -> String; var name: String { get set } ; var id: Int { get } }
            public protocol Refined: Plain { func more() throws -> [Int] }
            public protocol ClassBound: AnyObject { var weakOne: AnyObject? { get set }; func go() async }
            public protocol Container {
                associatedtype Item: Equatable
                associatedtype Index = Int
                var count: Int { get }
                func item(at index: Index) -> Item
                mutating func append(_ item: Item)
                subscript(index: Index) -> Item { get set }
            }
            public protocol Made {
                init(name: String)
                init?(code: Int) throws
                static func make() -> Self
                static var all: [Self] { get }
                static var limit: Int { get set }
                func copy() -> Self
                func merged(with other: Self) -> Self
            }
            public protocol Work: Sendable { func run<T: Sendable>(_ body: @Sendable () async throws -> T) async rethrows -> T; func stop() async throws(Halt) }
            public struct Halt: Error { public init() {} }
            @MainActor public protocol View1 { var title: String { get set }; func show(animated: Bool) }
            public protocol Store1: Actor { func put(_ a: Int) -> Int; var size: Int { get } ; nonisolated var tag: String { get } }
            public protocol Defaulted { func must() -> Int; func may() -> Int }
            extension Defaulted { public func may() -> Int { 3 }; public func extra() -> Int { may() } }
            public protocol Primary<Element> { associatedtype Element: Sendable; func next() -> Element?; func feed(_ body: (Element) -> Void) }
            public protocol Sequencing: Sequence where Element == Int { func start() }
            public protocol Comparing: Hashable, Comparable { var rank: Int { get } }
            public protocol Coded: Codable { var key: String { get } }
            public protocol Generator1 { func gen<T: Container>(_ c: T, _ f: @escaping (T.Item) -> Void) -> T.Item where T.Index == Int; func anyShape(_ p: any Plain) -> any Plain; func someShape(_ p: some Plain) }
            public protocol Ops { static func + (a: Self, b: Self) -> Self; func negate() -> Self }
            public protocol Marker {}
            public class Base { public init() {}; public var base = 1 }
            public protocol WithSuper: Base { func superb() -> Int }
            public protocol Nested { associatedtype Child: Nested; func children() -> [Child]; func closure(_ a: @autoclosure () -> Int, _ b: inout Int, _ c: (inout Int) -> Void, d: Int...) }
            """#)
}
