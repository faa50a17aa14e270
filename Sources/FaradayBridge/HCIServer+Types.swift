import BluetoothTypes
import FaradayLive
import FaradaySimulation

extension HCIServer {
    /// How much a server gives away.
    public struct Configuration: Hashable, Sendable {
        /// How many clients may be connected at once; who comes then is hung up on.
        public var maximumClients: Int
        /// How many bytes may wait for a client that does not read, before it is dropped; at least 64 KiB.
        public var maximumBufferedBytes: Int
        /// Where the controller of the first client stands; the others follow in a row, a metre apart.
        public var position: Position

        /// Creates a configuration.
        public init(
            maximumClients: Int = 32, maximumBufferedBytes: Int = 1 << 20, position: Position = .origin
        ) {
            self.maximumClients = maximumClients
            self.maximumBufferedBytes = max(maximumBufferedBytes, 1 << 16)
            self.position = position
        }
    }

    /// A host that is connected.
    public struct Client: Hashable, Sendable {
        /// The name of its controller in the world: "client 1", "client 2" …, the lowest that is free.
        public let name: String
        /// The public address of its controller; the next client of the same name has the same.
        public let address: DeviceAddress
        /// Where it came in.
        public let endpoint: HCIEndpoint
    }

    /// What happens at a server.
    public enum Event: Hashable, Sendable {
        /// Clients may come; with the real port, and with what a client opens to come here.
        case listening(HCIEndpoint, reachedBy: HCIEndpoint)
        /// A client has connected, and has a controller.
        case connected(Client)
        /// A client is gone, and why.
        case disconnected(Client, Departure)
        /// There were as many clients as may be; who came here was hung up on.
        case refused(HCIEndpoint)
        /// A listener can't take connections for the moment, for the system's reason.
        case blocked(HCIEndpoint, String)
    }

    /// Why a client is no longer there.
    public enum Departure: Hashable, Sendable {
        /// It closed the connection.
        case hungUp
        /// Its connection failed, with the system's reason.
        case failed(String)
        /// What it sends is not H4; with its first bytes that are not.
        case lostSync(String)
        /// It does not read what its controller has to say; more than so many bytes waited.
        case doesNotRead(Int)
        /// The server was stopped.
        case serverStopped
    }
}

extension HCIServer.Departure: CustomStringConvertible {
    /// Why the client is gone, in words.
    public var description: String {
        switch self {
        case .hungUp: "it closed the connection"
        case .failed(let reason): "its connection failed: \(reason)"
        case .lostSync(let reason): "it sends what is not H4: \(reason)"
        case .doesNotRead(let bytes): "it does not read, and more than \(bytes) bytes wait for it"
        case .serverStopped: "the server stopped"
        }
    }
}
