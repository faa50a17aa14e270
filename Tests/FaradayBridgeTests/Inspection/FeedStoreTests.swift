import Testing

@testable import FaradayBridge

/// Lines that many readers share.
@Suite struct FeedStoreTests {
    private static func record(_ id: Int) -> String { "{\"id\":\(id),\"t\":0,\"node\":0}" }

    @Test("Lines come in portions, each with the number of the record behind it")
    func portions() {
        var store = FeedStore(header: "{}", portionSize: 50)
        store.append((0..<4).map(Self.record), nextID: 4)
        #expect(store.end == 2)
        #expect(store[0]?.lines == [Self.record(0), Self.record(1)])
        #expect(store[0]?.nextID == 2)
        #expect(store[1]?.nextID == 4)
        #expect(store[2] == nil)
        #expect(store.position(after: 2) == 1)
        #expect(store.position(after: 4) == 2)
        #expect(store.position(after: 3) == nil, "nobody has half a portion")
        #expect(store.position(after: 99) == nil)
    }

    @Test("What falls out leaves the nodes and the clock's last state behind")
    func fallsOut() {
        var store = FeedStore(header: "{\"faraday\":\"trace\"}", capacity: 200, portionSize: 60)
        store.append(["{\"type\":\"node\",\"t\":0,\"node\":3,\"name\":\"old\"}"], nextID: 0)
        store.append(["{\"type\":\"status\",\"t\":0,\"paused\":true}"], nextID: 0)
        store.append(["{\"type\":\"node\",\"t\":5,\"node\":3,\"name\":\"new\"}"], nextID: 0)
        store.append((0..<100).map(Self.record), nextID: 100)
        #expect(store.first > 0)
        #expect(
            store.beginning == [
                "{\"faraday\":\"trace\"}", "{\"type\":\"node\",\"t\":5,\"node\":3,\"name\":\"new\"}",
                "{\"type\":\"status\",\"t\":0,\"paused\":true}",
            ])
        #expect(store[store.first - 1] == nil)
        #expect(store[store.end - 1]?.lines.last == Self.record(99))
        #expect(store.position(after: 1) == nil)
    }

    @Test("A line that is longer than the store is kept until the next comes")
    func longLine() {
        var store = FeedStore(header: "", capacity: 100, portionSize: 50)
        store.append([String(repeating: "x", count: 1000)], nextID: 0)
        #expect(store.end - store.first == 1)
        store.append(["y"], nextID: 0)
        #expect(store[store.first]?.lines == ["y"])
    }
}
