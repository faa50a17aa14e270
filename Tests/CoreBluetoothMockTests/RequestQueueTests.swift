@testable import CoreBluetoothMock
import Testing

/// The order in which requests go down.
@Suite struct RequestLineTests {
    @Test("Requests after one that waits for its answer wait too, in order")
    func order() {
        let line = RequestQueue()
        var (log, answers): ([Int], [() -> Void]) = ([], [])
        func ask(_ number: Int) {
            line.enter { done in
                log.append(number)
                answers.append(done)
            }
        }
        func pass(_ number: Int) {
            line.enter { done in
                log.append(number)
                done()
            }
        }
        pass(1)
        ask(2)
        pass(3)
        ask(4)
        pass(5)
        #expect(log == [1, 2] && line.isBusy)
        answers[0]()
        #expect(log == [1, 2, 3, 4] && line.isBusy)
        answers[1]()
        #expect(log == [1, 2, 3, 4, 5] && !line.isBusy)
        pass(6)
        #expect(log.last == 6)
    }

    @Test("Any number of requests may wait: they run one after the other without recursion")
    func many() {
        let line = RequestQueue()
        var (count, answer): (Int, (() -> Void)?) = (0, nil)
        line.enter { answer = $0 }
        for _ in 0..<20_000 {
            line.enter { done in
                count += 1
                done()
            }
        }
        #expect(count == 0)
        answer?()
        #expect(count == 20_000 && !line.isBusy)
    }
}
