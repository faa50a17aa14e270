import BluetoothTypes

extension Central {
    /// What the system kept for a manager while its app was not running (behaviour 7.5, 7.6).
    public struct RestoredState: Hashable, Sendable {
        /// Peers that are linked, or that the app had asked to connect to.
        public var peripherals: [RestoredPeripheral]
        /// The scan that went on, if one did.
        public var scan: ScanRequest?
        public init(peripherals: [RestoredPeripheral] = [], scan: ScanRequest? = nil) {
            self.peripherals = peripherals
            self.scan = scan
        }
    }

    /// A peer as a restored manager finds it.
    public struct RestoredPeripheral: Hashable, Sendable {
        public enum State: Hashable, Sendable {
            case disconnected
            case connecting
            case connected
        }

        public var peer: Peer
        public var state: State
        /// What the app had discovered; `nil` when it had not.
        public var services: [KnownService]?
        public init(peer: Peer, state: State, services: [KnownService]? = nil) {
            self.peer = peer
            self.state = state
            self.services = services
        }
    }

    /// A service with what is known below it; what is `nil` was not discovered.
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

    /// A characteristic with what is known below it.
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
    /// What the system kept for a manager while its app was not running (behaviour 7.9).
    public struct RestoredState: Hashable, Sendable {
        /// The services that stayed published, under the identifiers they had.
        public var services: [Service]
        /// Who is subscribed to what.
        public var subscriptions: [Subscription]
        /// What the app was advertising, if it was.
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
