#if os(Linux)
import Testing

@testable import FaradaySeam

/// Names are spelled so that the compiler takes them.
@Suite struct NameCompilationTests {
    private static let words = """
        associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private precedencegroup protocol
        public rethrows static struct subscript typealias var break case catch continue default defer do else fallthrough for guard if in repeat
        return throw switch where while Any as await async false is nil self Self super throws true try Type Protocol some any each actor consume
        copy discard borrow unsafe then macro package yield get set didSet left right weak unowned lazy final mutating nonisolated sending isolated
        of escaping dynamic required optional override convenience indirect prefix postfix infix none borrowing consuming distributed reasync
        read modify module __owned __shared __consuming
        """

    @Test func everyKeywordCanBeAName() throws {
        let names =
            Self.words.split(whereSeparator: \.isWhitespace).map(String.init) + ["a name", "1", "\u{E9}"]
        #expect(names.count > 100)
        let source = names.enumerated().map { number, name in
            let (declared, label, member) = (Name.escaped(name), Name.label(name), Name.member(name))
            return """
                func parameter\(number)(_ \(declared): Int, _ body: (Int) -> Int) -> [Int] {
                    var copy = \(declared)
                    copy += body(\(declared)) + \(declared).bitWidth
                    return [\(declared), copy, [1].map { [\(declared)] in $0 + \(declared) }[0]]
                }
                func label\(number)(\(label) x: Int) { if x > 0 { label\(number)(\(Name.argument(name)): x - 1) } }
                protocol Function\(number) { func \(declared)() -> Int }
                protocol Property\(number) { var \(declared): Int { get } }
                func use\(number)(_ function: any Function\(number), _ property: any Property\(number)) -> Int {
                    function.\(member)() + property.\(member)
                }
                """
        }
        let complaints = try ToolchainTools.complaints(about: source.joined(separator: "\n"))
        #expect(complaints == "")
    }
}
#endif
