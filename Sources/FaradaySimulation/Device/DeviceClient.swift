import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A device as GATT client: it reads, writes and subscribes to the attributes that the app on the phone publishes, over
/// the link that the phone created (behaviour 5.39).
///
/// ```swift
/// DeviceBehaviour.onEvent { device, event in
///     guard case .connected(let link) = event else { return }
///     device.client(on: link).read("2A2B", of: "FFF0") { result in
///         if case .success(let time) = result { clock.set(time) }
///     }
/// }
/// ```
///
/// Each call first discovers the service and the characteristic. So it takes a few round trips, and uses the database
/// of that moment. Handlers run outside the world's lock, once for each call, on the thread that drives the world.
///
/// A failure is the phone's answer. It is `.error(.attributeNotFound)` if the phone has no such service, characteristic
/// or configuration, and `.linkLost` if the link has ended or ends meanwhile.
///
/// A handle; may be used from any thread and from handlers.
public struct DeviceClient: Sendable {
    /// The device that sends the requests.
    public let device: Device
    /// The link of the requests.
    public let link: DeviceLink

    /// A service of the phone, with its characteristics.
    public struct Service: Hashable, Sendable {
        /// The type of the service.
        public let uuid: BluetoothUUID
        /// The characteristics, in the order of their handles.
        public let characteristics: [Characteristic]
    }

    /// A characteristic of the phone.
    public struct Characteristic: Hashable, Sendable {
        /// The type of the characteristic.
        public let uuid: BluetoothUUID
        public let properties: GATT.Properties
    }

    /// Called once with the result of a request.
    public typealias Handler<Value> = @Sendable (Result<Value, ATT.Failure>) -> Void

    /// Finds all primary services with their characteristics.
    public func discoverServices(_ handler: @escaping Handler<[Service]>) {
        ask { node, now in
            node.run(.discoverPrimaryServices([]), on: link, at: now) { node, outcome, now in
                guard case .services(let found) = outcome else {
                    return node.finish(handler, .failure(outcome.failure))
                }
                discoverCharacteristics(of: found[...], adding: [], handler, node, at: now)
            }
        }
    }

    /// Reads the value of a characteristic: the first one of this type in a service of that type.
    public func read(
        _ characteristic: BluetoothUUID, of service: BluetoothUUID, _ handler: @escaping Handler<[UInt8]>
    ) {
        find(characteristic, of: service, orFail: handler) { node, place, now in
            node.run(.read(place.value), on: link, at: now) { node, outcome, _ in
                guard case .value(let value) = outcome else {
                    return node.finish(handler, .failure(outcome.failure))
                }
                node.finish(handler, .success(value))
            }
        }
    }

    /// Writes the value of a characteristic. Without response, the handler is called when the device has sent the
    /// write.
    public func write(
        _ value: [UInt8], to characteristic: BluetoothUUID, of service: BluetoothUUID,
        withResponse: Bool = true, _ handler: @escaping Handler<Void> = { _ in }
    ) {
        find(characteristic, of: service, orFail: handler) { node, place, now in
            let end: DeviceNode.ClientStep = { node, outcome, _ in
                guard case .written = outcome else {
                    return node.finish(handler, .failure(outcome.failure))
                }
                node.finish(handler, .success(()))
            }
            if withResponse {
                node.run(.write(place.value, value), on: link, at: now, then: end)
            } else {
                node.send(value, to: place.value, on: link, at: now, then: end)
            }
        }
    }

