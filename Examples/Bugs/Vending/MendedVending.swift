import CoreBluetooth
import Foundation

/// Keeps the money in an actor, so that nothing is paid twice.
public final class MendedVending: VendingApp {
    private actor Purse {
        private(set) var cents = 100
        private let link: SensorLink

        init(_ link: SensorLink) { self.link = link }

        func pay(_ price: Int) async -> Bool {
            guard cents >= price else { return false }
            cents -= price
            guard await order() else {
                cents += price
                return false
            }
            return true
        }

        private func order() async -> Bool {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { [link] in
                    link.write([1]) { isTaken in continuation.resume(returning: isTaken) }
                }
            }
        }
    }

    private let purse: Purse

    public init() { purse = Purse(SensorLink(to: "FFA0", on: nil)) }

    public var cents: Int { get async { await purse.cents } }

    public func buy() async -> Bool { await purse.pay(60) }
}
