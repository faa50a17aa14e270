import BluetoothWire

/// The values that clients read, with long ones joined of their parts.
struct ReadValues {
    private struct Open: Hashable {
        var link: Int
        var handle: ATT.Handle
    }

    /// Readings that differ from those before; `most` of them at most.
    private(set) var readings: [ATT.Handle: [ImportedDatabase.Reading]] = [:]
    /// What is known on a link of long values, and how long their full parts are.
    private var open: [Open: (bytes: [UInt8], part: Int)] = [:]
    private var mtus: [Int: Int] = [:]

    static let most = 1000

    mutating func setMTU(_ mtu: UInt16, of link: Int) { mtus[link] = Int(mtu) }

    private func mtu(_ link: Int) -> Int { mtus[link] ?? Int(ATT.defaultMTU) }

    mutating func add(
        _ handle: ATT.Handle, _ value: [UInt8], _ time: UInt64, _ place: PacketPlace, isCut: Bool
    ) {
        let list = readings[handle] ?? []
        // What was read whole once is not cut when it is read again in part.
        if let last = list.last, last.value == value || isCut && !last.isCut && last.value.starts(with: value)
        {
            return
        }
        guard list.count < Self.most else { return }
        readings[handle, default: []].append(.init(time: time, place: place, value: value, isCut: isCut))
    }

    mutating func read(
        _ handle: ATT.Handle, _ value: [UInt8], _ time: UInt64, _ place: PacketPlace, link: Int
    ) {
        // The capture may lack the exchange of the MTU: then any longer answer may be full.
        let isFull = value.count >= mtu(link) - 1
        add(handle, value, time, place, isCut: isFull)
        open[Open(link: link, handle: handle)] = isFull ? (value, value.count) : nil
    }

    mutating func readByType(
        _ handle: ATT.Handle, _ value: [UInt8], _ time: UInt64, _ place: PacketPlace, link: Int
    ) {
        add(handle, value, time, place, isCut: value.count >= min(253, mtu(link) - 4))
    }

    mutating func readBlob(
        _ handle: ATT.Handle, _ offset: Int, _ part: [UInt8], _ time: UInt64, _ place: PacketPlace, link: Int
    ) {
        let key = Open(link: link, handle: handle)
        if offset == 0 { open[key] = ([], mtus[link].map { $0 - 1 } ?? part.count) }
        guard let known = open[key], known.bytes.count >= offset,
            offset + part.count <= ATT.maximumValueLength
        else { return }
        let beginning = Array(known.bytes[..<offset])
        let whole = beginning + part
        let isFull = part.count >= known.part && whole.count < ATT.maximumValueLength
        open[key] = isFull ? (whole, known.part) : nil
        replaceLast(handle, of: beginning, whole, time, place, isCut: isFull)
    }

    /// There is nothing after this offset.
    mutating func end(_ handle: ATT.Handle, _ offset: Int, link: Int) {
        guard let known = open.removeValue(forKey: Open(link: link, handle: handle))?.bytes,
            known.count == offset, var list = readings[handle], let last = list.last, last.value == known
        else { return }
        list[list.count - 1].isCut = false
        readings[handle] = list
    }

    private mutating func replaceLast(
        _ handle: ATT.Handle, of beginning: [UInt8], _ value: [UInt8], _ time: UInt64, _ place: PacketPlace,
        isCut: Bool
    ) {
        if var list = readings[handle], let last = list.last, last.isCut, last.value == beginning {
            list.removeLast()
            readings[handle] = list
        }
        add(handle, value, time, place, isCut: isCut)
    }
}
