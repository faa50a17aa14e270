import RandomCases
import Testing

@testable import FaradayAppTime

/// Pieces in the order of their numbers.
@Suite struct PieceListTests {
    private static let context = AppContext(AppClock(start: 0)) { nil }

    @Test(
        "However pieces come and go, they are in the order of their numbers, and of one number in that of their coming"
    )
    func likeASortedArray() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<randomCases(100) {
            var list = PieceList()
            var model: [UInt64] = []
            for _ in 0..<300 {
                if !model.isEmpty, Bool.random(using: &random) {
                    let offset = Int.random(in: model.indices, using: &random) / 3
                    #expect(list.remove(at: offset).number == model.remove(at: offset))
                } else {
                    let piece = Piece(.closure {}, of: Self.context)
                    piece.number = UInt64.random(in: 0...40, using: &random)
                    list.insert(piece)
                    let place = model.firstIndex { $0 > piece.number } ?? model.count
                    model.insert(piece.number, at: place)
                }
                #expect(list.count == model.count && list.isEmpty == model.isEmpty)
            }
            #expect(model.indices.map { list[$0].number } == model)
            #expect(list.takeAll().map(\.number) == model)
            #expect(list.isEmpty)
        }
    }
}
