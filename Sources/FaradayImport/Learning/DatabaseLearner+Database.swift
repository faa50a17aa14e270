import BluetoothHost
import BluetoothTypes
import BluetoothWire

extension DatabaseLearner {
    /// What was learned, as services with their characteristics.
    func database() -> ImportedDatabase {
        var database = ImportedDatabase()
        let readings = resolvedReadings()
        let found = declarations.sorted { $0.key < $1.key }
        let starts = services.keys.sorted()
        let (informed, declared) = (informed.joined(), declared.joined())
        let taken = Set(found.map(\.value.handle))
        let ofTypes = types.keys.sorted()
        var named = taken
        var ofService: [ATT.Handle: [ImportedDatabase.Characteristic]] = [:]
        for (index, (handle, declaration)) in found.enumerated() {
            let service = service(of: handle, starts)
            let next = index + 1 < found.count ? Int(found[index + 1].key) - 1 : 0xFFFF
            // Without its end, a service ends before the next one that is known.
            let nextService = starts.lowerBound(handle + 1).map { Int(starts[$0]) - 1 } ?? 0xFFFF
            let end = min(next, service.flatMap { services[$0]?.end }.map(Int.init) ?? nextService)
            let first = Int(declaration.handle) + 1
            var item = ImportedDatabase.Characteristic(
                declaration: handle, handle: declaration.handle, uuid: declaration.uuid,
                properties: declaration.properties, place: declaration.place, descriptors: [],
                hasAllDescriptors: informed.covers(first, end), readings: readings[declaration.handle] ?? [])
            // Without the end of the service, what follows may belong to another one.
            var place = ofTypes.lowerBound(UInt16(clamping: first)) ?? ofTypes.count
            while place < ofTypes.count, Int(ofTypes[place]) <= end, first <= 0xFFFF {
                let handle = ofTypes[place]
                place += 1
                guard let type = types[handle], !type.isDeclaration, !taken.contains(handle) else { continue }
                item.descriptors.append(
                    .init(handle: handle, uuid: type, readings: readings[handle] ?? []))
                named.insert(handle)
            }
            if let service {
                ofService[service, default: []].append(item)
            } else {
                database.strays.append(item)
            }
        }
        var included: [ATT.Handle: [ATT.Handle]] = [:]
        for (handle, service) in includes.sorted(by: { $0.key < $1.key }) {
            if let start = self.service(of: handle, starts) { included[start, default: []].append(service) }
        }
        for start in starts {
            guard let service = services[start] else { continue }
            let end = service.end.map(Int.init) ?? 0xFFFF
            database.services.append(
                .init(
                    handle: start, end: service.end, uuid: service.uuid, isPrimary: service.isPrimary,
                    includes: included[start] ?? [],
                    place: service.place, characteristics: ofService[start] ?? [],
                    hasAllCharacteristics: declared.covers(Int(start) + 1, end)))
        }
        database.hasAllServices = grouped.joined().covers(1, 0xFFFF)
        database.unnamed = unnamed(except: named, readings)
        return database
    }

    /// The service that a handle lies in.
    private func service(of handle: ATT.Handle, _ starts: [ATT.Handle]) -> ATT.Handle? {
        let next = starts.lowerBound(handle) ?? starts.count
        guard next > 0, let service = services[starts[next - 1]] else { return nil }
        if let end = service.end, end < handle { return nil }
        return starts[next - 1]
    }

    private func unnamed(
        except named: Set<ATT.Handle>, _ readings: [ATT.Handle: [ImportedDatabase.Reading]]
    ) -> [ImportedDatabase.Unnamed] {
        uses.filter { !named.contains($0.key) && declarations[$0.key] == nil && services[$0.key] == nil }
            .sorted { $0.key < $1.key }
            .map { handle, use in
                ImportedDatabase.Unnamed(
                    handle: handle, uuid: types[handle], uses: use.counts, place: use.place,
                    readings: readings[handle] ?? [])
            }
    }

    /// The readings, with the answers to Read Multiple where the lengths of all values are known from other reads.
    private func resolvedReadings() -> [ATT.Handle: [ImportedDatabase.Reading]] {
        var values = values
        for item in joined {
            let lengths = item.handles.map { handle -> Int? in
                let known = Set((self.values.readings[handle] ?? []).filter { !$0.isCut }.map(\.value.count))
                return known.count == 1 ? known.first : nil
            }
            let isKnown = lengths.allSatisfy { $0 != nil }
            guard isKnown, lengths.reduce(0, { $0 + ($1 ?? 0) }) == item.value.count else { continue }
            var index = 0
            for (handle, length) in zip(item.handles, lengths) {
                let length = length ?? 0
                values.add(
                    handle, Array(item.value[index..<(index + length)]), item.time, item.place, isCut: false)
                index += length
            }
        }
        return values.readings
    }
}

extension BluetoothUUID {
    /// Whether attributes of this type declare services, includes or characteristics.
    var isDeclaration: Bool { short.map { 0x2800...0x2803 ~= $0 } ?? false }
}

extension [ATT.Handle] {
    /// The index of the first handle from this one on, in a sorted array; `nil` if there is none.
    func lowerBound(_ handle: ATT.Handle) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < handle { low = middle + 1 } else { high = middle }
        }
        return low < count ? low : nil
    }
}
