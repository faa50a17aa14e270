/// What a fitness machine measures; it may send one in several parts.
///
/// Source: Fitness Machine Service 1.0, 4.1 and 4.19.
public protocol FitnessMachineRecord: FlaggedValue {
    /// Whether another record with more follows.
    var hasMoreData: Bool { get }
    /// Takes over what `other` has.
    mutating func merge(_ other: Self)
    /// The record in pieces of at most `length` bytes, or of one part each.
    func pieces(upTo length: Int) -> [Self]
}

extension FitnessMachine {
    /// Joins the parts that a machine sends one after the other.
    ///
    /// ```swift
    /// var joiner = FitnessMachine.Joiner<FitnessMachine.TreadmillData>()
    /// for try await part in machine.notifications(of: FitnessMachine.treadmillData) {
    ///     if let whole = joiner.add(part) { print(whole.speed ?? 0, "km/h") }
    /// }
    /// ```
    public struct Joiner<Record: FitnessMachineRecord>: Sendable {
        private var record: Record?

        /// Creates a joiner that has no part yet.
        public init() {}

        /// Adds a part. Returns the whole record if this is its last part.
        public mutating func add(_ part: Record) -> Record? {
            var whole = record ?? part
            whole.merge(part)
            record = part.hasMoreData ? whole : nil
            return part.hasMoreData ? nil : whole
        }
    }
}
