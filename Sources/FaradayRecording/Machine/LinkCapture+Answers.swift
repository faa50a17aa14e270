import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What a server answers, rebuilt from what the framework has made of it.
extension LinkCapture {
    mutating func answer(_ item: LinkRequest) {
        let request = request(of: item)
        switch (item.kind, item.answer) {
        case (.mtu(let value), _):
            respond(.exchangeMTU(serverRxMTU: value))
            mtu = value
        case (.name(let name), _):
            let value = Array(name.utf8.prefix(min(253, Int(mtu) - 4)))
            respond(.readByType(.init(entries: [.init(handle: AttributeNumbers.name, value: value)])))
        case (.command(let command), let event?):
            if let error = event.answerError {
                guard let request, case .att(let code) = error else { return }
                refuse(request, request.handle, ATT.ErrorCode(rawValue: code))
            } else {
                answer(command, request, event)
            }
        case (.command, nil): break
        }
    }

    private mutating func answer(_ command: Central.Command, _ request: ATT.Request?, _ event: Central.Event)
    {
        switch (command, event) {
        case (.discoverServices(_, let filter), .servicesDiscovered(_, let found, _)):
            services(found, filter)
        case (
            .discoverIncludedServices(_, let filter, let item),
            .includedServicesDiscovered(_, _, let found, _)
        ):
            if let place = bindings.service(item) { includes(found, of: place, isWhole: filter == nil) }
        case (
            .discoverCharacteristics(_, let filter, let item), .characteristicsDiscovered(_, _, let found, _)
        ):
            if let place = bindings.service(item) {
                characteristics(found, of: place, isWhole: filter == nil)
            }
        case (.discoverDescriptors(_, let item), .descriptorsDiscovered(_, _, let found, _)):
            if let place = bindings.characteristic(item) { descriptors(found, of: place, request) }
        case (.readCharacteristic, .characteristicValue(_, _, .success(let value))),
            (.readDescriptor, .descriptorValue(_, _, .success(let value))):
            if case .read(let handle)? = request { read(handle, Self.stored(value)) }
        case (.writeCharacteristic(_, _, let bytes, _), _), (.writeDescriptor(_, _, let bytes), _):
            if let request { written(request, bytes) }
        case (.setNotify(_, let item, _), _):
            guard request != nil, let place = bindings.characteristic(item) else { return }
            respond(.write)
            tellConfiguration(of: place)
        default: break
        }
    }

    // MARK: Services

    private mutating func services(_ found: [Central.Service], _ filter: [BluetoothUUID]?) {
        let places = bindings.bind(found, &numbers)
        guard let filter else { return allServices(Set(places.compactMap { $0 })) }
        var seen: Set<BluetoothUUID> = []
        for uuid in filter where seen.insert(uuid).inserted {
            let fitting = Set(places.compactMap { $0 }.filter { numbers.services[$0].uuid == uuid }).sorted()
            if fitting.isEmpty {
                let request = ATT.Request.findByTypeValue(.all, type: 0x2800, value: uuid.attributeBytes)
                send(request)
                refuse(request, 1, .attributeNotFound)
            }
            for place in fitting { findByValue(place) }
        }
    }

    /// The answers to a discovery of all primary services, whose first request is written.
    private mutating func allServices(_ places: Set<Int>) {
        var rest = places.sorted().filter { numbers.services[$0].isPrimary }[...]
        var next: ATT.Handle = 1
        while let first = rest.first {
            let length = numbers.services[first].uuid.attributeBytes.count
            let most = max(1, (Int(mtu) - 2) / (length + 4))
            let run = rest.prefix { numbers.services[$0].uuid.attributeBytes.count == length }.prefix(most)
            if next != 1 { send(.readByGroupType(.init(first: next, last: 0xFFFF), type: "2800")) }
            respond(.readByGroupType(run.map { group($0) }))
            for place in run { numbers.tell(place) }
            rest = rest.dropFirst(run.count)
            next = numbers.services[run.last ?? first].last + 1
        }
        let request = ATT.Request.readByGroupType(.init(first: next, last: 0xFFFF), type: "2800")
        if next != 1 { send(request) }
        refuse(request, next, .attributeNotFound)
    }

    private func group(_ place: Int) -> ATT.GroupValue {
        let service = numbers.services[place]
        return .init(handle: service.first, groupEnd: service.last, value: service.uuid.attributeBytes)
    }

    private mutating func findByValue(_ place: Int) {
        let service = numbers.services[place]
        exchange(
            .findByTypeValue(
                service.range, type: service.isPrimary ? 0x2800 : 0x2801, value: service.uuid.attributeBytes),
            .findByTypeValue([.init(found: service.first, groupEnd: service.last)]))
        numbers.tell(place)
    }

    /// Says that a service exists, if nothing has said so.
    mutating func tell(service place: Int) {
        if !numbers.services[place].isTold { findByValue(place) }
    }

    private mutating func includes(_ found: [Central.Service], of place: Int, isWhole: Bool) {
        let places = bindings.bind(found, &numbers).compactMap { $0 }
        numbers.add(includes: places, of: place)
        let service = numbers.services[place]
        let type: BluetoothUUID = "2802"
        var next = service.first
        for (index, item) in service.includes.enumerated() where places.contains(item) {
            let included = numbers.services[item]
            var value: [UInt8] = []
            value.append(littleEndian: included.first)
            value.append(littleEndian: included.last)
            if included.uuid.attributeBytes.count == 2 { value += included.uuid.attributeBytes }
            let handle = service.first + 1 + ATT.Handle(index)
            let first = isWhole ? next : handle
            if !isWhole || next != service.first {
                send(.readByType(.init(first: first, last: service.last), type: type))
            }
            respond(.readByType(.init(entries: [.init(handle: handle, value: value)])))
            next = handle + 1
        }
        if isWhole {
            let request = ATT.Request.readByType(.init(first: next, last: service.last), type: type)
            if next != service.first { send(request) }
            refuse(request, next, .attributeNotFound)
        }
        for item in places { tell(service: item) }
    }

