extension ShapeModule {
    /// Members that are named like keywords and like things of the generated code.
    static let names = ShapeModule(
        name: "Names", languageMode: "5",
        source: #"""
            /// Members named like things in the generated code, and like keywords.
            public final class Names {
                public init() {}
                public var log: String = "log"
                public var calls: [String] = ["call"]
                public var journal: Int = 1
                public var real: Int = 2
                public var table: Int = 3
                public var facade: Int = 4
                public var source: Int = 5
                public var heldObject: Int = 6
                public var staticJournal: Int = 8
                public var onLog: Int = 7
                public func send(_ event: Int) -> Int { event }
                public func events() -> [Int] { [1] }
                public func `init`() -> Int { 1 }
                public func `self`() -> Int { 2 }
                public func call(_ arguments: Int) -> Int { arguments }
                public func note() {}
                public func stub(_ name: String) -> String { name }
                public func log(_ message: String) -> String { "logged \(message)" }
                public func print(_ text: String) -> String { text }
                public func fatalError(_ text: String) -> Int { 3 }
                public func body(body: (Int) -> Int) -> Int { body(1) }
                public func closure(closure: @escaping () -> Names) -> Int { closure().real }
                public func closures(_ closure: ((Names) -> Void)?) { closure?(self) }
                public func value(value: Int, newValue: Int) -> Int { value + newValue }
                public func values(value: (Names, Names) -> Names) -> Int { value(self, self).real }
                public func take(real: Names, facade: Names?, table: [Names]) -> Names { real }
                public func parameter(self: Int, log: Int, journal: Int) -> Int { self + log + journal }
                public func `func`(in: Int, for `default`: Int, `inout`: Int) -> Int { `in` + `default` + `inout` }
                public subscript(newValue newValue: Int) -> Int { get { newValue } set { log = "\(newValue)" } }
                public var `default`: Int = 9
                public var `class`: Int = 10
                public var `Type`: Int = 11
                public func `switch`(`case`: Int) -> Int { `case` }
                public func resultOf(result: Int) -> Int { result }
                public func answer(answer: Int?) -> Int { answer ?? 0 }
                public func body2(_ body: inout Int) -> Bool { body += 1; return true }
                public func fails(error: Int) throws -> Int { error }
                public func on() {}
                public func onSend() {}
                public func _under(_ _x: Int, _: Int) -> Int { _x }
                public func noName(_: Int, _: String) -> Int { 5 }
                public func sameName(a x: Int, b y: Int) -> Int { x - y }
                public static func realObject() -> Int { 1 }
                public static func make() -> Names { Names() }
                public static func makeNames() -> Names { Names() }
                public func spyName(_ spy: String, member: String) -> String { spy + member }
                public var 日本: String { "ja" }
                public var `with space`: Int { 12 }
                public func any(any: Int, some: Int, each: Int) -> Int { any + some + each }
                public func await(async: Int, await: Int) -> Int { async + `await` }
                public func throwing(throws: Int, try t: Int) -> Int { `throws` + t }
                public func get(get: Int, set: Int, didSet: Int) -> Int { get + set + didSet }
                public func copy(Names: Int) -> Int { Names }
            }
            """#)
}
