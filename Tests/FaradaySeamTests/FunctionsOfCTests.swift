import Testing

@testable import FaradaySeam

/// Functions of C that take functions of C.
@Suite struct FunctionsOfCTests {
    private static let header = """
        typedef struct store store;
        typedef int (*visitor)(void *context, int count, char **values);
        int store_exec(store *s, const char *text, int (*visit)(void *, int, char **), void *context);
        int store_collate(store *s, int (*_Nonnull compare)(const void *, const void *), void (*destroy)(void *));
        int store_bind(store *s, int place, const void *bytes, void (*destroy)(void *));
        void store_open(store *s, void (*(*find)(void *, const char *))(void), visitor visit);
        int store_count(store *s);
        """

    private static func outcome() throws -> Seam.Outcome {
        let sandbox = try Sandbox()
        try sandbox.directory.write(header, to: "store.h")
        try sandbox.directory.write("module Store { header \"store.h\" export * }", to: "module.modulemap")
        let extractor = Extractor(toolchain: sandbox.toolchain, search: sandbox.search)
        var request = SeamRequest(module: "Store")
        request.wantsFunctions = true
        return try Seam(
            toolchain: sandbox.toolchain, search: sandbox.search,
            interface: Interface(try extractor.extraction(of: "Store").graph), request: request,
            command: "faraday seam --module Store --functions"
        ).run()
    }

    @Test func allAreInTheFacadeAndCompile() throws {
        let outcome = try Self.outcome()
        let facade = try #require(outcome.facades.first)
        #expect(facade.omissions == [])
        #expect(facade.members.count == 5)
        #expect(outcome.warnings == [])
        let text = try #require(outcome.files.first { $0.name == "StoreFunctions.swift" }?.text)
        #expect(
            text.contains(
                "(@convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32)!"
            ),
            "\(text)")
        #expect(
            text.contains(
                "_ compare: @escaping @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32"),
            "\(text)")
    }

    @Test(arguments: [
        ("App.Base.each(@convention(c) (Swift.Int32) -> ()) -> ()", [true]),
        ("App.Base.hook : (@convention(c) (Swift.Int32) -> ())?", [true]),
        (
            "static App.Base.make<A where A: App.Kind>(A, (A) -> ()) -> @convention(c) () -> ()",
            [false, true]
        ),
        (
            "App.Base.load((Swift.Int) -> (), @convention(c) (Swift.Int32) -> ()) async throws -> ()",
            [false, true]
        ),
        ("App.Base.count : Swift.Int", []),
    ])
    func aMangledNameTellsWhichClosuresTheyAre(_ name: String, _ expected: [Bool]) {
        #expect(MangledClosures.closures(in: name) == expected)
    }

    @Test func whatCantBeReadTellsNothing() {
        for name in ["", "App.", "App.f(", "App.f(@convention(c) ->", "App.x : ", "$s1V2DbC"] {
            #expect(MangledClosures.closures(in: name) == nil)
        }
    }
}
