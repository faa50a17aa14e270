import Testing

/// A small file in a large type is no small idea: what counts is what belongs to a type in all files.
@Suite struct TypeSizesTests {
    private static let sizes = TypeSizes(HouseTests.sources, others: HouseTests.everything)

    /// Lists that grow with the specifications, one line for each entry.
    private static let tables: Set<String> = [
        "BluetoothProfiles.CompanyIdentifier", "BluetoothProfiles.BluetoothUUID",
        "BluetoothTypes.BluetoothUUID",
    ]

    /// Functions that are such a list.
    private static let listsOfCases: Set<String> = [
        "Sources/BluetoothWire/HCI/Command+Coding.swift", "Sources/BluetoothWire/HCI/SupportedCommands.swift",
    ]

    @Test(
        "No type has more than 900 lines of its own, over all its extensions and those of protocols that only it adopts"
    )
    func noTypeIsLarge() {
        let large = Self.sizes.types.filter {
            $0.lines > 900 && !Self.tables.contains($0.name)
        }
        #expect(large.isEmpty, "\(large.map { "\($0.name): \($0.lines)" })")
        #expect(Self.sizes.types.count > 1000)
    }

    @Test("No function has more than 60 lines, but tables of the specification")
    func noFunctionIsLong() {
        let long = Self.sizes.functions.filter { function in
            function.lines > 60 && !Self.listsOfCases.contains { function.place.hasPrefix($0) }
        }
        #expect(long.isEmpty, "\(long.map { "\($0.place) \($0.name): \($0.lines)" })")
        #expect(Self.sizes.functions.count > 5000)
    }

    @Test("The lines of a type are its own, wherever they are; text and comments have no braces")
    func theMeasureIsRight() {
        let sizes = TypeSizes([
            .init(
                path: "Sources/A/One.swift",
                text: """
                    struct Outer {
                        let brace = "{ // {"
                        struct Inner {
                            let one = 1  // }
                        }
                    }
                    extension Outer {
                        func two() {
                            three()
                        }
                    }
                    """)
        ])
        #expect(sizes.types.map { "\($0.name) \($0.lines)" } == ["A.Outer 7", "A.Outer.Inner 2"])
        #expect(sizes.functions.map { "\($0.name) \($0.lines)" } == ["two 3"])
    }

    /// Who adopts a protocol with five lines in an extension, and how many lines a type then has.
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let adopters: String
        var access = ""
        var type = "A.Outer"
        let lines: Int
        var testDescription: String { rule }
    }

    private static let rows = [
        Row(rule: "Only one type adopts it", adopters: "extension Outer: Equatable, Part {}", lines: 7),
        Row(
            rule: "Another type adopts it",
            adopters: "extension Outer: Part {}\nstruct Other:\n    Sendable,\n    Part\n{\n}", lines: 2),
        Row(
            rule: "Only one type adopts it, through another protocol",
            adopters: "protocol Whole: A.Part {}\nstruct Other {}\nextension Outer: @unchecked Whole {}",
            lines: 7),
        Row(
            rule: "Two types adopt it through another protocol",
            adopters: "protocol Whole: Part {}\nextension Outer: Whole {}\nstruct Other: Whole {}", lines: 2),
        Row(rule: "It is public", adopters: "extension Outer: Part {}", access: "public ", lines: 2),
        Row(
            rule: "The type that adopts it is inside another",
            adopters: "enum Around {\n    struct Deep: Part {\n    }\n}",
            type: "A.Around.Deep", lines: 6),
        Row(rule: "Nothing adopts it", adopters: "", lines: 2),
    ]

    @Test("The extensions of a protocol are counted for the only type that adopts it", arguments: rows)
    func soleAdopter(_ row: Row) {
        let sizes = TypeSizes([
            .init(
                path: "Sources/A/One.swift",
                text: """
                    \(row.access)protocol Part {
                        var one: Int { get }
                    }
                    extension Part {
                        func two() {
                            three()
                        }
                        func four() {}
                    }
                    struct Outer {
                        let one = 1
                    }
                    \(row.adopters)
                    """)
        ])
        #expect(sizes.types.first { $0.name == row.type }?.lines == row.lines)
    }
}