    /// Subscribes to a characteristic's notifications, or to its indications if it has no notifications.
    ///
    /// - Parameters:
    ///   - characteristic: The type of the characteristic.
    ///   - service: The type of the service that contains it.
    ///   - onValue: Called with each value until the link ends.
    ///   - handler: Called once, when the phone has confirmed the subscription or refused it.
    public func subscribe(
        to characteristic: BluetoothUUID, of service: BluetoothUUID,
        onValue: @escaping @Sendable ([UInt8]) -> Void, _ handler: @escaping Handler<Void> = { _ in }
    ) {
        find(characteristic, of: service, orFail: handler) { node, place, now in
            guard place.value < place.last else {
                return node.finish(handler, .failure(.error(.attributeNotFound)))
            }
            let behind = ATT.HandleRange(first: place.value + 1, last: place.last)
            node.run(.discoverDescriptors(behind), on: link, at: now) { node, outcome, now in
                guard case .descriptors(let found) = outcome,
                    let configuration = found.first(where: { $0.uuid == BluetoothUUID(0x2902) })
                else { return node.finish(handler, .failure(outcome.failure)) }
                let bits: UInt8 = place.properties.contains(.notify) ? 1 : 2
                node.client.listen(to: place.value, on: link.id, onValue)
                node.run(.write(configuration.handle, [bits, 0]), on: link, at: now) { node, outcome, _ in
                    if case .written = outcome { return node.finish(handler, .success(())) }
                    node.client.stopListening(to: place.value, on: link.id)
                    node.finish(handler, .failure(outcome.failure))
                }
            }
        }
    }

    // MARK: Steps

    private func ask(_ body: @Sendable (DeviceNode, Instant) -> Void) {
        device.perform { node, now in
            body(node, now)
            node.drainHost(at: now)
        }
    }

    private func find<Value: Sendable>(
        _ characteristic: BluetoothUUID, of service: BluetoothUUID, orFail handler: @escaping Handler<Value>,
        then next: @escaping @Sendable (DeviceNode, Place, Instant) -> Void
    ) {
        ask { node, now in
            node.run(.discoverPrimaryServices([service]), on: link, at: now) { node, outcome, now in
                guard case .services(let found) = outcome else {
                    return node.finish(handler, .failure(outcome.failure))
                }
                find(characteristic, in: found[...], orFail: handler, node, at: now, then: next)
            }
        }
    }

    /// A characteristic of the phone, in its database.
    private struct Place {
        let value: ATT.Handle
        /// The last handle that belongs to it.
        let last: ATT.Handle
        let properties: GATT.Properties
    }

    /// All services have been discovered; their characteristics follow, service by service.
    private func discoverCharacteristics(
        of rest: ArraySlice<GATT.DiscoveredService>, adding services: [Service],
        _ handler: @escaping Handler<[Service]>, _ node: DeviceNode, at now: Instant
    ) {
        guard let service = rest.first else { return node.finish(handler, .success(services)) }
        node.run(.discoverCharacteristics(service.range), on: link, at: now) { node, outcome, now in
            guard case .characteristics(let found) = outcome else {
                return node.finish(handler, .failure(outcome.failure))
            }
            let all = found.map { Characteristic(uuid: $0.uuid, properties: $0.properties) }
            let new = Service(uuid: service.uuid, characteristics: all)
            discoverCharacteristics(
                of: rest.dropFirst(), adding: services + [new], handler, node, at: now)
        }
    }

    /// Looks for a characteristic, service by service.
    private func find<Value: Sendable>(
        _ uuid: BluetoothUUID, in rest: ArraySlice<GATT.DiscoveredService>,
        orFail handler: @escaping Handler<Value>, _ node: DeviceNode, at now: Instant,
        then next: @escaping @Sendable (DeviceNode, Place, Instant) -> Void
    ) {
        guard let service = rest.first else {
            return node.finish(handler, .failure(.error(.attributeNotFound)))
        }
        node.run(.discoverCharacteristics(service.range), on: link, at: now) { node, outcome, now in
            guard case .characteristics(let found) = outcome else {
                return node.finish(handler, .failure(outcome.failure))
            }
            guard let index = found.firstIndex(where: { $0.uuid == uuid }) else {
                return find(uuid, in: rest.dropFirst(), orFail: handler, node, at: now, then: next)
            }
            let last = index + 1 < found.count ? found[index + 1].declaration - 1 : service.range.last
            next(
                node,
                Place(value: found[index].value, last: last, properties: found[index].properties), now)
        }
    }
}

extension Device {
    /// The device as GATT client of the phone on a link.
    public func client(on link: DeviceLink) -> DeviceClient { DeviceClient(device: self, link: link) }
}

extension GATT.Outcome {
    /// Why a step did not give its result.
    fileprivate var failure: ATT.Failure {
        if case .failed(let failure) = self { failure } else { .error(.attributeNotFound) }
    }
}
