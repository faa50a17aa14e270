import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Connection events: links of the phone, whoever's they are (ledger 3.35).
extension PhoneModel {
    mutating func registerForConnectionEvents(_ index: Int, _ match: Central.ConnectionEventMatch?) {
        centrals[index].connectionEvents = match
    }
}
