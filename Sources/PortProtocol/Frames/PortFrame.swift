import BluetoothPort
import BluetoothTypes

/// One message between a program and the server of the phone that it uses: the values of the port, and what opens and closes it.
///
/// Frames pass in order in both directions. A program says `hello` first, and the server answers `welcome` or `refused`. After
/// that the program opens managers under numbers of its own, and gives each command and each question a call number, which
/// the answer repeats.
package enum PortFrame: Hashable, Sendable {
    // From a program.

    /// Who the program is; its first frame.
    case hello(Hello)
    /// The program creates a manager under a number that it has not used before, from 1 on; not answered.
    case open(UInt32, Opening)
    /// A manager was released.
    case close(UInt32)
    /// Answered with `result`.
    case central(UInt32, Central.Command, call: UInt32)
    /// Answered with `result`.
    case peripheral(UInt32, Peripheral.Command, call: UInt32)
    /// Answered with `flag`: whether it was sent.
    case update(UInt32, Peripheral.Update, call: UInt32)
    case accessories(UInt32, Accessories.Command)
    case nearby(UInt32, Nearby.Command)
    /// Answered with the answer to the question. Number 0, which no manager has, asks the phone itself.
    case ask(UInt32, Question, call: UInt32)
    /// A misuse that belongs to no manager, for example of an initialiser; not answered.
    case misuse(Misuse)
    /// The app has taken the event behind `inTurn` with this number. Number 0: the program's main queue runs, and from now on
    /// the program answers `inTurn`.
    case taken(UInt32)

    // From the server.

    /// The program may go on.
    case welcome(Welcome)
    /// The program may not go on; the reason is for a person. The connection ends.
    case refused(String)
    case answer(Answer, call: UInt32)
    case centralEvent(UInt32, Central.Event)
    case peripheralEvent(UInt32, Peripheral.Event)
    case accessoriesEvent(UInt32, Accessories.Event)
    case nearbyEvent(UInt32, Nearby.Event)
    /// The app moved: a program may let its views know. A suspended one gets no events until it runs again.
    case appState(ProgramState)
    /// The system ends the app; the reason is for a person. The program's process should end, and the connection does.
    case end(String)
    /// The server's clock stands still until the app has taken the event that follows; answered with `taken` and this number,
    /// which is not 0. Only for a program that has said `taken` with 0.
    case inTurn(UInt32)
}

extension PortFrame {
    /// The version of the coding; a server refuses a program of another one.
    package static let version: UInt16 = 1

    /// What a program says of itself.
    package struct Hello: Hashable, Sendable {
        package var version: UInt16
        /// The phone that it wants: its name, or nothing for the only one.
        package var phone: String
        /// By what the phone knows the app: its bundle identifier.
        package var app: String
        /// The number of its process, for who starts and ends it; 0 if it has none.
        package var process: UInt32
        /// What a server that listens beyond this machine demands; empty if it demands nothing.
        package var token: String
        /// `UIBackgroundModes` of its Info.plist: bit 0 is `bluetooth-central`, bit 1 `bluetooth-peripheral`.
        package var backgroundModes: UInt8
        /// Whether its Info.plist has an `NSBluetoothAlwaysUsageDescription`; `nil` if that is not known.
        package var hasUsageDescription: Bool?
        /// What its Info.plist says for AccessorySetupKit; `nil` if it says nothing.
        package var accessorySetup: AccessorySetup?

        package init(
            version: UInt16 = PortFrame.version, phone: String, app: String, process: UInt32 = 0,
            token: String = "", backgroundModes: UInt8 = 0, hasUsageDescription: Bool? = nil,
            accessorySetup: AccessorySetup? = nil
        ) {
            (self.version, self.phone, self.app) = (version, phone, app)
            (self.process, self.token, self.backgroundModes) = (process, token, backgroundModes)
            (self.hasUsageDescription, self.accessorySetup) = (hasUsageDescription, accessorySetup)
        }
    }

    /// The `NSAccessorySetup` entries of an Info.plist.
    package struct AccessorySetup: Hashable, Sendable {
        /// `NSAccessorySetupSupports`: bit 0 is `Bluetooth`, bit 1 `WiFi`.
        package var supports: UInt8
        package var services: [BluetoothUUID]
        package var names: [String]
        package var companies: [UInt16]

        package init(
            supports: UInt8 = 0, services: [BluetoothUUID] = [], names: [String] = [],
            companies: [UInt16] = []
        ) {
            (self.supports, self.services) = (supports, services)
            (self.names, self.companies) = (names, companies)
        }
    }

    /// What the server says of the phone.
    package struct Welcome: Hashable, Sendable {
        package var version: UInt16
        /// The phone's name.
        package var phone: String
        /// Whether the app may use Bluetooth, before it has a manager.
        package var authorization: Authorization
        /// What the phone can measure.
        package var nearby: Nearby.Capabilities

        package init(
            version: UInt16 = PortFrame.version, phone: String, authorization: Authorization,
            nearby: Nearby.Capabilities = Nearby.Capabilities()
        ) {
            (self.version, self.phone) = (version, phone)
            (self.authorization, self.nearby) = (authorization, nearby)
        }
    }

    /// Which manager or session is opened.
    package enum Opening: Hashable, Sendable {
        case central(ManagerOptions)
        case peripheral(ManagerOptions)
        case accessories
        case nearby
    }

    /// A question to a port.
    package enum Question: Hashable, Sendable {
        case authorization
        case traits
        case retrieve([PeerIdentifier])
        case retrieveConnected([BluetoothUUID])
        case canSendWriteWithoutResponse(PeerIdentifier)
        case maximumWriteLength(PeerIdentifier, Central.WriteType)
        case mtu(PeerIdentifier)
        case isNotificationSharingAuthorized(PeerIdentifier)
        case hasOpenRequests(PeerIdentifier)
    }

    /// An answer; which one belongs to which call is in the cases.
    package enum Answer: Hashable, Sendable {
        /// To a command.
        case result(CommandResult)
        /// To an update, and to questions with yes and no.
        case flag(Bool)
        case authorization(Authorization)
        case traits(Central.Traits)
        case peers([Central.Peer])
        case number(Int)
        /// The manager is not open, or the question is not one for it.
        case none
    }

    /// What the app of a program may do.
    package enum ProgramState: UInt8, Hashable, Sendable {
        case foreground = 0
        case background = 1
        case suspended = 2
    }
}
