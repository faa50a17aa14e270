import Testing

@testable import FaradayEngine
@testable import FaradaySimulation

/// The chain of nodes that have something to say.
@Suite struct TouchedNodesTests {
    private let nodes = (0..<4).map { Node(id: NodeID(UInt32($0)), name: "\($0)") }

    private func insert(_ place: Int, into touched: inout TouchedNodes) {
        touched.insert(Unmanaged.passUnretained(nodes[place]))
    }

    private func takeAll(_ touched: inout TouchedNodes) -> [String] {
        var names: [String] = []
        while let node = touched.popFirst() { names.append(node.takeUnretainedValue().name) }
        return names
    }

    @Test("Each node is there once, in the order in which it was touched first")
    func order() {
        var touched = TouchedNodes()
        for place in [2, 0, 2, 3, 0] { insert(place, into: &touched) }
        #expect(takeAll(&touched) == ["2", "0", "3"])
        #expect(touched.isEmpty)
        #expect(nodes.allSatisfy { !$0.isTouched && $0.nextTouched == nil })
    }

    @Test("A node that is touched again after it was taken out comes last")
    func again() {
        var touched = TouchedNodes()
        for place in [1, 2] { insert(place, into: &touched) }
        #expect(touched.popFirst()?.takeUnretainedValue() === nodes[1])
        for place in [1, 3, 2] { insert(place, into: &touched) }
        #expect(takeAll(&touched) == ["2", "1", "3"])
        insert(0, into: &touched)
        #expect(takeAll(&touched) == ["0"])
    }

    @Test("A node that was only given something is not stirred; one that was also touched is, once")
    func stirred() {
        var touched = TouchedNodes()
        for place in [0, 1] { touched.insert(Unmanaged.passUnretained(nodes[place]), isStirred: false) }
        insert(1, into: &touched)
        touched.insert(Unmanaged.passUnretained(nodes[1]), isStirred: false)
        #expect(takeAll(&touched) == ["0", "1"])
        #expect(nodes.map { $0.calm() } == [false, true, false, false])
        #expect(nodes.map { $0.calm() } == [false, false, false, false])
    }
}
