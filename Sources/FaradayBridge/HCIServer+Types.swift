import BluetoothTypes
import FaradayLive
import FaradaySimulation

extension HCIServer {
    /// The limits of a server.
    public struct Configuration: Hashable, Sendable {
        /// How many clients may be connected at once; the server closes further connections.
        public var maximumClients: Int
        /// How many bytes may wait for a client that does not read; at least 64 KiB.
        ///
        /// When a quarter of that is data, its controller acknowledges no more of it, so that peers keep theirs until
        /// the client reads. When half of it is in use, reports of advertising and of Channel Sounding are dropped. Other
        /// events can't wait elsewhere: the server disconnects a client for which they would be too many.
        public var maximumBufferedBytes: Int
        /// The position of the first client's controller; the others follow in a row.
        public var position: Position
        /// How far the controllers are apart in that row, in metres.
        public var spacing: Double
        /// What the clients' controllers can do in Channel Sounding; nil for nothing.
        ///
        /// ```swift
        /// let configuration = HCIServer.Configuration(spacing: 8, channelSounding: ChannelSoundingRadio())
        /// ```
        public var channelSounding: ChannelSoundingRadio?
        /// Whether the server takes `faraday tell` and `faraday watch` on its ports of this machine: TCP ports of
        /// 127.0.0.1 and ::1, and Unix sockets. A client then gets its controller when it has sent something.
        ///
        /// ```swift
        /// let configuration = HCIServer.Configuration(takesCommands: true)
        /// ```
        public var takesCommands: Bool
        /// Whether the server paces a world that nobody paces. Without it, hosts see a clock that somebody else steps.
        package var pacesWorld = true

        public init(
            maximumClients: Int = 32, maximumBufferedBytes: Int = 1 << 20, position: Position = .origin,
            spacing: Double = 1, channelSounding: ChannelSoundingRadio? = nil,
            takesCommands: Bool = false
        ) {
            self.maximumClients = maximumClients
            self.maximumBufferedBytes = max(maximumBufferedBytes, 1 << 16)
            self.position = position
            self.spacing = spacing
            self.channelSounding = channelSounding
            self.takesCommands = takesCommands
        }
    }

    /// A connected host.
    public struct Client: Hashable, Sendable {
        /// The name of its controller in the world: "client 1", "client 2" …, with the lowest free number.
        public let name: String
        /// The public address of its controller; the next client of the same name has the same.
        public let address: DeviceAddress
        /// The endpoint to which it connected.
        public let endpoint: HCIEndpoint
    }

    /// An event of a server.
    public enum Event: Hashable, Sendable {
        /// The server listens; with the real port, and with the endpoint that a client has to open.
        case listening(HCIEndpoint, reachedBy: HCIEndpoint)
        /// A client has connected, and has a controller.
        case connected(Client)
        /// A client sent data of H4 that no controller here takes, and that is ignored; with its name, once for each
        /// client and kind.
        case ignored(Client, String)
        /// A client does not read, and reports for it are dropped from now on.
        case dropsReports(Client)
        /// A client reads again, for which so many reports were dropped.
        case droppedReports(Client, Int)
        /// A client was disconnected; with the reason.
        case disconnected(Client, Departure)
        /// The maximum number of clients was reached; the server closed a new connection at this endpoint.
        case refused(HCIEndpoint)
        /// A listener cannot accept connections at present; with the system's reason.
        case blocked(HCIEndpoint, String)
    }

    /// The reason why a client was disconnected.
    public enum Departure: Hashable, Sendable {
        /// It closed the connection.
        case hungUp
        /// Its connection failed, with the system's reason.
        case failed(String)
        /// It sent data that is not H4; with the first bytes of that data.
        case lostSync(String)
        /// It does not read its controller's events; more than this many bytes waited.
        case doesNotRead(Int)
        /// The server was stopped.
        case serverStopped
    }
}

extension HCIServer.Departure: CustomStringConvertible {
    /// The reason as text.
    public var description: String {
        switch self {
        case .hungUp: "it closed the connection"
        case .failed(let reason): "its connection failed: \(reason)"
        case .lostSync(let reason): "it sends data that is not H4: \(reason)"
        case .doesNotRead(let bytes): "it does not read, and more than \(bytes) bytes wait for it"
        case .serverStopped: "the server stopped"
        }
    }
}
