import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// A simulated phone: managers that are created inside `run` belong to it.
///
/// ```swift
/// let phone = world.addPhone(.iOS(18))
/// let app = phone.run { HeartRateApp() }  // its CBCentralManager(delegate:queue:) finds this phone
/// ```
///
/// A handle; may be used from any thread and from callbacks.
public final class Phone: PortProvider {
    /// The world it lives in.
    public let world: World
    /// Its number there.
    public let id: NodeID
    /// What a person calls it.
    public let name: String
    /// The system it runs.
    public let profile: OSProfile
    /// The app whose managers this handle opens; the phone's first one, unless the handle is from `app(_:)`.
    public let app: AppID

    init(world: World, id: NodeID, name: String, profile: OSProfile, app: AppID) {
        self.world = world
        self.id = id
        self.name = name
        self.profile = profile
        self.app = app
    }

    // MARK: App code

    /// Runs app code on this phone: managers made in `body`, and in tasks started there, are the phone's.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try PortEnvironment.$current.withValue(self, operation: body)
    }

    /// Runs app code on this phone: managers made in `body`, and in tasks started there, are the phone's.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await PortEnvironment.$current.withValue(self, operation: body)
    }

    /// The same phone with another app. Its apps share links; managers and scans are each app's own.
    public func app(_ number: UInt32) -> Phone {
        Phone(world: world, id: id, name: name, profile: profile, app: AppID(number))
    }

    /// Makes this the phone of every manager in the process that finds no nearer one; for UI tests, previews and
    /// demos. `PortEnvironment.install(nil)` takes it back.
    public func installAsProcessPhone() { PortEnvironment.install(self) }

    // MARK: What happens to it

    /// Puts the phone somewhere else at once.
    public func move(to position: Position) { world.move(id, to: position) }

    /// Puts the phone somewhere else, and back where it was after `time`.
    public func move(to position: Position, for time: Nanoseconds) { world.move(id, to: position, for: time) }

    /// Where the phone is.
    public var position: Position { world.position(of: id) }

    /// Switches Bluetooth off or on: managers are told, and links end (behaviours 1.15 and 1.23). Where it is switched off
    /// matters to apps that have ended: Control Center leaves them their pending connects (behaviour 7.41).
    public func setBluetooth(_ isOn: Bool, in place: BluetoothSwitch = .settings) {
        setRadio(isOn ? .on : .off, in: place)
    }

    /// Sets the radio to any of its states, such as `.resetting` or `.unsupported` (behaviours 1.22 and 1.25).
    public func setRadio(_ radio: RadioState) { setRadio(radio, in: .settings) }

    private func setRadio(_ radio: RadioState, in place: BluetoothSwitch) {
        world.performOnPhone(id) { phone, now in
            phone.note(.bluetooth(radio))
            phone.stack.setRadio(radio, in: place, at: now)
        }
    }

    /// Restarts the phone's Bluetooth process: managers are told `.resetting`, and `.poweredOn` after `time`
    /// (behaviour 1.22).
    public func restartBluetooth(for time: Nanoseconds = .milliseconds(500)) {
        setRadio(.resetting)
        world.after(time) { self.setRadio(.on) }
    }

    // MARK: Ports

    /// The phone's name, for messages.
    public var portName: String { name }

    /// Whether the app that this handle stands for may use Bluetooth.
    public var authorization: Authorization {
        world.lock.withLock { $0.phone(id).stack.model.authorization(of: app) }
    }

    /// Opens a central manager of the app; the façade's `CBCentralManager` does so.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        let session = world.performOnPhone(id) { phone, now in
            phone.openCentral(options, app: app, sink: sink, at: now)
        }
        return WorldCentralPort(world: world, node: id, session: session)
    }

    /// Opens a peripheral manager of the app; the façade's `CBPeripheralManager` does so.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        let session = world.performOnPhone(id) { phone, now in
            phone.openPeripheral(options, app: app, sink: sink, at: now)
        }
        return WorldPeripheralPort(world: world, node: id, session: session)
    }
}

extension World {
    /// Puts a phone into the world; its Bluetooth comes on at once.
    ///
    /// On air it shows private addresses that rotate, as `OSProfile.addressRotation` says; bonded peers know it
    /// by its `identityAddress`.
    @discardableResult
    public func addPhone(
        _ profile: OSProfile = .iOS(18), name: String = "phone", at position: Position = .origin
    ) -> Phone {
        let id = addNode(name: name, controller: controller(of: profile), at: position) { id in
            PhoneNode(id: id, name: name, stack: self.phoneStack(profile, name: name, of: id), world: self)
        }
        return adopt(id, name: name, profile)
    }

    /// The controller of a phone: a current one, with what the profile says of its radio.
    private func controller(of profile: OSProfile) -> Controller.Configuration {
        var controller = currentController(txPower: 8)
        controller.maximumPacketsPerEvent = max(0, profile.packetsPerEvent)
        controller.maximumEventTime = max(.zero, profile.airtimePerEvent)
        controller.maximumDataLength = min(max(27, profile.dataLength), 251)
        if profile.dataLength <= 27 { controller.features.remove(.leDataPacketLengthExtension) }
        return controller
    }

    /// The stack that a phone starts with.
    func phoneStack(_ profile: OSProfile, name: String, of id: NodeID) -> PhoneStack {
        var identifiers = entropy.stream("node \(id.rawValue)/identifiers")
        return PhoneStack(
            profile: profile, identifierSeed: identifiers.next(), name: name,
            address: randomStaticAddress(of: id))
    }

    /// Counts a new node among the phones.
    func adopt(_ id: NodeID, name: String, _ profile: OSProfile) -> Phone {
        lock.withLock { $0.phones.append(id) }
        return Phone(world: self, id: id, name: name, profile: profile, app: AppID(1))
    }

    /// The world's only phone; `nil` when it has none, or more than one.
    public var onlyPhone: Phone? {
        lock.withLock { state in
            guard state.phones.count == 1 else { return nil }
            let node = state.phone(state.phones[0])
            return Phone(
                world: self, id: node.id, name: node.name, profile: node.stack.model.profile, app: AppID(1))
        }
    }

    /// The phone that was added first, if there is any.
    package var firstPhone: Phone? { lock.withLock { $0.phones.first }.map(phone) }

    /// The handle of the first app on a phone.
    func phone(_ id: NodeID) -> Phone {
        lock.withLock { state in
            let node = state.phone(id)
            return Phone(
                world: self, id: id, name: node.name, profile: node.stack.model.profile, app: AppID(1))
        }
    }

    /// How many phones the world has.
    public var phoneCount: Int { lock.withLock { $0.phones.count } }
}
