import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads texts. All of it runs on the main queue.
final class Downloader: URLSessionDataDelegateProtocol {
    var onEnd: (URL, Result<String, any Error>) -> Void = { _, _ in }
    private var received: [Int: Data] = [:]
    private var session: (any URLSessionProtocol)!

    /// The session is made with its delegate, so the app is given what makes sessions.
    init(
        sessions: any URLSessionFactory = URLSessionFactoryProxy(),
        configuration: URLSessionConfiguration = .ephemeral
    ) {
        session = sessions.makeURLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }

    func load(_ url: URL) {
        session.dataTask(with: url).resume()
    }

    func finish() {
        session.finishTasksAndInvalidate()
    }

    func urlSession(
        _ session: any URLSessionProtocol, dataTask: any URLSessionDataTaskProtocol, didReceive data: Data
    ) {
        received[dataTask.taskIdentifier, default: Data()] += data
    }

    func urlSession(
        _ session: any URLSessionProtocol, task: any URLSessionTaskProtocol,
        didCompleteWithError error: (any Error)?
    ) {
        guard let url = task.originalRequest?.url else { return }
        let data = received.removeValue(forKey: task.taskIdentifier) ?? Data()
        onEnd(url, error.map { .failure($0) } ?? .success(String(decoding: data, as: UTF8.self)))
    }
}
