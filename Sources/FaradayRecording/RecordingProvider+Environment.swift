import BluetoothPort

extension RecordingProvider {
    /// The file of the process, which `FARADAY_RECORD` names; it is made when the first manager is.
    private static let processFile: RecordingFile? = {
        guard let name = System.variable("FARADAY_RECORD") else { return nil }
        do throws(RecordingFile.Problem) {
            return try RecordingFile(path: place(of: name))
        } catch {
            System.complain("Faraday: \(error)")
            return nil
        }
    }()

    /// The provider that records to the file that the environment variable `FARADAY_RECORD` names; `provider` itself without
    /// that variable, if it is a simulation, or if it records already.
    public static func fromEnvironment(wrapping provider: any PortProvider) -> any PortProvider {
        guard provider.simulation == nil, !(provider is RecordingProvider), let file = processFile else {
            return provider
        }
        return RecordingProvider(provider, to: file)
    }

    /// The port that `body` opens for the sink it gets, recorded as `FARADAY_RECORD` says: for phones that record by themselves.
    package static func openFromEnvironment(
        _ sink: any CentralSink, _ body: (any CentralSink) -> any CentralPort
    ) -> any CentralPort {
        guard let file = processFile else { return body(sink) }
        return open(sink, to: file, clock: nil, body)
    }

    /// Apps on devices have no current folder: there a relative path is in their Documents, which an Apple TV does not have.
    private static func place(of name: String) -> String {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        guard !name.hasPrefix("/"), let home = System.variable("HOME") else { return name }
        #if os(tvOS)
        return home + "/Library/Caches/" + name
        #else
        return home + "/Documents/" + name
        #endif
        #else
        return name
        #endif
    }
}
