import BluetoothHost
import BluetoothTypes
import BluetoothWire

extension Device {
    /// Installs other firmware, as an update does. The device switches off without notifying its peers. After `time` it
    /// starts with `definition`, with the same address and bonds.
    ///
    /// All handles are assigned again. Bonded centrals get a Service Changed indication when they reconnect, if both
    /// definitions have that characteristic. Other centrals that remember the old database use it until they forget it
    /// (behaviour 4.10, 4.12). Wrong parts of the definition are left out, and each is a `World.Mistake`, as in
    /// `World.add`.
    public func install(
        _ definition: DeviceDefinition, restartingAfter time: Nanoseconds = .milliseconds(100),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let definition = definition.checked(
            by: world, at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        perform { node, _ in node.note(.install(definition.name)) }
        powerOff()
        world.after(time) {
            // The device may have been switched on meanwhile: a host is never replaced while it runs.
            if perform({ node, _ in node.isOn }) { powerOff() }
            perform { node, now in node.install(definition, at: now) }
            powerOn()
        }
    }
}

extension DeviceNode {
    fileprivate func install(_ new: DeviceDefinition, at now: Instant) {
        let (old, entropy) = (host, world.entropy.securityEntropy(of: id))
        installation &+= 1
        let attachment = RuleAttachment(to: new, of: id, world.entropy)
        let new = attachment.definition
        (definition, replay) = (new, attachment.replay)
        var configuration = new.host(old.configuration.address ?? old.identity, entropy: entropy)
        configuration.security.identityResolvingKey = old.configuration.security.identityResolvingKey
        host = Host(configuration)
        host.handle(.security(.setBonds(old.bonds)), at: now)
        database.removeAll()
        sets.replace(count: new.advertising.count)
        timers = DeviceTimers(new.behaviours)
    }
}

extension DeviceDefinition {
    /// The configuration of the device's host.
    func host(_ address: DeviceAddress, entropy: [UInt8]) -> Host.Configuration {
        Host.Configuration(
            deviceName: name, appearance: appearance, address: address, preferredMTU: preferredMTU,
            hasServiceChanged: hasServiceChanged, acceptsPreparedWrites: acceptsPreparedWrites,
            security: security.configuration(entropy: entropy), ranging: channelSounding?.host)
    }
}
