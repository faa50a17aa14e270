import Testing

@testable import FaradaySeam

@Suite struct SeamOptionsTests {
    @Test func allOptionsAreRead() throws {
        let words =
            "--module M --type A --type B,C --functions --used-in S --protocol P --rename a()=b() --delegate async --output O "
            + "--tests T --testable X --check --public --package-path . --scratch-path b --skip-build -I i -F f -Xcc -DX"
        let options = try SeamOptions(words.split(separator: " ").map(String.init))
        #expect(options.module == "M")
        #expect(options.types == ["A", "B", "C"])
        #expect(options.renames == [SeamRequest.Rename(old: "a()", new: "b()")])
        #expect(options.delegateStyle == .async)
        #expect(options.search.includes == ["i"])
        #expect(options.search.clang == ["-DX"])
        #expect(options.wantsFunctions && options.checks && options.isPublic && options.skipsBuild)
    }

    @Test(arguments: [
        ("", "which module? Give --module NAME; 'faraday seam --help' lists the options"),
        ("--modul M", "there is no option '--modul'; the nearest is --module"),
        ("--module", "--module needs a value"),
        ("--module M --type --check", "--type needs a value"),
        ("--module M --check", "--check compares with files: give --output too"),
        ("--module M --tests T", "--tests needs --output too"),
        ("--module M --delegate maybe", "--delegate is 'protocol' or 'async', not 'maybe'"),
        ("--module M --protocol 2nd", "--protocol is the name of a Swift type, which '2nd' is not"),
        ("--module M --protocol small", "--protocol is the name of a Swift type, which 'small' is not"),
        ("--module M --rename a", "--rename is OLD=NEW, as in 'scanForThings()=scan()', not 'a'"),
        (
            "--module M --rename a(x:)=b()",
            "--rename 'a(x:)=b()': both names need the same number of arguments"
        ),
    ])
    func aMistakeIsOneLine(words: String, message: String) {
        #expect(throws: SeamOptions.Mistake(description: message)) {
            try SeamOptions(words.split(separator: " ").map(String.init))
        }
    }

    @Test func theHeaderHasNothingOfThisMachine() throws {
        let words =
            "--module M --type A --used-in Sources/App --used-in /home/me/App --output Out --tests /home/me/out --package-path /p "
            + "-I /i --rename a(x:)=b(y:) --check"
        let options = try SeamOptions(words.split(separator: " ").map(String.init))
        #expect(
            options.header
                == "faraday seam --module M --type A --used-in Sources/App --rename 'a(x:)=b(y:)' --output Out"
        )
    }

    @Test func helpNamesEveryOption() {
        for option in SeamOptions.all { #expect(SeamOptions.help.contains(option), "\(option)") }
    }

    @Test(
        arguments: [
            ("scan", "scan", nil), ("scan()", "scan", []), ("arm(deviceId:)", "arm", ["deviceId"]),
            ("f(_:x:)", "f", ["_", "x"]),
        ] as [(String, String, [String]?)])
    func aFullNameIsTakenApart(text: String, name: String, labels: [String]?) throws {
        let found = try #require(RenameTarget.parse(text))
        #expect(found.name == name)
        #expect(found.labels == labels)
    }

    @Test(arguments: ["", "a b", "a(", "a)", "a(b)", "1a", "a(b c:)", "a(:)"])
    func whatIsNoFullNameIsRefused(text: String) {
        #expect(RenameTarget.parse(text) == nil)
    }
}
