import Foundation

extension CBMPeripheralSpec {
    /// Begins the description of a mock peripheral.
    ///
    /// - Parameters:
    ///   - identifier: The identifier under which phones know it.
    ///   - proximity: Its initial proximity.
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

        /// Makes it advertise; each further call adds another advertising set.
        ///
        /// - Parameters:
        ///   - advertisementData: The advertised data, under the keys `CBMAdvertisementData…`.
        ///   - interval: Seconds between advertisements; 0 sends a single one, after the delay.
        ///   - delay: Seconds before the first advertisement.
        ///   - alsoWhenConnected: Whether advertising continues while a central is connected.
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

        /// Makes it accept connections.
        ///
        /// - Parameters:
        ///   - name: The name that a phone reads once it is connected.
        ///   - services: The services, in the order of their handles.
        ///   - delegate: The delegate that answers requests.
        ///   - connectionInterval: Seconds that most answers take. With `simulateCoreBluetooth()`, seconds between
        ///     connection events, at least 7.5 ms.
        ///   - supervisionTimeout: Seconds without an answer after which a link ends.
        ///   - mtu: The largest ATT MTU that it supports, 23…517.
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

        /// Makes it accept connections, and be connected to another app of the phone from the start.
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

        /// Makes the phone know it, as if the phone had found it before.
        @discardableResult
        public func allowForRetrieval() -> Builder {
            state.isKnown = true
            return self
        }

        /// Makes it accept L2CAP channels at a PSM. This method is not part of CoreBluetoothMock's interface.
        @discardableResult
        public func taking(_ channel: CBMChannelMock) -> Builder {
            state.channels.append(channel)
            return self
        }

        /// Ends the description.
        public func build() -> CBMPeripheralSpec { CBMPeripheralSpec(state) }
    }
}
