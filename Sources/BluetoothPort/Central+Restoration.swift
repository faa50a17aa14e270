import BluetoothTypes

extension Central {
    /// The state that the system preserved for a manager while its app was not running (behaviour 7.5, 7.6).
    public struct RestoredState: Hashable, Sendable {
        /// Peers that are connected, or to which the app had asked to connect.
        public var peripherals: [RestoredPeripheral]
        /// The scan that the system continued, if there was one.
        public var scan: ScanRequest?
        public init(peripherals: [RestoredPeripheral] = [], scan: ScanRequest? = nil) {
            self.peripherals = peripherals
            self.scan = scan
        }
    }

    /// The state of a peer in a restored manager.
    public struct RestoredPeripheral: Hashable, Sendable {
        public enum State: Hashable, Sendable {
            case disconnected
            case connecting
            case connected
        }

        public var peer: Peer
        public var state: State
        /// The services that the app had discovered; `nil` if it had not discovered services.
        public var services: [KnownService]?
        public init(peer: Peer, state: State, services: [KnownService]? = nil) {
            self.peer = peer
            self.state = state
            self.services = services
        }
    }

    /// A service with its known characteristics and included services; `nil` means not discovered.
    public struct KnownService: Hashable, Sendable {
        public var service: Service
        public var includedServices: [Service]?
        public var characteristics: [KnownCharacteristic]?
        public init(
            service: Service, includedServices: [Service]? = nil,
            characteristics: [KnownCharacteristic]? = nil
        ) {
            self.service = service
            self.includedServices = includedServices
            self.characteristics = characteristics
        }
    }

    /// A characteristic with its known descriptors and value.
    public struct KnownCharacteristic: Hashable, Sendable {
        public var characteristic: Characteristic
        public var isNotifying: Bool
        public var descriptors: [Descriptor]?
        public init(
            characteristic: Characteristic, isNotifying: Bool = false, descriptors: [Descriptor]? = nil
        ) {
            self.characteristic = characteristic
            self.isNotifying = isNotifying
            self.descriptors = descriptors
        }
    }
}

extension Peripheral {
    /// The state that the system preserved for a manager while its app was not running (behaviour 7.9).
    public struct RestoredState: Hashable, Sendable {
        /// The services that stayed published, under their existing identifiers.
        public var services: [Service]
        /// The subscriptions of centrals.
        public var subscriptions: [Subscription]
        /// The data that the app was advertising, if it was.
        public var advertisement: AdvertisementRequest?
        public init(
            services: [Service] = [], subscriptions: [Subscription] = [],
            advertisement: AdvertisementRequest? = nil
        ) {
            self.services = services
            self.subscriptions = subscriptions
            self.advertisement = advertisement
        }
    }

    /// One central's subscription to one characteristic.
    public struct Subscription: Hashable, Sendable {
        public var central: Subscriber
        public var characteristic: AttributeIdentifier
        public init(central: Subscriber, characteristic: AttributeIdentifier) {
            self.central = central
            self.characteristic = characteristic
        }
    }
}
