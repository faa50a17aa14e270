import BluetoothWire

extension FitnessMachine {
    /// In which of two ways a machine writes levels of resistance and paces.
    ///
    /// Version 1.0 of the service and the GATT Specification Supplement differ, and sold machines send both. A record is read
    /// in the form whose length it has, and written in the form that `form` says.
    public enum Form: Hashable, Sendable, CaseIterable {
        /// Fitness Machine Service 1.0: levels of resistance have 16 bits, a treadmill's paces have 8.
        case service
        /// GATT Specification Supplement: levels of resistance have 8 bits, in steps of 10; a treadmill's paces have 16.
        case supplement
    }
}

/// A record that has two forms.
protocol TwoFormRecord: FitnessMachineRecord {
    /// The form in which it was read, and is written.
    var form: FitnessMachine.Form { get set }
}

extension FitnessMachine.TreadmillData: TwoFormRecord {}
extension FitnessMachine.CrossTrainerData: TwoFormRecord {}
extension FitnessMachine.RowerData: TwoFormRecord {}
extension FitnessMachine.IndoorBikeData: TwoFormRecord {}

/// The parts of a record in both forms.
struct FitnessMachineFields<Record: TwoFormRecord>: Sendable {
    let service: FlaggedFields<Record>
    let supplement: FlaggedFields<Record>

    var known: UInt32 { service.known }

    private subscript(form: FitnessMachine.Form) -> FlaggedFields<Record> {
        form == .service ? service : supplement
    }

    /// Reads what `flags` announce in the form that takes all bytes. If neither does it is the service's: what is left over
    /// was added at the end.
    func read(
        _ flags: UInt32, from reader: inout ByteReader, into record: inout Record
    ) throws(DecodeError) {
        for form in FitnessMachine.Form.allCases {
            var (whole, filled) = (reader, record)
            do throws(DecodeError) { try self[form].read(flags, from: &whole, into: &filled) } catch {
                continue
            }
            guard whole.isAtEnd else { continue }
            (reader, record) = (whole, filled)
            record.form = form
            return
        }
        try service.read(flags, from: &reader, into: &record)
    }

    func flags(of record: Record) -> UInt32 { self[record.form].flags(of: record) }

    func write(_ record: Record, to bytes: inout [UInt8]) { self[record.form].write(record, to: &bytes) }

    /// Sets in `record` what `other` has, and its form.
    func merge(_ other: Record, into record: inout Record) {
        record.form = other.form
        self[other.form].merge(other, into: &record)
    }

    /// The record in pieces of its form, as `FlaggedFields` makes them.
    func pieces(of record: Record, upTo limit: Int, from empty: Record) -> [Record] {
        var empty = empty
        empty.form = record.form
        return self[record.form].pieces(of: record, upTo: limit, from: empty)
    }
}
