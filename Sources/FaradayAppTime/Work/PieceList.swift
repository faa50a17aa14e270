/// Pieces in the order of their numbers; the oldest is taken out cheaply.
struct PieceList {
    private var items: ContiguousArray<Piece?> = []
    private var head = 0

    var count: Int { items.count - head }
    var isEmpty: Bool { head == items.count }

    /// The piece that `offset` others are older than.
    subscript(offset: Int) -> Piece {
        guard let piece = items[head + offset] else {
            preconditionFailure("piece \(offset) of \(count) was taken already")
        }
        return piece
    }

    /// Adds a piece behind those with lower numbers, and behind those with the same.
    mutating func insert(_ piece: Piece) {
        var place = items.count
        while place > head, let earlier = items[place - 1], earlier.number > piece.number { place -= 1 }
        if place == items.count { items.append(piece) } else { items.insert(piece, at: place) }
    }

    mutating func remove(at offset: Int) -> Piece {
        if count == 1, offset == 0, let last = items.popLast(), let piece = last {
            items.removeAll(keepingCapacity: items.count < 64)
            head = 0
            return piece
        }
        let piece = self[offset]
        if offset > 0 {
            items.remove(at: head + offset)
        } else {
            items[head] = nil
            head += 1
        }
        if head >= 64, head * 2 >= items.count {
            items.removeSubrange(0..<head)
            head = 0
        }
        return piece
    }

    /// Takes all pieces out.
    mutating func takeAll() -> [Piece] {
        defer { (items, head) = ([], 0) }
        return items[head...].compactMap(\.self)
    }
}
