import Foundation

/// Reads the typed trees that `-dump-ast-format json` prints.
///
/// A dump has some two thousand bytes for a line of source, in one object per file whose depth nothing limits. So
/// nothing is decoded: the few
/// things that matter are found by their marks, which can't stand inside a string since quotes are escaped there.
struct ASTDump {
    /// A type or an extension.
    struct TypeDeclaration {
        var kind = ""
        /// The name as written; empty for an extension.
        var name = ""
        var usr = ""
        /// The mangled type, which an extension shares with its type.
        var type = ""
        var superclass: String?
        /// The USRs of the protocols to which it conforms here.
        var protocols: [String] = []
        var members: [Member] = []
    }

    /// A member of a type or extension.
    struct Member {
        var usr = ""
        /// As a symbol graph has it: `thing(_:did:)`, `level`, `init(a:)`, `subscript(_:)`.
        var title = ""
    }

    /// The tree of a source file.
    struct File {
        var path: String
        fileprivate var range: Range<Int>
    }

    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    /// The trees, one per source file.
    func files() -> [File] {
        scan { scanner in
            let mark = #"{"_kind":"source_file","filename":"#
            let starts = scanner.places(of: mark, in: 0..<scanner.bytes.count)
            return starts.indices.map { number in
                let end = number + 1 < starts.count ? starts[number + 1] : scanner.bytes.count
                var place = starts[number] + mark.utf8.count
                return File(path: scanner.string(at: &place), range: starts[number]..<end)
            }
        }
    }

    /// The USRs of all declarations to which a file refers.
    func references(in file: File) -> Set<String> {
        scan { scanner in
            var all: Set<String> = []
            // Expressions, key paths' components, default arguments: each refers with a `decl_ref`.
            let mark = #""decl_usr":"#
            for start in scanner.places(of: mark, in: file.range) {
                var place = start + mark.utf8.count
                all.insert(scanner.string(at: &place))
            }
            let override = #""override":["#
            for start in scanner.places(of: override, in: file.range) {
                var place = start + override.utf8.count - 1
                scanner.elements(at: &place) { scanner, place in all.insert(scanner.string(at: &place)) }
            }
            all.remove("")
            return all
        }
    }

    /// The types and extensions in a file, also those inside others and inside functions.
    func types(in file: File) -> [TypeDeclaration] {
        scan { scanner in
            ["class_decl", "struct_decl", "enum_decl", "protocol", "extension_decl"].flatMap { kind in
                scanner.places(of: #"{"_kind":"\#(kind)","#, in: file.range).map { start in
                    var place = start
                    return scanner.type(at: &place)
                }
            }
        }
    }

    private func scan<Result>(_ body: (ASTScanner) -> Result) -> Result {
        data.withUnsafeBytes { body(ASTScanner(bytes: $0)) }
    }
}
