import FaradayEngine
import Testing

@Suite("Names of streams")
struct StreamNameTests {
    @Test("a name in parts has the stream of the same text", arguments: [0, 7, 10, 409, 4_294_967_295])
    func parts(_ number: UInt32) {
        let entropy = Entropy(seed: 42)
        #expect(entropy.stream(StreamName("link", number)) == entropy.stream("link \(number)"))
        var name = StreamName("node", number)
        name.add("/address ")
        name.add(number)
        #expect(entropy.stream(name) == entropy.stream("node \(number)/address \(number)"))
    }
}
