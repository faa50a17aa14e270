/// A device file that readers of a report can save.
package struct SavedDevice: Hashable, Sendable {
    /// The name that the device has in the feed, or advertises.
    package var name: String
    /// Its address, as feeds write addresses.
    package var address: String
    /// The content of the file.
    package var text: String

    package init(name: String, address: String, text: String) {
        (self.name, self.address, self.text) = (name, address, text)
    }

    /// The element of a page that has these files.
    static func element(of devices: [SavedDevice]) -> String {
        let objects = devices.map { device in
            var object = JSONObject()
            object.add("name", device.name)
            object.add("address", device.address)
            object.add("text", device.text)
            return object.line
        }
        return DataElement.text(id: "devices", json: JSONObject.list(objects))
    }
}
