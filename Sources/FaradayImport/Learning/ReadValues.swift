import BluetoothWire

/// The values that clients read, with long ones joined of their parts.
struct ReadValues {
    private struct Open: Hashable {
        var link: Int
        var handle: ATT.Handle
    }

    /// Readings that differ from those before; `most` of them at most.
    private(set) var readings: [ATT.Handle: [ImportedDatabase.Reading]] = [:]
    /// How many bytes of a long value are known on a link.
    private var open: [Open: [UInt8]] = [:]
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
        // A capture that begins within a link may have missed the exchange of the MTU: then a longer answer tells.
        let isFull = value.count >= mtu(link) - 1 && (mtus[link] != nil || value.count == 22)
        add(handle, value, time, place, isCut: isFull)
        open[Open(link: link, handle: handle)] = isFull ? value : nil
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
        if offset == 0 { open[key] = [] }
        guard let known = open[key], known.count >= offset, offset + part.count <= ATT.maximumValueLength
        else { return }
        let whole = Array(known[..<offset]) + part
        let isFull = part.count >= mtu(link) - 1 && whole.count < ATT.maximumValueLength
        open[key] = isFull ? whole : nil
        replaceLast(handle, of: Array(known[..<offset]), whole, time, place, isCut: isFull)
    }

    /// There is nothing after this offset.
    mutating func end(_ handle: ATT.Handle, _ offset: Int, link: Int) {
        guard let known = open.removeValue(forKey: Open(link: link, handle: handle)), known.count == offset,
            var list = readings[handle], let last = list.last, last.value == known
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
