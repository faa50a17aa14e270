import Foundation

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
