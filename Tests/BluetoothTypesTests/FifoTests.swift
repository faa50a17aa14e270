import BluetoothTypes
import Testing

@Suite struct FifoTests {
    @Test("Elements leave in the order in which they came, across bursts and gaps")
    func isInOrder() {
        var fifo = Fifo<Int>()
        var model: [Int] = []
        var (next, state) = (0, UInt64(1))
        for _ in 0..<5000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Bursts, so that the queue grows beyond the places that it gives back at once.
            if state >> 62 != 0, model.count < 300 {
                for _ in 0..<Int(state >> 58) {
                    fifo.append(next)
                    model.append(next)
                    next += 1
                }
            } else {
                for _ in 0..<Int(state >> 56) {
                    let taken = fifo.popFirst()
                    #expect(taken == (model.isEmpty ? nil : model.removeFirst()))
                }
            }
            #expect(fifo.count == model.count)
            #expect(fifo.isEmpty == model.isEmpty)
            #expect(fifo.first == model.first)
        }
        #expect(fifo.all == model)
    }

    @Test("What is extracted is in order, and so is the rest, after some were taken")
    func extracts() {
        var fifo = Fifo<Int>()
        for number in 0..<100 { fifo.append(number) }
        for _ in 0..<70 { _ = fifo.popFirst() }
        #expect(fifo.contains { $0 == 70 })
        #expect(!fifo.contains { $0 == 69 })
        let even = fifo.extract { $0.isMultiple(of: 2) }
        let odd = Array(stride(from: 71, to: 100, by: 2))
        #expect(even == Array(stride(from: 70, to: 100, by: 2)))
        #expect(fifo.all == odd)
        #expect(fifo.isFirst { $0 == 71 })
    }

    @Test("A queue takes over another one, which is empty then")
    func takesOver() {
        var (one, other) = (Fifo<String>(), Fifo<String>())
        one.append("a")
        for text in ["b", "c"] { other.append(text) }
        one.take(&other)
        let texts = ["a", "b", "c"]
        #expect(one.all == texts)
        #expect(other.isEmpty)
        #expect(other.popFirst() == nil)
    }

    @Test("An element is released when it is taken, not when the storage is")
    func releasesWhatWasTaken() {
        final class Object {}
        var fifo = Fifo<Object>()
        weak var weakly: Object?
        do {
            let object = Object()
            weakly = object
            fifo.append(object)
            fifo.append(Object())
        }
        _ = fifo.popFirst()
        #expect(weakly == nil)
        #expect(fifo.count == 1)
    }
}
