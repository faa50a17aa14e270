import BluetoothPort
import Dispatch
import Testing

@testable import FaradayClient

@Suite("A machine's driver") struct MachineDriverTests {
    /// A machine that wants numbers, and tells its sum when that has changed.
    struct Numbers: DrivenMachine {
        var outputs: [Int] = []
        var sum = 0
        var isSummed = false
        private var told = 0

        mutating func want(_ number: Int) {
            outputs.append(number)
            sum += number
        }

        mutating func settle() {
            guard isSummed, sum != told else { return }
            told = sum
            outputs.append(-sum)
        }
    }

    @Test("What a machine wants is carried out in order, and what follows from it comes after it")
    func inOrder() {
        let driver = MachineDriver(Numbers())
        var done: [Int] = []
        driver.perform {
            $0.want(1)
            $0.want(2)
        } carryOut: { number in
            done.append(number)
            if number == 1 { driver.change { $0.want(3) } }
        }
        #expect(done == [1, 2, 3])
    }

    @Test("A call out of an output is not nested: its outputs come after that one")
    func notNested() {
        let driver = MachineDriver(Numbers())
        var lines: [String] = []
        func carryOut(_ number: Int) {
            lines.append("begins \(number)")
            if number < 3 {
                driver.perform {
                    $0.want(number + 1)
                } carryOut: {
                    carryOut($0)
                }
            }
            lines.append("ends \(number)")
        }
        driver.perform {
            $0.want(1)
        } carryOut: {
            carryOut($0)
        }
        #expect(lines == ["begins 1", "ends 1", "begins 2", "ends 2", "begins 3", "ends 3"])
    }

    @Test("What follows from several changes is told once, after their outputs")
    func settled() {
        var machine = Numbers()
        machine.isSummed = true
        let driver = MachineDriver(machine)
        var done: [Int] = []
        driver.perform {
            $0.want(1)
            $0.want(2)
        } carryOut: {
            done.append($0)
        }
        driver.perform { _ in
        } carryOut: {
            done.append($0)
        }
        #expect(done == [1, 2, -3])
    }

    @Test("Outputs are carried out outside the lock")
    func outsideTheLock() {
        let driver = MachineDriver(Numbers())
        var sums: [Int] = []
        driver.perform {
            $0.want(5)
        } carryOut: { _ in
            sums.append(driver.look(\.sum))
        }
        #expect(sums == [5] && driver.nextNumber() == 1 && driver.nextNumber() == 2)
    }

    @Test("Of many threads one carries out, and each thread's outputs keep their order")
    func manyThreads() {
        let (threads, each) = (8, 300)
        let driver = MachineDriver(Numbers())
        let done = Lock<(all: [Int], isBusy: Bool, isBroken: Bool)>(([], false, false))
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            for number in 0..<each {
                driver.perform {
                    $0.want(thread * each + number)
                } carryOut: { output in
                    done.withLock { state in
                        state.isBroken = state.isBroken || state.isBusy
                        state.isBusy = true
                        state.all.append(output)
                    }
                    done.withLock { $0.isBusy = false }
                }
            }
        }
        let (all, _, isBroken) = done.withLock { $0 }
        #expect(!isBroken)
        #expect(all.sorted() == Array(0..<threads * each))
        for thread in 0..<threads {
            let own = all.filter { $0 / each == thread }
            #expect(own == own.sorted(), "thread \(thread)")
        }
    }
}
