import BluetoothTypes
import RandomCases
import Testing

@testable import FaradayAppTime

/// What is due, in the order of time and, at one time, in the order in which it was asked for.
@Suite struct DeadlinesTests {
    @Test("Whatever is added and taken out, entries come in order, and those that are gone never come")
    func likeASortedList() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<randomCases(200) {
            var deadlines = Deadlines<Int>()
            var model: [(time: Int64, value: Int)] = []
            var tokens: [Int: Deadlines<Int>.Token] = [:]
            for value in 0..<Int.random(in: 1...200, using: &random) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where !model.isEmpty:
                    let gone = model.remove(at: Int.random(in: model.indices, using: &random))
                    #expect(tokens[gone.value].flatMap { deadlines.remove($0) } == gone.value)
                case 1:
                    let limit = Int64.random(in: 0...20, using: &random)
                    let first = model.firstIndex { $0.time <= limit }
                    #expect(deadlines.popFirst(until: limit) == first.map { model.remove(at: $0).value })
                default:
                    let time = Int64.random(in: 0...20, using: &random)
                    tokens[value] = deadlines.add(value, at: time)
                    let place = model.firstIndex { $0.time > time } ?? model.count
                    model.insert((time, value), at: place)
                }
                #expect(deadlines.first == model.first?.time)
                #expect(deadlines.count == model.count)
            }
            #expect(deadlines.all.map(\.value) == model.map(\.value))
            #expect(deadlines.takeAll() == model.map(\.value))
            #expect(deadlines.isEmpty)
        }
    }

    @Test("An entry is taken out once")
    func once() {
        var deadlines = Deadlines<Int>()
        let token = deadlines.add(1, at: 5)
        #expect(deadlines.remove(token) == 1)
        #expect(deadlines.remove(token) == nil)
        #expect(deadlines.popFirst(until: .max) == nil)
    }
}
