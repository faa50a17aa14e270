import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a device has in its host's GATT database: the attributes of its definition by handle, their values, and who is
/// subscribed.
///
/// Methods that need the definition get its services.
struct DeviceDatabase {
    /// A characteristic of the definition.
    struct Characteristic {
        let handle: ATT.Handle
        /// The places in the definition; there can be as many as handles.
        fileprivate(set) var service: UInt16
        let index: UInt16
        let isDynamic: Bool
        /// The answer to a read without handler, if the stack does not answer by itself.
        fileprivate(set) var value: [UInt8]
        fileprivate(set) var subscribers: [Subscriber] = []

        fileprivate init(handle: ATT.Handle, service: Int, index: Int, value: [UInt8], isDynamic: Bool) {
            (self.handle, self.isDynamic, self.value) = (handle, isDynamic, value)
            (self.service, self.index) = (UInt16(service), UInt16(index))
        }
    }

    struct Subscriber {
        let link: Host.LinkID
        fileprivate(set) var kinds: GATT.Subscription
    }

    /// A descriptor with handlers.
    struct Descriptor {
        let handle: ATT.Handle
        /// The handle of the characteristic's value.
        let characteristic: ATT.Handle
        /// Its place among the characteristic's descriptors with handlers.
        let number: Int
        /// The answer to a read without handler.
        fileprivate(set) var value: [UInt8]
    }

    /// In handle order.
    private(set) var characteristics: [Characteristic] = []
    private(set) var descriptors: [Descriptor] = []
    /// The handles of the definition's services after they were changed; before that, services are in handle order.
    var services: [ATT.Handle] = []
    /// Whether the services of the definition are here.
    var isPublished = false
    /// The host's answer to the service added last, until somebody has taken it.
    private var addition: Result<ATT.HandleRange, GATT.DatabaseError>?

    // Attributes

    /// The place of the characteristic whose value has this handle.
    @inline(__always)
    func index(of handle: ATT.Handle) -> Int? { characteristics.firstIndex { $0.handle == handle } }

    /// The definition of the characteristic at `index`.
    @inline(__always)
    func item(at index: Int, in services: [DeviceService]) -> DeviceCharacteristic {
        services[Int(characteristics[index].service)].characteristics[Int(characteristics[index].index)]
    }

    /// Whether the characteristic at `index` is in a service of this type.
    func isIn(_ service: BluetoothUUID, at index: Int, _ services: [DeviceService]) -> Bool {
        services[Int(characteristics[index].service)].uuid == service
    }

    /// The places of the characteristics of this type in services of that type.
    func places(
        of uuid: BluetoothUUID, in service: BluetoothUUID, _ services: [DeviceService]
    ) -> [Int] {
        characteristics.indices.filter {
            item(at: $0, in: services).uuid == uuid && isIn(service, at: $0, services)
        }
    }

    /// The descriptor with a handle: its place, and that of its characteristic.
    func descriptor(_ handle: ATT.Handle) -> (place: Int, characteristic: Int)? {
        guard let place = descriptors.firstIndex(where: { $0.handle == handle }),
            let index = index(of: descriptors[place].characteristic)
        else { return nil }
        return (place, index)
    }

    /// The place of an attribute in the definition; `services` are the handles of its services.
    func place(of handle: ATT.Handle, services: [ATT.Handle]) -> DeviceAttributePlace? {
        if let index = index(of: handle) {
            let found = characteristics[index]
            return .characteristic(service: Int(found.service), Int(found.index))
        }
        if let (place, index) = descriptor(handle) {
            let owner = characteristics[index]
            return .descriptor(
                service: Int(owner.service), characteristic: Int(owner.index), descriptors[place].number)
        }
        return services.firstIndex(of: handle).map { .service($0) }
    }

    // Changes

    /// The host has put the service at `place` into its database.
    mutating func add(_ service: DeviceService, at place: Int, _ handles: GATT.ServiceHandles) {
        addition = .success(handles.range)
        for (index, handle) in handles.characteristics.enumerated() {
            let item = service.characteristics[index]
            characteristics.append(
                Characteristic(
                    handle: handle.value, service: place, index: index,
                    value: item.isDynamic ? item.value : [], isDynamic: item.isDynamic))
            let asking = item.askingDescriptors
            if asking.isEmpty { continue }
            for (number, (item, place)) in zip(asking, handle.descriptors.suffix(asking.count)).enumerated() {
                descriptors.append(
                    Descriptor(
                        handle: place, characteristic: handle.value, number: number, value: item.value))
            }
        }
    }

