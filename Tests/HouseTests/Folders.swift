/// Which folders of a target name types of which other folders. Files at the target's root are a folder too.
struct Folders {
    struct Use: Hashable {
        let from: String
        let to: String
        let file: String
        let word: String

        var text: String { "\(file) names \(word), which is in \(to)" }
    }

    private(set) var uses: [Use] = []
    /// Sets of folders in which each can be reached from each.
    private(set) var loops: [Set<String>] = []

    static let root = "the target's root"

    init(_ files: [HouseTests.SourceFile]) {
        let read = files.map { (file: $0, folder: Self.folder(of: $0), types: DeclaredTypes($0)) }
        var homes: [String: String] = [:]
        for (_, folder, types) in read {
            for name in types.top.union(types.nested).sorted() where homes[name] == nil {
                homes[name] = folder
            }
        }
        for (file, folder, types) in read {
            for name in types.named.sorted() {
                guard let (word, home) = Self.home(of: name, types.owners, homes), home != folder else {
                    continue
                }
                uses.append(Use(from: folder, to: home, file: file.path, word: word))
            }
        }
        loops = Self.loops(uses)
    }

    private static func folder(of file: HouseTests.SourceFile) -> String {
        let parts = file.path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : root
    }

    /// Where a name is declared: `A.B` where an extension adds `B` to `A`, otherwise where `A` is. Inside an `A`, `B` may
    /// be an `A.B`.
    private static func home(
        of name: String, _ owners: Set<String>, _ homes: [String: String]
    ) -> (word: String, home: String)? {
        var parts = name.split(separator: ".")
        while !parts.isEmpty {
            let word = parts.joined(separator: ".")
            if let home = homes[word] { return (word, home) }
            for owner in owners.sorted() {
                if let home = homes["\(owner).\(word)"] { return ("\(owner).\(word)", home) }
            }
            parts.removeLast()
        }
        return nil
    }

    private static func loops(_ uses: [Use]) -> [Set<String>] {
        var next: [String: Set<String>] = [:]
        for use in uses { next[use.from, default: []].insert(use.to) }
        var reached: [String: Set<String>] = [:]
        for start in next.keys {
            var seen: Set<String> = []
            var open = [start]
            while let folder = open.popLast() {
                for other in next[folder] ?? [] where seen.insert(other).inserted { open.append(other) }
            }
            reached[start] = seen
        }
        var loops: Set<Set<String>> = []
        for (start, seen) in reached where seen.contains(start) {
            loops.insert(seen.filter { reached[$0]?.contains(start) ?? false })
        }
        return loops.sorted { $0.sorted().joined() < $1.sorted().joined() }
    }

    /// The uses inside a loop, those between two folders with the fewest first.
    func uses(in loop: Set<String>) -> [Use] {
        let inside = uses.filter { loop.contains($0.from) && loop.contains($0.to) }
        let counts = Dictionary(grouping: inside) { [$0.from, $0.to] }.mapValues(\.count)
        return inside.sorted { left, right in
            let (one, other) = (counts[[left.from, left.to]] ?? 0, counts[[right.from, right.to]] ?? 0)
            return one == other ? left.text < right.text : one < other
        }
    }
}
