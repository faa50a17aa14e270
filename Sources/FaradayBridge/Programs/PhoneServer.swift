import FaradayLive

/// Listens for programs whose phone is here, and serves them until it is stopped.
package final class PhoneServer: Sendable {
    /// What a server allows.
    package struct Limits: Hashable, Sendable {
        /// How many programs may be connected at once.
        package var programs = 1000
        /// How many bytes may wait for a program that does not read.
        package var waitingBytes = 8 << 20
        /// How many programs may be connected that have not said hello.
        package var strangers = 64
        /// How long a program may take to say hello, in milliseconds.
        package var silence: Int64 = 10_000
        /// How many frames a program may send in a second; it is read no faster. What `ProgramSession.receive` returns counts.
        package var framesPerSecond = 50_000
        package init() {}
    }

    /// Where it listens, with the real port.
    package let endpoint: HCIEndpoint
    /// What programs open.
    package let peerEndpoint: HCIEndpoint
    private let service: ListeningService

    /// Listens until `stop`.
    ///
    /// - Parameters:
    ///   - endpoint: Where.
    ///   - desk: Who gives phones to programs. It is called on the server's thread.
    package init(_ endpoint: HCIEndpoint, _ desk: any ProgramDesk, limits: Limits = Limits())
        throws(LiveError)
    {
        let service = try ListeningService(endpoint)
        self.service = service
        (self.endpoint, peerEndpoint) = (service.listener.endpoint, service.listener.peerEndpoint)
        let loop = PhoneServerLoop(service, desk, limits)
        service.start("faraday.phones") { loop.run() }
    }

    /// Ends all connections soon.
    func tellToStop() { service.tellToStop() }

    /// Ends all connections, and waits until the thread has ended. Must not be called from the desk.
    package func stop() { service.stop() }
}
