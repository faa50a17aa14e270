import Foundation

extension CBMPeripheralSpec {
    /// Begins the description of a mock peripheral.
    ///
    /// - Parameters:
    ///   - identifier: Under which phones know it.
    ///   - proximity: How near it is at first.
    public static func simulatePeripheral(
        identifier: UUID = UUID(), proximity: CBMProximity = .immediate
    ) -> Builder {
        Builder(identifier: identifier, proximity: proximity)
    }

    /// Describes a mock peripheral, step by step.
    public class Builder {
        private var state: SpecState

        init(identifier: UUID, proximity: CBMProximity) {
            state = SpecState(identifier: identifier, proximity: proximity)
        }

        /// Makes it advertise; called again, by another set beside the first.
        ///
        /// - Parameters:
        ///   - advertisementData: What is advertised, under the keys `CBMAdvertisementData…`.
        ///   - interval: Seconds between advertisements; 0 sends one, after the delay.
        ///   - delay: Seconds before the first.
        ///   - alsoWhenConnected: Whether it goes on while a central is connected.
        @discardableResult
        public func advertising(
            advertisementData: [String: Any], withInterval interval: TimeInterval = 0.100,
            delay: TimeInterval = 0, alsoWhenConnected: Bool = false
        ) -> Builder {
            let config = CBMAdvertisementConfig(
                data: advertisementData, interval: interval, delay: delay,
                isAdvertisingWhenConnected: alsoWhenConnected)
            state.advertisement = (state.advertisement ?? []) + [config]
            return self
        }

        /// Makes it take connections.
        ///
        /// - Parameters:
        ///   - name: The name that a phone reads once it is connected.
        ///   - services: The services, in the order of their handles.
        ///   - delegate: What answers requests.
        ///   - connectionInterval: Seconds that most answers take. With `simulateCoreBluetooth()` seconds between
        ///     connection events, 7.5 ms at least.
        ///   - supervisionTimeout: Seconds after which a silent link has ended.
        ///   - mtu: The largest ATT MTU that it takes, 23…517.
        @discardableResult
        public func connectable(
            name: String, services: [CBMServiceMock], delegate: CBMPeripheralSpecDelegate?,
            connectionInterval: TimeInterval = 0.045, supervisionTimeout: TimeInterval = 4.0, mtu: Int = 23
        ) -> Builder {
            state.name = name
            state.services = services
            state.connectionDelegate = delegate
            state.connectionInterval = connectionInterval
            state.supervisionTimeout = supervisionTimeout
            state.mtu = max(23, min(517, mtu))
            return self
        }

        /// Makes it take connections, and be connected to another app of the phone from the start.
        @discardableResult
        public func connected(
            name: String, services: [CBMServiceMock], delegate: CBMPeripheralSpecDelegate?,
            connectionInterval: TimeInterval = 0.045, supervisionTimeout: TimeInterval = 4.0, mtu: Int = 23
        ) -> Builder {
            state.virtualConnections = 1
            state.isKnown = true
            return connectable(
                name: name, services: services, delegate: delegate, connectionInterval: connectionInterval,
                supervisionTimeout: supervisionTimeout, mtu: mtu)
        }

        /// Makes the phone know it, as if it had met it before.
        @discardableResult
        public func allowForRetrieval() -> Builder {
            state.isKnown = true
            return self
        }

        /// Makes it take L2CAP channels at a PSM, beyond that library's interface.
        @discardableResult
        public func taking(_ channel: CBMChannelMock) -> Builder {
            state.channels.append(channel)
            return self
        }

        /// Ends the description.
        public func build() -> CBMPeripheralSpec { CBMPeripheralSpec(state) }
    }
}
