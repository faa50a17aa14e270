/// What sources use of the modules that they import, as the compiler sees it.
struct Usage: Hashable, Sendable {
    /// What sources use of a type that this tool generated earlier.
    struct Seam: Hashable, Sendable {
        /// The full names of the members: `connect(_:options:)`.
        var uses: Set<String> = []
        /// The full names of the members that types have which conform to it.
        var implementations: Set<String> = []
    }

    /// The symbols, by USR, that the sources name, call, override or conform to. A getter or setter counts as its property.
    var symbols: Set<String> = []
    /// By a protocol's USR, the full names (`thing(_:did:)`, `level`) of all members of the types that conform to it.
    var implementations: [String: Set<String>] = [:]
    /// By the name of a generated type, what the sources use of it. Sources that were moved to a seam name the
    /// seam, no longer the module.
    var seams: [String: Seam] = [:]
    /// A line for the user for each compilation in which errors hid uses.
    var warnings: [String] = []

    mutating func formUnion(_ other: Usage) {
        symbols.formUnion(other.symbols)
        implementations.merge(other.implementations) { $0.union($1) }
        seams.merge(other.seams) {
            Seam(uses: $0.uses.union($1.uses), implementations: $0.implementations.union($1.implementations))
        }
        warnings += other.warnings
    }
}
