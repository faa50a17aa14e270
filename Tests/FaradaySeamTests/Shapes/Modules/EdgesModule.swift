extension ShapeModule {
    /// What a vendor rarely does: delegates called while an object is made, overrides of overrides with narrower results, members of the
    /// main actor in an actor, functions of C.
    static let edges = ShapeModule(
        name: "Edges", languageMode: "5",
        source: #"""
            public protocol EagerDelegate: AnyObject {
                func somethingWoke(_ step: Int)
                func eager(_ eager: Eager, mayWake step: Int) -> Bool
                func eager(_ eager: Eager, didWake step: Int)
            }
            public final class Eager {
                public weak var delegate: (any EagerDelegate)?
                public private(set) var steps = 0
                public init(delegate: (any EagerDelegate)?) {
                    self.delegate = delegate
                    delegate?.somethingWoke(1)
                    if delegate?.eager(self, mayWake: 2) ?? false { delegate?.eager(self, didWake: 2) }
                }
                public init?(delegate: (any EagerDelegate)?, failing: Bool) {
                    if failing { return nil }
                    self.delegate = delegate
                    delegate?.eager(self, didWake: 3)
                }
                public func step() -> Int { steps += 1; return steps }
            }

            open class Ground {
                public init() {}
                open func twin() -> Ground { Ground() }
                open func twins(_ count: Int) -> [Ground] { [Ground()] }
                open func level() -> Int { 1 }
            }
            open class Middle: Ground {
                open override func twin() -> Middle { Middle() }
                open override func level() -> Int { 2 }
            }
            open class Lower: Middle {
                public override init() { super.init() }
                open override func twin() -> Lower { Lower() }
                open override func twins(_ count: Int) -> [Ground] { [Lower()] }
                open override func level() -> Int { 3 }
                public var own = 4
            }
            public final class Lowest: Lower {
                public override init() { super.init() }
                public override func twin() -> Lowest { Lowest() }
                public override func level() -> Int { 4 }
            }

            public actor Panel {
                public init() {}
                private var count = 5
                public func load() -> Int { count }
                @MainActor public func show(_ text: String) -> Int { text.count }
                @MainActor public var title: String { "panel" }
                @MainActor public func close() async -> Int { 7 }
            }

            public typealias RowFunction = @convention(c) (Int32) -> Int32
            public final class Database {
                public init() {}
                public func each(_ body: @convention(c) (_ row: Int32) -> Int32) -> Int32 { body(4) }
                public func visit(
                    _ body: @escaping @convention(c) (Int32, UnsafeMutableRawPointer?) -> Int32, _ context: UnsafeMutableRawPointer?
                ) -> Int32 { body(5, context) }
                public func named(_ body: RowFunction?) -> Int32 { body?(6) ?? 0 }
                public func mixed(_ body: (Int32) -> Int32, then function: @convention(c) (Int32) -> Int32) -> Int32 {
                    function(body(1))
                }
                public func function() -> @convention(c) (Int32) -> Int32 { { $0 + 10 } }
                public var hook: (@convention(c) (Int32) -> Int32)?
            }
            public struct Query {
                public init() {}
                public func run(_ body: @convention(c) (Int32) -> Int32) -> Int32 { body(8) }
            }
            """#)
}
