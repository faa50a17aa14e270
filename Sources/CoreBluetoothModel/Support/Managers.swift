import BluetoothPort

/// The managers of a phone's apps, each kind in the order they were opened. Machines above read this table; only the
/// router changes it.
struct Managers: Sendable {
    var centrals: [CentralSession] = []
    var peripherals: [PeripheralSession] = []

    /// All managers, central managers first.
    var cores: [SessionCore] { centrals.map(\.core) + peripherals.map(\.core) }

    /// A phone has few managers, nearly always one: a linear search is the fastest.
    @inline(__always)
    func central(_ session: SessionID) -> Int? { centrals.firstIndex { $0.core.id == session } }

    @inline(__always)
    func peripheral(_ session: SessionID) -> Int? { peripherals.firstIndex { $0.core.id == session } }

    func core(of session: SessionID) -> SessionCore? {
        if let index = central(session) { return centrals[index].core }
        return peripheral(session).map { peripherals[$0].core }
    }

    /// Changes what both kinds of managers have in common.
    mutating func update(_ session: SessionID, _ body: (inout SessionCore) -> Void) {
        if let index = central(session) {
            body(&centrals[index].core)
        } else if let index = peripheral(session) {
            body(&peripherals[index].core)
        }
    }

    /// The background mode that stands for a manager's kind.
    func mode(of session: SessionID) -> AppManifest.BackgroundModes {
        central(session) == nil ? .peripheral : .central
    }

    /// The managers of an app, in the order they were opened.
    func sessions(of app: AppID) -> [SessionID] { cores.filter { $0.app == app }.map(\.id).sorted() }

    /// Whether one of the app's managers has this restore identifier.
    func isInUse(_ identifier: String, by app: AppID) -> Bool {
        cores.contains { $0.app == app && $0.options.restoreIdentifier == identifier }
    }

    // MARK: Preserved managers

    /// The managers of ended apps whose work the system continues.
    var preserved: [SessionCore] { cores.filter { $0.phase == .preserved } }

    /// The restore identifiers of the central managers that the system keeps for an ended app.
    func preservedCentrals(of app: AppID) -> [String] {
        centrals.compactMap { $0.core.preservedIdentifier(of: app) }
    }

    /// The restore identifiers of the peripheral managers that the system keeps for an ended app.
    func preservedPeripherals(of app: AppID) -> [String] {
        peripherals.compactMap { $0.core.preservedIdentifier(of: app) }
    }

    /// The preserved central manager that an app creates again with these options.
    func restorableCentral(_ options: ManagerOptions, of app: AppID) -> Int? {
        centrals.firstIndex { $0.core.isRestored(by: options, of: app) }
    }

    /// The preserved peripheral manager that an app creates again with these options.
    func restorablePeripheral(_ options: ManagerOptions, of app: AppID) -> Int? {
        peripherals.firstIndex { $0.core.isRestored(by: options, of: app) }
    }

    // MARK: Checking

    /// The rule that the table breaks, or `nil`.
    var brokenRule: String? {
        if Set(cores.map(\.id)).count != cores.count { return "two managers have one number" }
        for core in cores where core.phase == .preserved {
            if core.options.restoreIdentifier == nil { return "a manager without identifier is preserved" }
            if core.state != .unknown { return "a preserved manager has a state" }
        }
        return nil
    }
}

extension SessionCore {
    /// The app has ended; the system continues the manager's work under another number.
    mutating func preserve(as new: SessionID) {
        id = new
        phase = .preserved
        state = .unknown
    }

    fileprivate func isRestored(by options: ManagerOptions, of app: AppID) -> Bool {
        phase == .preserved && self.app == app && self.options.restoreIdentifier == options.restoreIdentifier
    }

    fileprivate func preservedIdentifier(of app: AppID) -> String? {
        phase == .preserved && self.app == app ? options.restoreIdentifier : nil
    }
}
