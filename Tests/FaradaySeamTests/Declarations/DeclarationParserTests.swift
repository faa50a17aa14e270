import Testing

@testable import FaradaySeam

/// What a declaration's fragments say, part by part.
@Suite struct DeclarationParserTests {
    @Test func aParameterHasALabelAndAName() throws {
        let parameters = try Declaration.read(
            "func f(a: %Int%, _ b: %Int%, for c: %Int%, in: %Int%, _: %Int%, of _: %Int%)"
        ).parameters
        #expect(parameters.map(\.label) == ["a", nil, "for", "in", nil, "of"])
        #expect(parameters.map(\.name) == ["a", "b", "c", "`in`", "_", "_"])
    }

    @Test func aSubscriptsParameterHasALabelOnlyIfItHasAName() throws {
        let declaration = try Declaration.read("subscript(a: %Int%, b b: %Int%, _: %Int%) -> %Int% { get }")
        #expect(declaration.parameters.map(\.label) == [nil, "b", nil])
        #expect(declaration.parameters.map(\.name) == ["a", "b", "_"])
        #expect(declaration.description == "subscript(a: Int, b b: Int, _: Int) -> Int { get }")
    }

    @Test func parametersWithoutNamesAreGivenSome() throws {
        let declaration = try Declaration.read(
            "func f(_: %Int%, value2: %Int%, of _: %Int%, _: %Int%, in _: %Int%, of of2: %Int%)")
        #expect(
            declaration.naming().parameters.map(\.name) == ["value", "value2", "of", "value3", "`in`", "of2"])
    }

    @Test(arguments: [
        ("inout %Int%", ["inout"], "Int"), ("isolated (any %Actor%)?", ["isolated"], "(any Actor)?"),
        ("@escaping @Sendable (%Int%) -> %Void%", ["@escaping"], "@Sendable (Int) -> Void"),
        ("@Sendable @escaping () -> %Void%", ["@escaping"], "@Sendable () -> Void"),
        (
            "sending @escaping @isolated(any) () async -> %Void%", ["sending", "@escaping"],
            "@isolated(any) () async -> Void"
        ),
        ("@autoclosure @escaping () throws -> %T%", ["@autoclosure", "@escaping"], "() throws -> T"),
        ("@escaping %Handler%", ["@escaping"], "Handler"), ("consuming [%Int%]", ["consuming"], "[Int]"),
        ("nonisolated(nonsending) (any %P%) async -> %T%", [], "nonisolated(nonsending) (any P) async -> T"),
        ("@escaping @%MainActor% () -> %Void%", ["@escaping"], "@MainActor () -> Void"),
    ])
    func aParametersSpecifiersAreNotOfItsType(text: String, specifiers: [String], type: String) throws {
        let parameter = try #require(Declaration.read("func f(_ x: \(text))").parameters.first)
        #expect(parameter.specifiers == specifiers)
        #expect(parameter.type.description == type)
    }

    /// A type that is spelled like a keyword is told from it by its fragment's kind.
    @Test func aTypeMayBeSpelledLikeAKeyword() throws {
        #expect(try TypeExpression.read("%Owner%.%Type%").description == "Owner.`Type`")
        #expect(try TypeExpression.read("%Owner%.Type") == .metatype(.read("%Owner%"), "Type"))
        #expect(try TypeExpression.read("%class%").description == "`class`")
        #expect(try Declaration.read("func f(_ x: %sending%) -> %sending%").parameters[0].specifiers.isEmpty)
    }

    @Test(arguments: [
        ("nil", "Int?"), ("\"a, b: \\(\"c)\") \"", "String"), ("#\"a\"b)\"#", "String"),
        ("[\"a, b\": 1, \")\": 2]", "Any"),
        ("Table<Int, String>()", "Any"), ("{ (x: Int) in if x > 1 { return [x, x] }; return [] }(3)", "Any"),
        ("#isolation", "Any"),
        (".init(a: 1, b: (2, 3))", "Any"), ("\"\"\"\n a \"b\", c: d\n \"\"\"", "String"), ("1 < 2", "Bool"),
        ("-1.5e3", "Double"),
    ])
    func aDefaultValueIsKeptAsItStands(value: String, type: String) throws {
        let declaration = try Declaration.read(
            "func f(a: \(type) = \(value), b c: Int, _ d: \(type) = \(value)) throws -> Int")
        #expect(declaration.parameters.map(\.defaultValue) == [value, nil, value])
        #expect(declaration.parameters.map(\.name) == ["a", "c", "d"])
        #expect(declaration.effects.throwing == .any)
    }

    @Test func aVariadicParameterIsMarked() throws {
        let declaration = try Declaration.read(
            "func f(_ x: Any..., y: ((Int...) -> Void)?, z: (Int) -> Void...)")
        #expect(declaration.parameters.map(\.isVariadic) == [true, false, true])
        #expect(declaration.parameters[1].type.description == "((Int...) -> Void)?")
    }

    @Test func attributesAndModifiersAreTold() throws {
        let declaration = try Declaration.read(
            "@backDeployed(before: macOS 14.0, iOS 17.0)\n@%MainActor% @Wrapper<Int>(a: \")\") public nonisolated(unsafe) static func f()"
        )
        #expect(
            declaration.attributes == [
                "@backDeployed(before: macOS 14.0, iOS 17.0)", "@MainActor", "@Wrapper<Int>(a: \")\")",
            ])
        #expect(declaration.modifiers == ["public", "nonisolated(unsafe)", "static"])
        #expect(
            try Declaration.read("func f(@Builder x: () -> Int)").parameters[0].attributes == ["@Builder"])
    }

    /// Extractors cut text into fragments in their own way.
    @Test func whereFragmentsEndDoesNotMatter() throws {
        let text =
            "@MainActor override func scan(for ids: [String] = [\"a b\"], _ d: @escaping @Sendable (Int) -> Void) async throws -> Int?"
        let whole = try Declaration.read(text)
        for length in 1...7 {
            var rest = Substring(text)
            var fragments: [Fragment] = []
            while !rest.isEmpty {
                fragments.append(Fragment(kind: "keyword", spelling: String(rest.prefix(length))))
                rest = rest.dropFirst(length)
            }
            #expect(try Declaration.parse(fragments) == whole)
        }
    }

    @Test(arguments: [
        ("var x: %Int%", true, false), ("let x: %Int%", false, true), ("var x: %Int% { get }", false, false),
        ("lazy var x: %Int% { mutating get set }", true, false),
    ])
    func aPropertyCanBeSetOrNot(text: String, isSettable: Bool, isConstant: Bool) throws {
        let declaration = try Declaration.read(text)
        #expect(declaration.isSettable == isSettable)
        #expect(declaration.isConstant == isConstant)
    }

    @Test func accessorsSayWhatTheyDo() throws {
        let declaration = try Declaration.read(
            "subscript(i: Int) -> Int { mutating get async throws(E) nonmutating set }")
        #expect(declaration.hasMutatingGetter && declaration.hasNonmutatingSetter && declaration.isSettable)
        #expect(declaration.effects == Effects(isAsync: true, throwing: .typed(.named([.init(name: "E")]))))
        #expect(declaration.accessors == "{ mutating get async throws(E) nonmutating set }")
    }

    @Test func symbolsOfTypesAreKept() throws {
        let type = try TypeExpression.read("[%Key% : (%Outer%.%Inner%<%Int%>, any %P% & %Q%)]")
        #expect(type.components.map(\.symbol) == ["s:Key", "s:Outer", "s:Inner", "s:Int", "s:P", "s:Q"])
    }
}
