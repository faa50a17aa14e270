import BluetoothPort
import Foundation

/// The port of a manager when there is no phone: it accepts every command and does nothing.
package final class AbsentPort: CentralPort, PeripheralPort {
    private let authorization: Authorization

    package init(authorization: Authorization) {
        self.authorization = authorization
    }

    package func send(_ command: Central.Command) -> Central.Answer { .ignored }
    package func send(_ command: Peripheral.Command) -> Peripheral.Answer { .ignored }

    package func query(_ query: Central.Query) -> Central.Answer {
        switch query {
        case .authorization: .authorization(authorization)
        case .retrieve, .retrieveConnected: .peers([])
        case .canSendWriteWithoutResponse, .supportsExtendedScanAndConnect,
            .isNotificationSharingAuthorized, .invalidatesPeripherals, .hasOpenRequests:
            .flag(false)
        case .maximumWriteLength, .mtu: .number(0)
        case .disconnectMethods: .number(Central.DisconnectMethods.olderFirst.rawValue)
        }
    }

    package func query(_ query: Peripheral.Query) -> Peripheral.Answer {
        switch query {
        case .authorization: .authorization(authorization)
        }
    }

    package func close() {}
}

/// The message on standard error when a manager finds no phone.
enum AbsentPhone {
    static func notice(_ manager: String) -> String {
        """
        \(manager): there is no Bluetooth here, so the state will be .unsupported. Create the manager \
        inside `phone.run { }` of a simulated world, install one with `PortEnvironment.install(_:)`, \
        pass `provider:`, or set FARADAY_HCI to a controller.

        """
    }

    static func log(_ manager: String) {
        FileHandle.standardError.write(Data(notice(manager).utf8))
    }
}
