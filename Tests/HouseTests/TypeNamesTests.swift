import Testing

/// One word for one thing, in all targets.
@Suite struct TypeNamesTests {
    private static let targets: [String: Set<String>] = {
        var targets: [String: Set<String>] = [:]
        for file in HouseTests.sources {
            for name in DeclaredTypes(file).top { targets[name, default: []].insert(file.target) }
        }
        return targets
    }()

    private static let ofTheModel = "the model's type still needs a name of its own; to be removed"

    /// Names that two targets declare, and why.
    private static let exceptions: [String: String] = [
        "Central":
            "the client's class, and the port's namespace of the central role, which it hides as `PortCentral`",
        "Peripheral": "as `Central`",
        "Blinky": "the same board, in the words of the device DSL and in those of CoreBluetoothMock",
        "Fifo":
            "a queue each, inside the module: a generic type of package access is not specialized in other modules",
        "Advertiser": ofTheModel, "LocalCharacteristic": ofTheModel, "PublishedChannel": ofTheModel,
        "PublishedService": ofTheModel, "Scanner": ofTheModel, "Sighting": ofTheModel,
    ]

    @Test("No two targets have a type of the same name")
    func namesAreUnique() {
        let doubled = Self.targets.filter { $0.value.count > 1 && Self.exceptions[$0.key] == nil }
        let texts = doubled.map { "\($0.key) is in \($0.value.sorted().joined(separator: " and "))" }.sorted()
        #expect(texts.isEmpty, "\(texts)")
        #expect(Self.targets.count > 500)
    }

    @Test("Every exception is still needed", arguments: exceptions.keys.sorted())
    func exceptionsAreNeeded(_ name: String) {
        #expect((Self.targets[name]?.count ?? 0) > 1, "\(name) names one thing only")
    }
}
