import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads texts. All of it runs on the main queue.
final class Downloader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    var onEnd: (URL, Result<String, any Error>) -> Void = { _, _ in }
    private var received: [Int: Data] = [:]
    private var session: URLSession!

    init(configuration: URLSessionConfiguration = .ephemeral) {
        super.init()
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }

    func load(_ url: URL) {
        session.dataTask(with: url).resume()
    }

    func finish() {
        session.finishTasksAndInvalidate()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        received[dataTask.taskIdentifier, default: Data()] += data
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let url = task.originalRequest?.url else { return }
        let data = received.removeValue(forKey: task.taskIdentifier) ?? Data()
        onEnd(url, error.map { .failure($0) } ?? .success(String(decoding: data, as: UTF8.self)))
    }
}
