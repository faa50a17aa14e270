/// The beats of all advertising sets, two in a cache line, and the sets themselves, which few events need.
///
/// An array would put every other beat into two lines. It is not copyable, so that changing a beat costs no checks.
struct AdvertisingBeats: ~Copyable {
    /// The size of a cache line.
    private static let line = 64

    private var places: UnsafeMutablePointer<AdvertisingBeat>?
    /// Their controllers keep them alive as long as the beats are in use.
    private var sets: ContiguousArray<Unmanaged<Advertiser>?> = []
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
        sets.append(nil)
        count += 1
    }

    /// The set of a beat that is in use.
    func set(_ index: Int) -> Advertiser? { sets[index]?.takeUnretainedValue() }

    /// Stores the set of a beat; `nil` ends its use.
    mutating func use(_ index: Int, for set: Advertiser?) { sets[index] = set.map { .passUnretained($0) } }

    /// The node of a beat that is in use.
    func node(_ index: Int) -> NodeID { set(index)?.controller.node ?? NodeID(0) }

    /// When a beat that is in use ends.
    func deadline(_ index: Int) -> Int64 { set(index)?.deadline ?? .max }

    private mutating func grow() {
        let wider = capacity + capacity / 4 + 4
        let size = wider * MemoryLayout<AdvertisingBeat>.stride
        // The first beats are where they fall: a world with one advertiser has no use for the 4,500 instructions of an
        // aligned place.
        let alignment = capacity > 0 ? Self.line : MemoryLayout<AdvertisingBeat>.alignment
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
            .bindMemory(to: AdvertisingBeat.self, capacity: wider)
        if let places {
            memory.moveInitialize(from: places, count: count)
            places.deallocate()
        }
        (places, capacity) = (memory, wider)
    }
}
