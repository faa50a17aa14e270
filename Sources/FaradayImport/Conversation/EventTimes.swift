/// When the events of a set began: all of them, or, of very many, samples over the whole time.
///
/// A sample is a run of events that follow each other, since only neighbours tell an interval. What lies between two runs is
/// longer than any gap that counts.
struct EventTimes {
    /// In order of time.
    private(set) var times: [UInt64] = []
    private(set) var last: UInt64?
    private var count = 0
    /// Of so many runs, one is kept.
    private var stride = 1

    private static let run = 64
    /// So many tell an interval as exactly as it can be told; a multiple of two runs.
    static let most = 8192

    mutating func add(_ time: UInt64) {
        last = time
        let number = count / Self.run
        count += 1
        guard number % stride == 0 else { return }
        if times.count >= Self.most {
            thin()
            stride *= 2
        }
        times.append(time)
    }

    /// Takes what was heard later.
    mutating func join(_ later: EventTimes) {
        times += later.times
        last = later.last ?? last
        while times.count > Self.most { thin() }
    }

    /// Leaves out every other run.
    private mutating func thin() {
        times = times.indices.filter { $0 / Self.run % 2 == 0 }.map { times[$0] }
    }
}
