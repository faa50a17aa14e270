/// The beats of all advertising sets, each in one cache line.
///
/// An array would put each of them into two. It is not copyable, so that changing a beat costs no checks.
struct AdvertisingBeats: ~Copyable {
    /// The size of a cache line; a beat is no larger.
    private static let line = 64

    private var places: UnsafeMutablePointer<AdvertisingBeat>?
    private var capacity = 0
    /// How many beats there are.
    private(set) var count = 0

    init() {}

    deinit { places?.deallocate() }

    subscript(_ index: Int) -> AdvertisingBeat {
        @inline(__always) _read { yield place(index).pointee }
        @inline(__always) _modify { yield &place(index).pointee }
    }

    @inline(__always)
    private func place(_ index: Int) -> UnsafeMutablePointer<AdvertisingBeat> {
        guard let places, index >= 0, index < count else {
            preconditionFailure("no beat \(index) of \(count)")
        }
        return places + index
    }

    mutating func append(_ beat: AdvertisingBeat) {
        if count == capacity { grow() }
        guard let places else { preconditionFailure("no storage") }
        (places + count).initialize(to: beat)
        count += 1
    }

    private mutating func grow() {
        let wider = capacity + capacity / 4 + 4
        let size = wider * MemoryLayout<AdvertisingBeat>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.line)
            .bindMemory(to: AdvertisingBeat.self, capacity: wider)
        if let places {
            memory.moveInitialize(from: places, count: count)
            places.deallocate()
        }
        (places, capacity) = (memory, wider)
    }
}
