// Generated from Inspector/Page. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

/// The page as text; `Inspector/Page` has its files.
enum PageFiles {
    static var page: String { pageHTML }
    static var style: String { paperCSS + styleCSS + viewsCSS }
    static var scripts: [String] {
        [namesJS, baseJS, readingJS, formatJS, clockJS, deriveJS, modelJS, joinsJS, causesJS, endingsJS, feedJS, queryJS, onscreenJS, filterJS, layoutsJS, layoutslinkJS, packetsJS, errorsJS, dissectJS, linksJS, fieldsJS, aesJS, repeatsJS, sessionsJS, openedvaluesJS, openedJS, keyringJS, inwordsJS, misuseJS, phrasesJS, whyJS, faultsJS, changesJS, findingsJS, afterwardsJS, failureJS, noticesJS, callplaceJS, detailJS, completionJS, searchJS, keysJS, stateJS, liveJS, addressJS, toldJS, keepingJS, conversationJS, dialogueJS, advertsJS, connectionJS, talktextJS, talkdetailJS, talkrowsJS, logtimesJS, logsJS, capturebarJS, rowsJS, rowtextJS, marksJS, lanesJS, chartJS, minimapJS, storyJS, capturefilesJS, exportsJS, paperJS, factsJS, partsJS, trafficJS, placesJS, measuresJS, radioJS, operationsJS, databasesJS, serversJS, knowledgeJS, plotJS, maproomJS, mapzoomJS, mapJS, timebarJS, controlsJS, airJS, gattJS, numbersJS, linkfactsJS, linkboxJS, differenceJS, compareJS, appJS]
    }
}
