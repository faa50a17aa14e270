import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Creates attributes of this module from those that CoreBluetooth found at one peripheral.
///
/// CoreBluetooth's attribute has a weak reference to the attribute created from it. So the created object lives as long
/// as the app holds it, and meanwhile it is always the same object. It does not retain the peripheral, because the
/// release of the peripheral ends the link.
final class AttributeSource: Sendable {
    /// Data that is stored with an attribute of CoreBluetooth, as long as that attribute lives.
    final class Companion {
        /// The definition of the attribute when it was found; the database may change later.
        let definition: CBMAttribute?
        weak var object: CBMAttribute?
        var subscribing = SubscriptionRequests()

        init(_ definition: CBMAttribute?) { self.definition = definition }
    }

    private struct State {
        weak var owner: (any CBMPeripheral)?
        /// The device that was last found under the identifier; the peripheral's identifier can change while it is
        /// connected.
        weak var device: MockDevice?
    }

    private let identifier: UUID
    private let mock: AirSimulation?
    /// This lock guards the companions too.
    private let state = Lock(State())

    init(_ identifier: UUID, mock: AirSimulation?) {
        self.identifier = identifier
        self.mock = mock
    }

    /// The peripheral object that apps use.
    var owner: (any CBMPeripheral)? {
        get { state.withLock { $0.owner } }
        set {
            nonisolated(unsafe) let owner = newValue
            state.withLock { $0.owner = owner }
        }
    }

    /// The mock behind the peripheral; `nil` for a native peripheral, and for other devices of the world.
    var device: MockDevice? {
        guard let found = mock?.mockDevice(identifier) else { return state.withLock { $0.device } }
        state.withLock { $0.device = found }
        return found
    }

    // MARK: Objects

    func service(_ facade: CBService) -> CBMService {
        object(of: facade) { device, handle in
            device.service(at: handle)
        } make: { definition in
            FoundService(facade, self, definition)
        }
    }

    func characteristic(_ facade: CBCharacteristic) -> CBMCharacteristic {
        object(of: facade) { device, handle in
            device.characteristic(at: handle)
        } make: { definition in
            FoundCharacteristic(facade, self, definition)
        }
    }

    func descriptor(_ facade: CBDescriptor) -> CBMDescriptor {
        object(of: facade) { device, handle in
            device.descriptor(at: handle) ?? self.clientConfiguration(facade)
        } make: { definition in
            FoundDescriptor(facade, self, definition)
        }
    }

    /// The definition of the Client Characteristic Configuration descriptor, if the characteristic's definition has
    /// one; the device's own stack provides the descriptor itself.
    private func clientConfiguration(_ facade: CBDescriptor) -> CBMDescriptorMock? {
        let uuid = CBMUUID(string: CBMUUIDClientCharacteristicConfigurationString)
        guard facade.uuid == uuid, let characteristic = facade.characteristic else { return nil }
        let definition = definition(of: characteristic, as: CBMCharacteristicMock.self)
        return definition?.descriptors?.first { $0.uuid == uuid } as? CBMDescriptorMock
    }

    /// The definition of an attribute that was found.
    func definition<Definition: CBMAttribute>(of facade: CBAttribute, as: Definition.Type) -> Definition? {
        withCompanion(of: facade) { $0?.definition as? Definition }
    }

    /// Counts requests to subscribe.
    func subscribing<Result>(
        to facade: CBCharacteristic, _ body: (inout SubscriptionRequests) -> Result
    ) -> Result? {
        withCompanion(of: facade) { companion in companion.map { body(&$0.subscribing) } }
    }

    private func object<Object: CBMAttribute, Definition: CBMAttribute>(
        of facade: CBAttribute, definition: (MockDevice, UInt64) -> Definition?,
        make: (Definition?) -> Object
    ) -> Object {
        let known = withCompanion(of: facade) { ($0 != nil, $0?.object as? Object) }
        if let object = known.1 { return object }
        if !known.0 {
            // At the port, the identifier contains the number of the link and, in its lowest 16 bits, the attribute's
            // handle.
            let found = device.flatMap { definition($0, facade.identifier.rawValue & 0xFFFF) }
            let companion = Companion(found?.uuid == facade.uuid ? found : nil)
            state.withLock { _ in
                if facade.companion == nil { facade.companion = companion }
            }
        }
        let object = make(self.definition(of: facade, as: Definition.self))
        return withCompanion(of: facade) { companion in
            if let winner = companion?.object as? Object { return winner }
            companion?.object = object
            return object
        }
    }

    private func withCompanion<Result>(of facade: CBAttribute, _ body: (Companion?) -> Result) -> Result {
        state.withLock { _ in body(facade.companion as? Companion) }
    }
}

/// The requests to subscribe to one characteristic that are not answered yet, in order.
struct SubscriptionRequests {
    private var open: [(isOn: Bool, isAsked: Bool)] = []

    /// The state that the last request wants, if there is a request.
    var wanted: Bool? { open.last?.isOn }

    /// A request is sent. `isAsked` is `false` if the request changes nothing, so that the spec delegate was not asked.
    mutating func begin(_ isOn: Bool, isAsked: Bool) { open.append((isOn, isAsked)) }

    /// The oldest request is answered; returns whether the spec delegate was asked about it.
    mutating func end() -> Bool { open.isEmpty ? false : open.removeFirst().isAsked }
}
