/// Why a request or a stream has ended without what was asked for, as a machine says it.
enum RequestFailure: Error, Hashable {
    indirect case client(ClientError)
    /// Its task was cancelled.
    case cancelled

    init(_ error: any Error) { self = (error as? ClientError).map { .client($0) } ?? .cancelled }

    /// The error that app code gets.
    var error: any Error {
        switch self {
        case .client(let error): error
        case .cancelled: CancellationError()
        }
    }
}
