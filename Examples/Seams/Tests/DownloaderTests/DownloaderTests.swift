import Foundation
import Testing

@testable import Downloader

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct DownloaderTests {
    private let url = URL(string: "data:text/plain,hello")!

    @Test func piecesAreOneText() throws {
        let (sessions, session, task) = (URLSessionFactorySpy(), URLSessionSpy(), URLSessionDataTaskSpy())
        sessions.onMakeURLSession.returns(session)
        session.onDataTask.returns(task)
        task.onTaskIdentifier.returns(5)
        task.onOriginalRequest.returns(URLRequest(url: url))
        let downloader = Downloader(sessions: sessions)
        var texts: [String] = []
        downloader.onEnd = { _, result in texts.append((try? result.get()) ?? "") }

        downloader.load(url)
        #expect(session.onDataTask.calls == [url])
        #expect(task.onResume.calls.count == 1)
        for piece in ["hel", "lo"] {
            downloader.urlSession(session, dataTask: task, didReceive: Data(piece.utf8))
        }
        downloader.urlSession(session, task: task, didCompleteWithError: nil)
        #expect(texts == ["hello"])
    }

    @Test func anErrorIsTheEnd() throws {
        let (sessions, session, task) = (URLSessionFactorySpy(), URLSessionSpy(), URLSessionDataTaskSpy())
        sessions.onMakeURLSession.returns(session)
        task.onTaskIdentifier.returns(5)
        task.onOriginalRequest.returns(URLRequest(url: url))
        let downloader = Downloader(sessions: sessions)
        var failures: [URLError.Code?] = []
        downloader.onEnd = { _, result in
            if case .failure(let error) = result { failures.append((error as? URLError)?.code) }
        }
        downloader.urlSession(session, dataTask: task, didReceive: Data("hel".utf8))
        downloader.urlSession(session, task: task, didCompleteWithError: URLError(.networkConnectionLost))
        #expect(failures == [.networkConnectionLost])
    }

    @Test func aRealSessionTellsTheApp() async throws {
        let result = await withCheckedContinuation { continuation in
            let downloader = Downloader()
            downloader.onEnd = { continuation.resume(returning: $1) }
            downloader.load(url)
            downloader.finish()
        }
        #expect(try result.get() == "hello")
    }
}
