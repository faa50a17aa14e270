import SwiftUI

struct DoorbellView: View {
    @ObservedObject var model: DoorbellModel

    var body: some View { Text(model.text) }
}
