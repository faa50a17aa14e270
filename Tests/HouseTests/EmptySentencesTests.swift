import Testing

/// A comment says something, or there is none.
@Suite struct EmptySentencesTests {
    /// Sentences that stand more than 20 times, and why that is right.
    private static let exceptions: [String: String] = [:]

    @Test("No comment says only what the declaration below it says", arguments: HouseTests.sources)
    func sentences(_ file: HouseTests.SourceFile) {
        for place in EmptySentences.found(in: file) {
            Issue.record("\(place) Say more, or leave it out above an initialiser or a stored property")
        }
    }

    @Test("No sentence about a member stands more than 20 times word for word")
    func repetitions() {
        let repeated = EmptySentences.repeated(in: HouseTests.sources)
        for (sentence, places) in repeated where Self.exceptions[sentence] == nil {
            let some = places.prefix(3).joined(separator: "\n")
            Issue.record("\(sentence) stands \(places.count) times, such as\n\(some)")
        }
        for sentence in Self.exceptions.keys {
            #expect(repeated[sentence] != nil, "\(sentence) needs no exception any more")
        }
    }

    @Test(
        "A sentence is empty if its words are those of the member, its type and the types around it",
        arguments: [
            ("Creates parameters.", "public init(status: ErrorCode) {}", true),
            ("Creates a status report.", "public init(status: ErrorCode) {}", true),
            ("Creates return parameters.", "init() {}", true),
            ("Creates a set from the flags on air.", "public init(rawValue: UInt8) {}", true),
            ("Creates a set of its bits.", "public init(rawValue: UInt8) {}", true),
            (
                "Creates a set of its bits; the lowest four are used.", "public init(rawValue: UInt8) {}",
                false
            ),
            ("Creates a report in seconds.", "public init(_ seconds: Double) {}", false),
            ("Creates an empty report.", "convenience init() {}", false),
            ("The connection.", "public var connectionHandle: UInt16", true),
            ("The connection's handle.", "public var connectionHandle: UInt16", true),
            ("The connection, 0x0000 to 0x0EFF.", "public var connectionHandle: UInt16", false),
            ("The status of the report.", "public private(set) var status = ErrorCode.success", true),
            ("The peers' address.", "package var peer: DeviceAddress? { didSet {} }", true),
            ("The bits on the wire.", "public let rawValue: UInt8", true),
            ("The bits on the wire.", "public let bits: UInt8", false),
            ("A name.", "let name: String", true),
            ("A name.", "case name", false),
            ("The name.", "case name(String)", true),
            ("The name.", "@available(iOS 7.0, *) public static let name = \"{\"", true),
            ("The name.", "public var name: String { text }", true),
            ("The name of the report.", "public var name: String { text }", false),
            ("The battery is low.", "static let batteryLow = Self(rawValue: 1)", false),
            ("The name.", "mutating func name(of peer: Peer) -> String {}", true),
        ])
    func rule(_ sentence: String, _ declaration: String, _ isEmpty: Bool) {
        let text = "public struct StatusReport {\n    /// \(sentence)\n    \(declaration)\n}\n"
        let found = EmptySentences.found(in: .init(path: "Sources/A/One.swift", text: text))
        #expect(found.count == (isEmpty ? 1 : 0), "\(found)")
        for place in found {
            #expect(place.hasPrefix("Sources/A/One.swift:3: "))
            #expect(place.hasSuffix(": \(sentence)"))
        }
    }

    @Test("A sentence that stands too often is found with its places, one about types is not")
    func repetitionIsFound() {
        let property = "    /// How it ended.\n    var status: Int\n"
        let type = "/// What it returns.\nstruct One {\n\(property)}\n"
        let text = String(repeating: type, count: 3)
        let file = HouseTests.SourceFile(path: "Sources/A/One.swift", text: text)
        let found = EmptySentences.repeated(in: [file], limit: 2)
        #expect(found == ["How it ended.": [4, 9, 14].map { "Sources/A/One.swift:\($0): status" }])
        #expect(EmptySentences.repeated(in: [file], limit: 3) == [:])
    }

    @Test("Only an initialiser and a stored property of an instance may have no comment")
    func kinds() {
        let text = """
            let global = 1
            public struct One {
                public init?(_ one: Int) {}
                public var stored: (Int) -> Void = { _ in }
                var observed = 1 {
                    didSet {}
                }
                lazy var later = { 1 }()
                static let constant = 1
                var computed: Int { 1 }
                var long: Int
                {
                    1
                }
                case one
                func two() {}
                struct Inner {
                    private(set) weak var inner: One?
                }
            }
            var last: Int { 1 }
            """
        let members = DeclaredMembers(.init(path: "Sources/A/One.swift", text: text)).all
        let silent = members.filter(\.mayBeSilent).map(\.name)
        #expect(silent == ["init", "stored", "observed", "later", "inner"])
        #expect(members.last?.owners == [])
        #expect(members.first { $0.name == "inner" }?.owners == ["One", "Inner"])
    }
}
