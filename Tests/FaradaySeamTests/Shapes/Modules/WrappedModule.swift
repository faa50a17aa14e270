extension ShapeModule {
    /// Classes in each other's members, delegates, subclasses and singletons.
    static let wrapped = ShapeModule(
        name: "Wrapped", languageMode: "5",
        source: #"""
            /// Types that are wrapped, in each other's members.
            public protocol EngineDelegate: AnyObject {
                func engine(_ engine: Engine, didStart part: Part)
                func engine(_ engine: Engine, shouldStop part: Part?) -> Bool
                func engineDidStop(_ engine: Engine, error: (any Error)?)
                func engine(_ engine: Engine, parts: [Part], completion: @escaping (Part) -> Void)
            }
            extension EngineDelegate { public func engineDidStop(_ engine: Engine, error: (any Error)?) {} }

            public final class Part {
                public let name: String
                init(name: String) { self.name = name }
                public private(set) weak var engine: Engine?
                public func attach(to engine: Engine) { self.engine = engine }
                public func isSame(as other: Part) -> Bool { self === other }
            }

            open class Engine {
                public static let shared = Engine()
                public weak var delegate: (any EngineDelegate)?
                public init() {}
                public init(delegate: (any EngineDelegate)?, name: String = "engine") { self.delegate = delegate; self.name = name }
                public var name = "engine"
                public private(set) var parts: [Part] = [Part(name: "a"), Part(name: "b")]
                public var main: Part { parts[0] }
                public var spare: Part?
                public var byName: [String: Part] { Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0) }) }
                public var unwrapped: Part!
                public var onPart: ((Part) -> Void)?
                public var makePart: () -> Part = { Part(name: "made") }
                public subscript(index: Int) -> Part { get { parts[index] } set { parts[index] = newValue } }
                public subscript(part: Part) -> Int { parts.firstIndex { $0 === part } ?? -1 }
                open func start() { for part in parts { delegate?.engine(self, didStart: part); onPart?(part) } }
                public func stop(_ part: Part?) -> Bool { delegate?.engine(self, shouldStop: part) ?? false }
                public func finish() { delegate?.engineDidStop(self, error: nil) }
                public func hand(over completion: @escaping (Part) -> Void) { delegate?.engine(self, parts: parts, completion: completion) }
                public func add(_ part: Part, then body: (Part, Engine) -> Part) -> Part { body(part, self) }
                public func maybe(_ part: Part?, body: ((Part?) -> Part?)? = nil) -> Part? { body?(part) ?? part }
                public func load(_ name: String) async throws -> Part { Part(name: name) }
                public func loadAll(_ names: [String]) async -> [Part] { names.map(Part.init) }
                public func use(_ body: @escaping @Sendable (Part) async throws -> Part) async rethrows -> Part { try await body(parts[0]) }
                public func useOnMain(_ body: @escaping @MainActor (Part) -> Void) { }
                public func nestedClosures(_ body: (@escaping (Part) -> Void) -> Void) { body { _ in } }
                public func resultBased(_ completion: @escaping (Result<Part, any Error>) -> Void) { completion(.success(parts[0])) }
                public func tuple(_ pair: (Part, Int)) -> (Part, Int) { pair }
                public func results() -> Result<Part, any Error> { .success(parts[0]) }
                public func all(_ parts: Part...) -> Int { parts.count }
                public func swap(_ part: inout Part) { part = parts[1] }
                public func lazily(_ part: @autoclosure () -> Part) -> Part { part() }
                public func sets(_ ids: Set<ObjectIdentifier>) -> Int { ids.count }
                public func optionalArray(_ list: [Part?]?) -> [[Part]] { [parts] }
                public func replace(_ list: [String: [Part]]) -> [String: Part?] { list.mapValues { $0.first } }
                public func clone() -> Self { self }
                public func find<T: Part>(_ type: T.Type) -> T? { parts.first as? T }
                public func pairUp() -> (first: Part, second: Part?) { (parts[0], parts.last) }
                public func rename(_ body: (Part) throws -> String) rethrows -> [String] { try parts.map(body) }
                public func check(_ body: (Part) throws(Misfit) -> Void) throws(Misfit) { try body(parts[0]) }
                public func stream() -> AsyncStream<Part> { AsyncStream { $0.finish() } }
                public func visit<V: PartVisitor>(_ visitor: V) -> V.Output { visitor.visit(parts[0]) }
                open class func named(_ name: String) -> Engine { Engine(delegate: nil, name: name) }
                public static func compare(_ a: Part, _ b: Part) -> Bool { a === b }
                nonisolated(unsafe) public static var fallback: Part?
            }

            public protocol PartVisitor { associatedtype Output; func visit(_ part: Part) -> Output }

            public enum Misfit: Error, Equatable { case size }

            open class TurboEngine: Engine {
                public override init() { super.init() }
                public var boost = 1
                open override func start() { boost += 1; super.start() }
                public func blow(_ part: Part) -> TurboEngine { self }
                public override class func named(_ name: String) -> Engine { TurboEngine() }
            }

            public final class JetEngine: TurboEngine {
                public var thrust: Double { 9.5 }
                public override func start() { super.start() }
            }

            /// Nothing but a singleton that can't be made.
            public final class Registry {
                public static let `default` = Registry()
                private init() {}
                public func register(_ engine: Engine) -> Int { 1 }
                public func first(of kind: Engine.Type) -> Engine? { nil }
            }

            public final class Sealed: Sendable {
                public static let instance = Sealed()
                public let id = 4
                public func run() async -> Int { id }
            }

            /// Type aliases, old variables, and what is held in other ways than strongly.
            public typealias Callback<Value> = (Value) -> Void
            public typealias Piece = Part
            public final class Rack {
                public static var count = 3
                public unowned let owner: Engine
                public unowned(unsafe) var other: Engine
                public init(owner: Engine = Engine()) {
                    self.owner = owner
                    other = owner
                }
                public func each(_ body: Callback<Part>) { owner.parts.forEach(body) }
                public func first(_ body: @escaping Callback<Piece?>) { body(owner.parts.first) }
                public func pick(_ part: Optional<Piece>, among parts: Array<Part>) -> Piece? { part ?? parts.last }
                public func list(_ pairs: [(Part, String)]) -> [(Part, String)] { pairs }
                public func chain(_ body: (Part) -> (Part) -> Part) -> Part { body(owner.parts[0])(owner.parts[1]) }
                public func completion(_ body: @escaping ([Part]?, (any Error)?) -> Void) { body(owner.parts, nil) }
                public func change(_ parts: inout [Part], _ body: (inout Part) -> Void) { parts.removeLast() }
            }

            public final class Empty {}
            /// One that only tells.
            public protocol BeaconDelegate: AnyObject {
                func beacon(_ beacon: Beacon, didHear part: Part, at place: Int)
                func beaconDidStop(_ beacon: Beacon)
            }
            public final class Beacon {
                public weak var delegate: (any BeaconDelegate)?
                public init() {}
                public func hear(_ part: Part) { delegate?.beacon(self, didHear: part, at: 3) }
                public func stop() { delegate?.beaconDidStop(self) }
            }

            /// A delegate with requirements that a proxy can't pass on.
            public protocol PumpDelegate: AnyObject { var limit: Int { get }; func pumped(_ pump: Pump) }
            public final class Pump { public init() {}; public weak var delegate: (any PumpDelegate)?; public func pump() -> Int { delegate?.pumped(self); return delegate?.limit ?? 0 } ; public func meet(_ other: Pump) {} }
            /// One whose second argument is of the same type, and with events of one name.
            public protocol RobotDelegate: AnyObject { func robot(_ robot: Robot, didMeet other: Robot); func robotDidMeet(_ robot: Robot); func robot(_ robot: Robot, didMeet other: Robot, at place: Int); func robot(_ robot: Robot, ask: Int, completion: @escaping (Bool) -> Void) ; func robot(_ robot: Robot, wants part: Part) -> Part }
            public final class Robot { public init() {}; public weak var delegate: (any RobotDelegate)?; public func meet(_ other: Robot) { delegate?.robot(self, didMeet: other) } }
            """#)
}
