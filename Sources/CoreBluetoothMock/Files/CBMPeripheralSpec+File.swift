import FaradayCoreBluetooth
import FaradayDeviceFiles
import Foundation

/// Mock peripherals of device files and definitions. These initialisers are not part of CoreBluetoothMock's interface.
extension CBMPeripheralSpec {
    /// The device of a file that ends in `.faraday.json`: its advertising, its services and their values, and its rules.
    ///
    /// ```swift
    /// let strap = CBMPeripheralSpec(file: "strap.faraday.json", proximity: .near)
    /// CBMCentralManagerMock.simulatePeripherals([strap])
    /// ```
    ///
    /// A path that is not absolute is looked for in the bundle, then beside the Swift file that says this, and then in the
    /// current folder. A file that is not there or has errors is a `CBMSimulationError` for each of them, with its line, when
    /// the spec is added; in a world of the test's own it also fails the test. The spec then has only a name.
    ///
    /// Each phone to which the spec is added has the variables and the state of the rules for itself. A spec has no place
    /// for everything that a file can say. These have no effect: security, and so `requestSecurity`; L2CAP channels;
    /// Channel Sounding; the address, the appearance and the transmit power; `serviceChanged`, `preparedWrites` and
    /// `updateQueue`; directed advertising, and fields that apps don't see; which of several centrals a rule is about. A
    /// notifying characteristic without configuration has one with `simulateCoreBluetooth()`. For those, add the device to
    /// a world.
    ///
    /// - Parameters:
    ///   - path: The file, such as `strap.faraday.json`.
    ///   - identifier: The identifier under which phones know it.
    ///   - proximity: Its initial proximity.
    ///   - bundle: A bundle with the file among its resources, such as `.module` in a package's tests.
    ///   - filePath: The Swift file beside which the file is looked for.
    public convenience init(
        file path: String, identifier: UUID = UUID(), proximity: CBMProximity = .immediate,
        in bundle: Bundle? = nil, filePath: StaticString = #filePath
    ) {
        self.init(
            .file(path, in: bundle, filePath: filePath), identifier: identifier, proximity: proximity)
    }

    /// The device of a definition, as far as it consists of values. Handlers and behaviours in Swift need a device in a
    /// world: each of them is a `CBMSimulationError` when the spec is added, and has no effect.
    ///
    /// ```swift
    /// let strap = CBMPeripheralSpec(.file("strap.faraday.json", replay: .strict), proximity: .near)
    /// ```
    ///
    /// - Parameters:
    ///   - definition: The device.
    ///   - identifier: The identifier under which phones know it.
    ///   - proximity: Its initial proximity.
    public convenience init(
        _ definition: DeviceDefinition, identifier: UUID = UUID(), proximity: CBMProximity = .immediate
    ) {
        let check = DefinitionCheck(definition)
        var state = SpecState(identifier: identifier, proximity: proximity)
        state.name = definition.name
        state.mistakes = check.mistakes + SwiftOnlyParts(of: definition).mistakes(in: definition.name)
        // Without its text a device has only a name.
        if definition.mistakes.isEmpty { state.run(FileFirmware(check.definition)) }
        self.init(state)
    }
}

extension SpecState {
    /// Gets the parts of a device and the firmware that answers for it.
    fileprivate mutating func run(_ firmware: FileFirmware) {
        advertisement = firmware.advertisement
        services = firmware.services
        connectionDelegate = firmware
        connectionInterval = 0.045
        supervisionTimeout = 4
        mtu = firmware.mtu
    }
}

extension SwiftOnlyParts {
    fileprivate func mistakes(in name: String) -> [String] {
        lines.map { line in
            "device \(name): a spec has no place for \(line); add the device to a world for that"
        }
    }
}
