/// The world behind an app's work: it has the lock, moves the clock, and runs the pieces.
package protocol AppTimeHost: Sendable {
    /// Runs `body` under the lock with the app's work and the virtual time, in nanoseconds since the world began; then
    /// wakes whoever has something to do.
    func change<Result>(_ body: (AppWork, Int64) -> Result) -> Result
    /// Lets others of the world go on until the strand is woken; called on the thread that waits. `also` is called under the
    /// lock when the strand is blocked.
    func block(_ strand: Strand, _ also: (AppWork) -> Void)
    /// The world fails in a deadlock: the calling thread would wait for itself. It goes on nevertheless.
    func fail(_ strand: Strand)
    /// Drives the world on this thread until the virtual time, or until `isOver` says so when nothing is left to run. Returns
    /// `false` if somebody else has to drive, or if it can't go on until then.
    func drive(until time: Int64, _ isOver: () -> Bool) -> Bool
    /// A thread that waited for a turn (`Strand.Wait.turn`) has used it; nothing if it has none.
    func leave()
    /// Fills bytes from the world's random numbers.
    func draw(_ bytes: UnsafeMutableRawBufferPointer)
    /// A number below `count` from the world's random numbers.
    func draw(below count: Int) -> Int
    /// Whether the schedule lets others go first now that code of the world asks for a lock or a queue.
    func isSetAside() -> Bool
    /// In a paced world: the nanoseconds of real time until the virtual time.
    func realDelay(until time: Int64) -> Int64
    /// In a paced world: the present virtual time.
    var pacedTime: Int64 { get }
    /// A thread that code of the world has begun begins; `thread` is the number by which the system knows it.
    func threadBegins(_ thread: Int32)
    /// It ends.
    func threadEnds(_ thread: Int32)
}
