import BluetoothTypes
import BluetoothWire

extension Host {
    /// Connection parameters as HCI and L2CAP count them (Core 6.0, Vol 4, Part E, 7.8.18).
    struct ParameterUnits: Hashable, Sendable {
        /// In 1.25 ms, 6…3200.
        var intervalMin: UInt16
        var intervalMax: UInt16
        /// In connection events, 0…499.
        var latency: UInt16
        /// In 10 ms, 10…3200.
        var timeout: UInt16

        init(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16) {
            self.intervalMin = intervalMin
            self.intervalMax = intervalMax
            self.latency = latency
            self.timeout = timeout
        }

        /// The parameters that a controller reports: one interval.
        init(interval: UInt16, latency: UInt16, timeout: UInt16) {
            self.init(intervalMin: interval, intervalMax: interval, latency: latency, timeout: timeout)
        }

        /// Converts a request of the upper layer, limited to each field's range.
        init(_ parameters: ConnectionParameters) {
            func clamp(_ value: UInt16, _ range: ClosedRange<UInt16>) -> UInt16 {
                min(max(value, range.lowerBound), range.upperBound)
            }
            let unit = HCI.connectionIntervalUnit
            intervalMin = clamp(parameters.minimumInterval.inUnits(of: unit), Self.intervals)
            intervalMax = clamp(parameters.maximumInterval.inUnits(of: unit), intervalMin...3200)
            latency = min(parameters.latency, 499)
            timeout = clamp(parameters.supervisionTimeout.inUnits(of: HCI.timeoutUnit), Self.timeouts)
        }

        private static let intervals: ClosedRange<UInt16> = 6...3200
        private static let timeouts: ClosedRange<UInt16> = 10...3200

        /// Whether the specification allows them: a peer may send anything.
        var isValid: Bool {
            Self.intervals.contains(intervalMin) && Self.intervals.contains(intervalMax)
                && intervalMin <= intervalMax && latency <= 499 && Self.timeouts.contains(timeout)
                // The timeout must outlast two effective intervals: t·10 ms > (1 + latency)·i·1.25 ms·2.
                && Int(timeout) * 4 > (1 + Int(latency)) * Int(intervalMax)
        }

        var parameters: ConnectionParameters {
            ConnectionParameters(
                minimumInterval: HCI.connectionIntervalUnit * Int(intervalMin),
                maximumInterval: HCI.connectionIntervalUnit * Int(intervalMax), latency: latency,
                supervisionTimeout: HCI.timeoutUnit * Int(timeout))
        }
    }
}