    // MARK: Characteristics

    private mutating func characteristics(_ found: [Central.Characteristic], of service: Int, isWhole: Bool) {
        let places = Set(bindings.bind(found, in: service, &numbers).compactMap { $0 })
            .sorted { $0.characteristic < $1.characteristic }
        guard isWhole else {
            for place in places { tell(place) }
            return
        }
        let range = numbers.services[service].range
        var rest = places[...]
        var next = range.first
        while let first = rest.first {
            let length = numbers[first].uuid.attributeBytes.count
            let most = max(1, (Int(mtu) - 2) / (length + 5))
            let run = rest.prefix { numbers[$0].uuid.attributeBytes.count == length }.prefix(most)
            if next != range.first { send(.readByType(.init(first: next, last: range.last), type: "2803")) }
            respond(.readByType(.init(entries: run.map { declaration($0) })))
            for place in run { numbers.tell(place) }
            rest = rest.dropFirst(run.count)
            next = numbers[run.last ?? first].value
        }
        let request = ATT.Request.readByType(.init(first: next, last: range.last), type: "2803")
        if next != range.first { send(request) }
        refuse(request, next, .attributeNotFound)
    }

    private func declaration(_ place: AttributeNumbers.Place) -> ATT.HandleValue {
        let item = numbers[place]
        var value = [item.properties]
        value.append(littleEndian: item.value)
        return .init(handle: item.declaration, value: value + item.uuid.attributeBytes)
    }

    /// Says that a characteristic exists, if nothing has said so.
    mutating func tell(_ place: AttributeNumbers.Place) {
        tell(service: place.service)
        guard !numbers[place].isTold else { return }
        let handle = numbers[place].declaration
        exchange(
            .readByType(.init(first: handle, last: handle), type: "2803"),
            .readByType(.init(entries: [declaration(place)])))
        numbers.tell(place)
    }

    private mutating func descriptors(
        _ found: [Central.Descriptor], of place: AttributeNumbers.Place, _ request: ATT.Request?
    ) {
        let handles = Set(bindings.bind(found, of: place, &numbers)).sorted()
        let known = numbers[place].descriptors
        let first = numbers[place].value + 1
        let last = numbers.end(of: place)
        var next = first
        for handle in handles {
            guard let uuid = known[handle] else { continue }
            if next != first { send(.findInformation(.init(first: next, last: last))) }
            respond(.findInformation(.init(entries: [.init(handle: handle, uuid: uuid.asAttribute)])))
            next = handle + 1
        }
        let request = ATT.Request.findInformation(.init(first: next, last: last))
        if next != first { send(request) }
        refuse(request, next, .attributeNotFound)
    }

    /// A subscription that was accepted shows that there is a configuration.
    private mutating func tellConfiguration(of place: AttributeNumbers.Place) {
        let handle = configuration(of: place)
        guard numbers[place].descriptors[handle] == nil else { return }
        numbers.add("2902", at: handle, of: place)
        exchange(
            .findInformation(.init(first: handle, last: handle)),
            .findInformation(.init(entries: [.init(handle: handle, uuid: "2902")])))
    }

    // MARK: Values

    /// A value that fills its response is read to the end in parts, as every host does.
    private mutating func read(_ handle: ATT.Handle, _ value: [UInt8]) {
        let size = Int(mtu) - 1
        respond(.read(value: Array(value.prefix(size))))
        var offset = size
        while offset <= value.count, offset < ATT.maximumValueLength {
            let part = Array(value[offset...].prefix(size))
            exchange(.readBlob(handle, offset: UInt16(offset)), .readBlob(value: part))
            offset += size
        }
    }

    private mutating func written(_ request: ATT.Request, _ bytes: [UInt8]) {
        guard case .prepareWrite(let handle, _, let part) = request else { return respond(.write) }
        respond(.prepareWrite(handle, offset: 0, value: part))
        var offset = part.count
        let bytes = Self.stored(bytes)
        while offset < bytes.count {
            let part = Array(bytes[offset...].prefix(Int(mtu) - 5))
            exchange(
                .prepareWrite(handle, offset: UInt16(offset), value: part),
                .prepareWrite(handle, offset: UInt16(offset), value: part))
            offset += part.count
        }
        exchange(.executeWrite(.write), .executeWrite)
    }
}

extension BluetoothUUID {
    /// As the attribute protocol has it, which knows 16 and 128 bits.
    var asAttribute: BluetoothUUID { short == nil ? expanded : shortened }
    /// Its bytes there.
    var attributeBytes: [UInt8] { asAttribute.littleEndianBytes }
}

extension ATT.Request {
    /// The attribute at which a server would say that the request has failed.
    fileprivate var handle: ATT.Handle {
        switch self {
        case .findInformation(let range), .findByTypeValue(let range, _, _), .readByType(let range, _),
            .readByGroupType(let range, _):
            range.first
        case .read(let handle), .readBlob(let handle, _), .write(let handle, _),
            .prepareWrite(let handle, _, _):
            handle
        default: 0
        }
    }
}
