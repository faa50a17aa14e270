import BluetoothPort

/// The requests of a phone's apps that have not been answered yet.
///
/// A link answers a connect. A scan and a subscription are not among them, because they have no end.
package struct OpenRequests {
    private let phone: PhoneModel

    package init(of phone: PhoneModel) { self.phone = phone }

    /// All of them. Those on one link are in the order of the calls.
    package var all: [OpenRequest] {
        var all: [OpenRequest] = []
        _ = visit(countsConnects: true) { request in
            all.append(request())
            return true
        }
        return all
    }

    /// Whether there is any open request; `countsConnects` says whether a connect is one.
    package func isAny(countsConnects: Bool) -> Bool {
        !visit(countsConnects: countsConnects) { _ in false }
    }

    /// Asks each machine for its open requests until `visit` returns false. Returns whether it visited all.
    private func visit(countsConnects: Bool, _ visit: (() -> OpenRequest) -> Bool) -> Bool {
        phone.effects.visitRequests(visit) && phone.router.visitRequests(visit)
            && phone.router.visitConnects(of: phone.managers, countsConnects: countsConnects, visit)
            && phone.channels.visitRequests(visit) && phone.server.visitRequests(visit)
            && phone.advertiser.visitRequests(visit)
    }
}
