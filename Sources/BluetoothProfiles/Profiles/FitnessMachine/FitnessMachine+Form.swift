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

/// The parts of a record in both forms.
struct FitnessMachineFields<Record>: Sendable {
    let service: FlaggedFields<Record>
    let supplement: FlaggedFields<Record>

    var known: UInt32 { service.known }

    subscript(form: FitnessMachine.Form) -> FlaggedFields<Record> {
        form == .service ? service : supplement
    }

    /// Reads what `flags` announce in the form that takes all bytes, and says which that is. If neither does it is the
    /// service's: what is left over was added at the end.
    func read(
        _ flags: UInt32, from reader: inout ByteReader, into record: inout Record
    ) throws(DecodeError) -> FitnessMachine.Form {
        for form in FitnessMachine.Form.allCases {
            var (whole, filled) = (reader, record)
            do throws(DecodeError) { try self[form].read(flags, from: &whole, into: &filled) } catch {
                continue
            }
            guard whole.remaining == 0 else { continue }
            (reader, record) = (whole, filled)
            return form
        }
        try service.read(flags, from: &reader, into: &record)
        return .service
    }
}
