import BluetoothHost
import BluetoothTypes
import BluetoothWire

extension Device {
    /// Installs other firmware, as an update does: the device falls silent, and `time` later is what `definition`
    /// says, under its old address and with its bonds.
    ///
    /// Handles are given out anew. Centrals with a bond are told by Service Changed when they come back, if both
    /// definitions have it; others that remember the old database use it until they are made to forget (behaviour
    /// 4.10, 4.12). What is wrong with a definition is left out and is a `World.Mistake`, as in `World.add`.
    public func install(
        _ definition: DeviceDefinition, restartingAfter time: Nanoseconds = .milliseconds(100),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let definition = definition.checked(
            by: world, at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        perform { node, _ in node.note(.install(definition.name)) }
        powerOff()
        world.after(time) {
            // Somebody may have switched it on meanwhile: a host is never replaced while it runs.
            if perform({ node, _ in node.isOn }) { powerOff() }
            perform { node, now in node.install(definition, at: now) }
            powerOn()
        }
    }
}

extension DeviceNode {
    fileprivate func install(_ new: DeviceDefinition, at now: Instant) {
        let (old, entropy) = (host, world.securityEntropy(of: id))
        installation &+= 1
        definition = new
        var configuration = new.host(old.configuration.address ?? old.identity, entropy: entropy)
        configuration.security.identityResolvingKey = old.configuration.security.identityResolvingKey
        host = Host(configuration)
        host.handle(.setBonds(old.bonds), at: now)
        (characteristics, isPublished) = ([], false)
        if !descriptors.isEmpty { descriptors = [] }
        if !services.isEmpty { services = [] }
        sets = new.advertising.map { _ in .off }
        timers = Self.timers(of: new)
    }
}

extension DeviceDefinition {
    /// What the device's host is made with.
    func host(_ address: DeviceAddress, entropy: [UInt8]) -> Host.Configuration {
        Host.Configuration(
            deviceName: name, appearance: appearance, address: address, preferredMTU: preferredMTU,
            hasServiceChanged: hasServiceChanged, acceptsPreparedWrites: acceptsPreparedWrites,
            security: security.configuration(entropy: entropy))
    }
}