    /// The host has no room for a service.
    mutating func additionFailed(_ problem: GATT.DatabaseError) { addition = .failure(problem) }

    /// Takes the host's answer to the service added last: its handles, or why it is not here.
    mutating func takeAddition() -> Result<ATT.HandleRange, GATT.DatabaseError>? {
        defer { addition = nil }
        return addition
    }

    /// Removes a characteristic with its descriptors.
    mutating func removeCharacteristic(at index: Int) {
        let handle = characteristics.remove(at: index).handle
        if !descriptors.isEmpty { descriptors.removeAll { $0.characteristic == handle } }
    }

    /// Services have other places in the definition: `places` gives the new place by the old one.
    mutating func moveServices(to places: [UInt16: UInt16]) {
        for index in characteristics.indices {
            if let place = places[characteristics[index].service] { characteristics[index].service = place }
        }
    }

    /// Other firmware starts with an empty database.
    mutating func removeAll() { self = DeviceDatabase() }

    /// The services of the host's database, with the values that are here.
    func listed(_ services: [ServiceListing]) -> [ServiceListing] {
        var services = services
        for service in services.indices {
            for place in services[service].characteristics.indices {
                let listed = services[service].characteristics[place]
                guard listed.value == nil, let index = index(of: listed.handle) else { continue }
                services[service].characteristics[place].value = characteristics[index].value
            }
        }
        return services
    }

    // Values

    /// The answer to a read at an offset (Core 6.0, Vol 3, Part F, 3.4.4.5).
    static func part(of value: [UInt8], _ offset: Int) -> Result<[UInt8], ATT.Failure> {
        guard offset <= value.count else { return .failure(.error(.invalidOffset)) }
        return .success(offset == 0 ? value : Array(value[offset...]))
    }

    /// Sets the value of a characteristic whose value is here; returns false if the host has it.
    mutating func setValue(_ value: [UInt8], at index: Int) -> Bool {
        guard characteristics[index].isDynamic else { return false }
        characteristics[index].value = value
        return true
    }

    /// A central has written a part of the value of the characteristic at `index`.
    mutating func store(_ part: GATT.WriteRequest.Part, at index: Int) {
        guard characteristics[index].isDynamic else { return }
        let kept = characteristics[index].value.prefix(part.offset)
        characteristics[index].value = Array(kept) + part.value
    }

    /// A central has written a part of a descriptor's value.
    mutating func storeDescriptor(_ part: GATT.WriteRequest.Part) {
        guard let place = descriptors.firstIndex(where: { $0.handle == part.handle }) else { return }
        descriptors[place].value = Array(descriptors[place].value.prefix(part.offset)) + part.value
    }

    // Subscribers

    /// A central subscribes, or changes its subscription; returns whether it is new.
    mutating func subscribe(_ link: Host.LinkID, _ kinds: GATT.Subscription, at index: Int) -> Bool {
        if let place = characteristics[index].subscribers.firstIndex(where: { $0.link == link }) {
            characteristics[index].subscribers[place].kinds = kinds
            return false
        }
        characteristics[index].subscribers.append(Subscriber(link: link, kinds: kinds))
        return true
    }

    /// A central ends its subscription; returns whether it had one.
    mutating func unsubscribe(_ link: Host.LinkID, at index: Int) -> Bool {
        guard let place = characteristics[index].subscribers.firstIndex(where: { $0.link == link }) else {
            return false
        }
        characteristics[index].subscribers.remove(at: place)
        return true
    }

    /// Whether any central is subscribed to a characteristic with this type.
    func isHeard(_ uuid: BluetoothUUID, in services: [DeviceService]) -> Bool {
        characteristics.indices.contains {
            item(at: $0, in: services).uuid == uuid && !characteristics[$0].subscribers.isEmpty
        }
    }

    /// What is wrong with the database of a device with these services; `nil` if nothing is.
    func brokenInvariant(_ services: [DeviceService]) -> String? {
        let handles = characteristics.map(\.handle) + descriptors.map(\.handle)
        if Set(handles).count < handles.count { return "two attributes with one handle" }
        for found in characteristics {
            guard services.indices.contains(Int(found.service)),
                services[Int(found.service)].characteristics.indices.contains(Int(found.index))
            else { return "handle \(found.handle) is no characteristic of the definition" }
            if Set(found.subscribers.map(\.link)).count < found.subscribers.count {
                return "a central is subscribed to handle \(found.handle) twice"
            }
        }
        let isOrphan = descriptors.contains { descriptor in index(of: descriptor.characteristic) == nil }
        return isOrphan ? "a descriptor without its characteristic" : nil
    }
}
