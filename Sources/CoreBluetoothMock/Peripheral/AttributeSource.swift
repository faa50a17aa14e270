import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Makes attributes of this module out of those that CoreBluetooth found at one peripheral.
///
/// What is made is kept weakly with what it is made of, so it lives as long as the app wants it, and is never another
/// object meanwhile. It does not keep the peripheral: a link ends with that.
final class AttributeSource: Sendable {
    /// What is kept with an attribute of CoreBluetooth's, for as long as that lives.
    final class Companion {
        /// What the attribute was when it was found: the database may change later.
        let definition: CBMAttribute?
        weak var object: CBMAttribute?
        var subscribing = SubscriptionRequests()

        init(_ definition: CBMAttribute?) { self.definition = definition }
    }

    private struct State {
        weak var owner: (any CBMPeripheral)?
        /// Found last under the identifier, which the peripheral can lose while it is linked.
        weak var device: MockDevice?
    }

    private let identifier: UUID
    private let mock: AirSimulation?
    /// Guards the companions too.
    private let state = Lock(State())

    init(_ identifier: UUID, mock: AirSimulation?) {
        self.identifier = identifier
        self.mock = mock
    }

    /// Whom apps know.
    var owner: (any CBMPeripheral)? {
        get { state.withLock { $0.owner } }
        set {
            nonisolated(unsafe) let owner = newValue
            state.withLock { $0.owner = owner }
        }
    }

    /// The mock behind the peripheral; `nil` for a native one, and for what else is in the world.
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

    /// The definition of the descriptor that subscriptions are made with, if the characteristic's has one: on air it is
    /// the stack's own.
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
            // Below the port the number is the link's and, in its lowest 16 bits, the attribute's handle.
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

    /// What the last request wants, if there is one.
    var wanted: Bool? { open.last?.isOn }

    /// A request goes out; the spec's delegate was asked, or not since nothing changes.
    mutating func begin(_ isOn: Bool, isAsked: Bool) { open.append((isOn, isAsked)) }

    /// The oldest one is answered: whether the spec's delegate was asked of it.
    mutating func end() -> Bool { open.isEmpty ? false : open.removeFirst().isAsked }
}
