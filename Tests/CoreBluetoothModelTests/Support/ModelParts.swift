@testable import CoreBluetoothModel

// Parts of the router of links, as tests look at them.
extension PhoneModel {
    var links: [Link] { router.links.all }
    var peers: PeerMemory { router.peers }
}
