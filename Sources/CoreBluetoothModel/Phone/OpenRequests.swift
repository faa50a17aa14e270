import BluetoothPort

/// The requests of a phone's apps that have not been answered yet.
///
/// A link answers a connect. A scan and a subscription are not among them, because they have no end. Nothing here keeps the
/// phone: a copy of it would cost more than the question, which runs ask at each look.
package enum OpenRequests {
    /// All of them. Those on one link are in the order of the calls.
    package static func all(of phone: PhoneModel) -> [OpenRequest] {
        var all: [OpenRequest] = []
        _ = visit(phone, countsConnects: true) { request in
            all.append(request())
            return true
        }
        return all
    }

    /// Whether there is any open request; `countsConnects` says whether a connect is one.
    package static func isAny(of phone: PhoneModel, countsConnects: Bool) -> Bool {
        !visit(phone, countsConnects: countsConnects) { _ in false }
    }

    /// Asks each machine for its open requests until `visit` returns false. Returns whether it visited all.
    private static func visit(
        _ phone: PhoneModel, countsConnects: Bool, _ visit: (() -> OpenRequest) -> Bool
    ) -> Bool {
        phone.effects.visitRequests(visit) && phone.router.visitRequests(visit)
            && phone.router.visitConnects(of: phone.managers, countsConnects: countsConnects, visit)
            && phone.channels.visitRequests(visit) && phone.server.visitRequests(visit)
            && phone.advertiser.visitRequests(visit)
    }
}
