/// The vendor's SDK. It is a singleton, its initialiser is private, and so is the type of its things.
public class AcmeThingController {
    public static let shared = AcmeThingController()

    private var things = [AcmeThing]()
    private var exploded: Set<String> = []

    private init() {}

    public func scanForAcmeThings() -> [String] {
        things = ["anvil", "rocket skates", "tnt"].filter { !exploded.contains($0) }.map {
            AcmeThing(acmeThingIdentifier: $0)
        }
        return things.map { $0.acmeThingIdentifier }
    }

    /// No regrets, Coyote: what is armed can't be disarmed.
    public func makeReadyToGoPow(acmeThingIdentifier: String) {
        guard let index = index(of: acmeThingIdentifier) else { return }
        things[index].isReadyToGoPow = true
    }

    public func goPow(acmeThingIdentifier: String) {
        guard let index = index(of: acmeThingIdentifier), things[index].isReadyToGoPow else { return }
        things.remove(at: index)
        exploded.insert(acmeThingIdentifier)
    }

    private func index(of identifier: String) -> Int? {
        things.firstIndex { $0.acmeThingIdentifier == identifier }
    }
}

private struct AcmeThing {
    let acmeThingIdentifier: String
    var isReadyToGoPow = false
}
