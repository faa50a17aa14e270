import Testing

@testable import BluetoothPort

/// How a manager finds its phone.
@Suite struct PortEnvironmentTests {
    @Test func thePhoneOfTheTaskComesFirst() async {
        let provider = NamedProvider("task")
        let name = await PortEnvironment.$current.withValue(provider) {
            await Task { PortEnvironment.resolve()?.portName }.value
        }
        #expect(name == "task")
    }
}

@Suite struct PeerIdentifierTests {
    @Test func readsAsAUUID() {
        let identifier = PeerIdentifier(high: 0x0B65_2640_0012_0345, low: 0x8000_0080_5F9B_34FB)
        #expect(identifier.description == "0B652640-0012-0345-8000-00805F9B34FB")
    }

    @Test func areOrderedByTheirNumber() {
        let sorted = [(2, 0), (1, 9), (1, 1)].map { PeerIdentifier(high: $0.0, low: $0.1) }.sorted()
        #expect(sorted.map(\.low) == [1, 9, 0])
    }
}
