import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayAppTime
import FaradayEngine

/// A simulated phone: managers that are created inside `run` belong to it.
///
/// ```swift
/// let phone = world.addPhone(.iOS(18))
/// let app = phone.run { HeartRateApp() }  // its CBCentralManager(delegate:queue:) finds this phone
/// ```
///
/// A handle; may be used from any thread and from callbacks.
public final class Phone: PortProvider {
    /// The world that the phone is in.
    public let world: World
    /// The phone's number in that world.
    public let id: NodeID
    public let name: String
    /// The operating system of the phone.
    public let profile: OSProfile
    /// The app whose managers this handle opens: the phone's first app, unless the handle comes from `app(_:)`.
    public let app: AppID

    /// Whose code the app's is: what it hands on runs in the phone's world, and finds the phone.
    package let context: AppContext
    /// Whether the app is a program of its own, whose managers come here late: when the app has ended, they don't start it.
    private let isProgram: Bool

    init(world: World, id: NodeID, name: String, profile: OSProfile, app: AppID, isProgram: Bool = false) {
        self.world = world
        self.id = id
        self.name = name
        self.profile = profile
        self.app = app
        self.isProgram = isProgram
        context = world.code.context(of: id, app, in: world)
    }

    // MARK: App code

    /// Runs app code on this phone: managers that are created in `body`, and in tasks started there, belong to the
    /// phone.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try context.run { try PortEnvironment.$current.withValue(self, operation: body) }
    }

    /// Runs app code on this phone: managers that are created in `body`, and in tasks started there, belong to the
    /// phone.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await PortEnvironment.$current.withValue(self, operation: body)
    }

    /// The same phone with another app. The apps of a phone share links; each app has its own managers and scans.
    public func app(_ number: UInt32) -> Phone {
        Phone(world: world, id: id, name: name, profile: profile, app: AppID(number))
    }

    /// The same phone with an app that is another process. Such an app is started by `launch(fromDebugger:)` or by the
    /// system; a manager that its last process still makes after the app has ended is none.
    package func program(_ number: UInt32) -> Phone {
        Phone(world: world, id: id, name: name, profile: profile, app: AppID(number), isProgram: true)
    }

    /// Makes this the phone of every manager in the process that has no nearer one; for UI tests, previews and demos.
    /// `PortEnvironment.install(nil)` undoes it.
    public func installAsProcessPhone() { PortEnvironment.install(self) }

    // MARK: Changing the phone

    /// Moves the phone at once.
    public func move(to position: Position) { world.move(id, to: position) }

    /// Moves the phone, and moves it back to where it was after `time`.
    public func move(to position: Position, for time: Nanoseconds) { world.move(id, to: position, for: time) }

    /// Where the phone is.
    public var position: Position { world.position(of: id) }

    /// Switches Bluetooth off or on: managers get a state update, and links end (behaviours 1.15 and 1.23). The place
    /// of the switch matters to apps that have ended: Control Center keeps their pending connects (behaviour 7.41).
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

    /// Restarts the phone's Bluetooth process: managers get the state `.resetting`, and `.poweredOn` after `time`
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

    /// The world: its clock and its seed count for app-facing code that waits or draws by itself.
    public var simulation: (any PortSimulation)? { world }

    /// Opens a central manager of the app; the façade's `CBCentralManager` calls this.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        world.aManagerIsMade()
        let session = open { phone, now in
            phone.openCentral(options, app: app, sink: sink, context, at: now)
        }
        guard let session else { return AbsentPort() }
        return WorldCentralPort(world: world, node: id, session: session)
    }

    /// Opens a peripheral manager of the app; the façade's `CBPeripheralManager` calls this.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        world.aManagerIsMade()
        let session = open { phone, now in
            phone.openPeripheral(options, app: app, sink: sink, context, at: now)
        }
        guard let session else { return AbsentPort() }
        return WorldPeripheralPort(world: world, node: id, session: session)
    }

    /// Opens a manager or a session, unless it comes from a process of the app that has ended.
    func open(_ body: (PhoneNode, Instant) -> SessionID) -> SessionID? {
        world.performOnPhone(id) { phone, now in
            isProgram && phone.stack.model.state(of: app) == .terminated ? nil : body(phone, now)
        }
    }
}

extension World {
    /// Adds a phone to the world. Its Bluetooth is on from the start.
    ///
    /// On air the phone uses private addresses that rotate as `OSProfile.addressRotation` says. Bonded peers know it by
    /// its `identityAddress`.
    @discardableResult
    public func addPhone(
        _ profile: OSProfile = .iOS(18), name: String = "phone", at position: Position = .origin
    ) -> Phone {
        let profile = configuration.schedule.varied(profile, of: name, in: self)
        let id = addNode(
            name: name, txPower: 8, at: position, configure: profile.configure,
            { id in
                PhoneNode(id: id, name: name, stack: phoneStack(profile, name: name, of: id), world: self)
            })
        return adopt(id, name: name, profile)
    }

    /// The stack that a phone starts with.
    func phoneStack(_ profile: OSProfile, name: String, of id: NodeID) -> PhoneStack {
        var identifiers = entropy.stream(of: id, "/identifiers")
        var stack = PhoneStack(
            profile: profile, identifierSeed: identifiers.next(), name: name,
            address: entropy.randomStaticAddress(of: id))
        stack.model.startTime = code.appleStartTime
        return stack
    }

    /// Adds a new node to the list of phones.
    func adopt(_ id: NodeID, name: String, _ profile: OSProfile) -> Phone {
        lock.withLock { $0.phones.append(id) }
        return Phone(world: self, id: id, name: name, profile: profile, app: AppID(1))
    }

    /// The world's only phone; `nil` if there is none or more than one.
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

    /// All phones, in the order in which they were added.
    package var allPhones: [Phone] { lock.withLock { $0.phones }.map(phone) }

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

extension OSProfile {
    /// Gives a phone's controller the radio features of the profile.
    fileprivate func configure(_ controller: inout ControllerConfiguration) {
        controller.maximumPacketsPerEvent = max(0, packetsPerEvent)
        controller.maximumEventTime = max(.zero, airtimePerEvent)
        controller.maximumDataLength = min(max(27, dataLength), 251)
        if dataLength <= 27 { controller.features.remove(.leDataPacketLengthExtension) }
        if ranging.isSupported { controller.channelSounding = ChannelSoundingRadio() }
    }
}
