// Generated from Inspector/Page/style.css. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let styleCSS = #"""
:root {
--ground: #f6f6f4; --panel: #ffffff; --raised: #fbfbfa; --text: #1b1f24; --muted: #57606a; --line: #dfe2e6; --line-strong: #c3c8cf;
--accent: #1f57c8; --accent-ground: #e6eefc; --hover: #f0f3f8; --focus: #1f57c8;
--app: #5b3fc4; --world: #0b6e5f; --hci: #8a5a00; --air: #1766b5; --noise: #8b949e;
--fail: #b3261e; --fail-ground: #fdecea; --misuse: #a34200; --misuse-ground: #fff1e5; --fault: #8a2a8f; --fault-ground: #faeafb;
--note: #57606a; --note-ground: #eef0f2; --good: #1a7338;
--mark: #fff2a8; --shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 4px 16px rgb(0 0 0 / 8%);
--lane: #e8eaee; --link-0: #2f7bd9; --link-1: #1b8f6a; --link-2: #b0671c; --link-3: #9a4bb5; --link-4: #b8405f;
--mono: ui-monospace, "SF Mono", "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
--sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) {
--ground: #12151a; --panel: #191d23; --raised: #1e232a; --text: #e7eaee; --muted: #a0a9b4; --line: #2b313a; --line-strong: #414a56;
--accent: #8ab4ff; --accent-ground: #1d2f4d; --hover: #222831; --focus: #8ab4ff;
--app: #b5a2ff; --world: #5fd0b8; --hci: #e3b15c; --air: #7ebcf7; --noise: #78828e;
--fail: #ff9a90; --fail-ground: #3a1b1a; --misuse: #ffb27a; --misuse-ground: #38240f; --fault: #eba1ef; --fault-ground: #351d38;
--note: #a0a9b4; --note-ground: #262c34; --good: #7bd493;
--mark: #5d5312; --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 6px 20px rgb(0 0 0 / 40%);
--lane: #2a3038; --link-0: #6aa5f0; --link-1: #4fc39a; --link-2: #e09a4e; --link-3: #c98be0; --link-4: #e8809b;
} }
:root[data-theme="dark"] {
--ground: #12151a; --panel: #191d23; --raised: #1e232a; --text: #e7eaee; --muted: #a0a9b4; --line: #2b313a; --line-strong: #414a56;
--accent: #8ab4ff; --accent-ground: #1d2f4d; --hover: #222831; --focus: #8ab4ff;
--app: #b5a2ff; --world: #5fd0b8; --hci: #e3b15c; --air: #7ebcf7; --noise: #78828e;
--fail: #ff9a90; --fail-ground: #3a1b1a; --misuse: #ffb27a; --misuse-ground: #38240f; --fault: #eba1ef; --fault-ground: #351d38;
--note: #a0a9b4; --note-ground: #262c34; --good: #7bd493;
--mark: #5d5312; --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 6px 20px rgb(0 0 0 / 40%);
--lane: #2a3038; --link-0: #6aa5f0; --link-1: #4fc39a; --link-2: #e09a4e; --link-3: #c98be0; --link-4: #e8809b;
color-scheme: dark;
}
:root[data-theme="light"] { color-scheme: light; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; background: var(--ground); color: var(--text); font: 13px/1.45 var(--sans); overflow: hidden; }
h1, h2, h3, p { margin: 0; font: inherit; }
h2 { font-weight: 600; font-size: 14px; }
h3 { font-weight: 600; font-size: 11px; letter-spacing: .04em; text-transform: uppercase; color: var(--muted); }
button, input, select { font: inherit; color: inherit; }
button, select, input { border: 1px solid var(--line-strong); border-radius: 6px; background: var(--panel); padding: 3px 9px; min-height: 28px; }
button { cursor: pointer; }
button:hover { background: var(--hover); }
button.quiet { border-color: transparent; background: none; color: var(--muted); }
button.quiet:hover { background: var(--hover); color: var(--text); }
button[aria-pressed="true"] { background: var(--accent-ground); border-color: var(--accent); color: var(--accent); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
code, .mono { font-family: var(--mono); font-size: 12px; }
.muted { color: var(--muted); }
.skip { position: absolute; left: -99em; top: 4px; z-index: 9; background: var(--panel); padding: 6px 12px; }
.skip:focus { left: 4px; }
.only-read { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#top { display: flex; align-items: center; gap: 10px; padding: 0 12px; min-height: 48px; background: var(--panel); border-bottom: 1px solid var(--line); }
.mark { color: var(--accent); flex: none; }
.titles { min-width: 0; flex: 0 1 auto; }
#title { font-weight: 650; font-size: 14px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
#subtitle { color: var(--muted); font-size: 12px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
#tabs { display: flex; gap: 2px; align-self: stretch; margin: 0 auto; }
.tab { border: 0; border-radius: 0; background: none; padding: 0 14px; color: var(--muted); border-bottom: 2px solid transparent; border-top: 2px solid transparent; }
.tab[aria-selected="true"] { color: var(--text); border-bottom-color: var(--accent); font-weight: 600; }
.buttons { display: flex; gap: 2px; }
#body { flex: 1; display: flex; min-height: 0; }
#view { flex: 1; min-width: 0; display: flex; }
#view:focus { outline: none; }
.view { flex: 1; min-width: 0; min-height: 0; display: flex; flex-direction: column; overflow: auto; }
#foot { display: flex; justify-content: space-between; gap: 12px; padding: 0 12px; color: var(--muted); font-size: 12px; background: var(--panel); border-top: 1px solid var(--line); }
#foot span:not(:empty) { padding: 3px 0; }
:root { --air-ground: #eef5fb; --minimap-low: #d5dae1; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --air-ground: #1a242f; --minimap-low: #39424e; } }
:root[data-theme="dark"] { --air-ground: #1a242f; --minimap-low: #39424e; }
.story { overflow: hidden; }
.storybar { display: flex; align-items: center; gap: 10px; padding: 6px 12px; background: var(--panel); border-bottom: 1px solid var(--line); flex: none; }
.levels { display: flex; }
.levels button { border-radius: 0; margin-left: -1px; padding: 2px 10px; position: relative; }
.levels button:first-child { border-radius: 6px 0 0 6px; }
.levels button:last-child { border-radius: 0 6px 6px 0; }
.levels button[aria-pressed="true"] { z-index: 1; }
.spring { flex: 1; }
.summary { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.minimap { display: block; height: 44px; background: var(--panel); border-bottom: 1px solid var(--line); cursor: pointer; touch-action: none; flex: none; }
.mapbox { position: relative; flex: none; }
.maplabel { position: absolute; top: 9px; max-width: 48%; padding: 2px 8px; font-size: 12px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; pointer-events: none; background: var(--panel); color: var(--text); border: 1px solid var(--line); border-radius: 5px; z-index: 2; }
.heads { position: relative; height: 26px; background: var(--raised); border-bottom: 1px solid var(--line); flex: none; overflow: hidden; }
.head { position: absolute; top: 4px; transform: translateX(-50%); font-size: 11px; font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--text); }
.head.app { color: var(--app); } .head.air { color: var(--air); }
.rowbox { position: relative; flex: 1; min-height: 0; background: var(--panel); }
.rows { position: absolute; inset: 0; overflow-y: scroll; overflow-x: hidden; contain: strict; }
.rows:focus-visible { outline-offset: -2px; }
.spacer { position: relative; min-height: 100%; }
.lanes { position: absolute; top: 0; pointer-events: none; }
.row { position: absolute; left: 0; right: 0; top: 0; height: 24px; display: flex; align-items: center; gap: 8px; padding: 0 calc(var(--lanes, 0px) + 6px) 0 12px; cursor: default; white-space: nowrap; border-left: 3px solid transparent; contain: strict; }
.row:hover { background: var(--hover); }
.row .time { font: 11.5px var(--mono); color: var(--muted); flex: none; width: 88px; text-align: right; }
.row .who { flex: none; width: 104px; overflow: hidden; text-overflow: ellipsis; color: var(--muted); }
.row .text { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.row .more { flex: 0 2 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; font-size: 12px; }
.row .badge { flex: none; font-size: 11px; font-weight: 600; border-radius: 9px; padding: 0 7px; line-height: 17px; background: var(--note-ground); color: var(--note); }
.row .badge:empty, .row .more:empty { display: none; }
.row.port.down .text { color: var(--app); font-weight: 550; }
.row.port.up .text { color: var(--text); }
.row.world .text { color: var(--world); }
.row.hci .text, .row.air .text { font: 12px var(--mono); }
.row.hci .text { color: var(--hci); } .row.air .text { color: var(--air); }
.row.span .text { color: var(--text); }
.row.gap { color: var(--muted); font-size: 12px; }
.row.gap .text::before { content: "⋯  "; }
.row.error .badge, .row.fail .badge { background: var(--fail-ground); color: var(--fail); }
.row.error .text { color: var(--fail); }
.row.misuse { background: var(--misuse-ground); border-left-color: var(--misuse); } .row.misuse .badge { background: var(--misuse); color: var(--panel); }
.row.fault { background: var(--fault-ground); border-left-color: var(--fault); } .row.fault .badge { background: var(--fault); color: var(--panel); }
.row.note { background: var(--note-ground); border-left-color: var(--note); } .row.note .badge { background: var(--note); color: var(--panel); }
.row.fail { background: var(--fail-ground); border-left-color: var(--fail); } .row.fail .badge { background: var(--fail); color: var(--panel); }
.row.failed .text { font-weight: 600; color: var(--fail); }
.row.fold .badge { cursor: pointer; }
.row.selected { background: var(--accent-ground); border-left-color: var(--accent); }
.row.active { box-shadow: inset 0 0 0 1px var(--accent); }
.row.cause { box-shadow: inset 3px 0 0 var(--accent); }
.empty { position: absolute; top: 30%; width: 100%; text-align: center; color: var(--muted); }
#notices { padding: 6px 12px; background: var(--raised); border-bottom: 1px solid var(--line); flex: none; }
#notices p { margin: 0; padding-left: 8px; border-left: 3px solid var(--accent); }
#notices p + p { margin-top: 4px; }
#failures { padding: 10px 12px; display: grid; gap: 8px; background: var(--fail-ground); border-bottom: 1px solid var(--fail); max-height: 42vh; overflow: auto; flex: none; grid-template-columns: minmax(0, 1fr); }
.failuretop { display: flex; align-items: baseline; gap: 8px; flex-wrap: wrap; }
.failuretop h2 { font-size: 15px; font-weight: 650; color: var(--fail); overflow-wrap: anywhere; }
.failed-mark { display: inline-grid; place-items: center; width: 18px; height: 18px; border-radius: 50%; background: var(--fail); color: var(--panel); font-size: 11px; font-weight: 700; align-self: center; }
.failure .place { color: var(--muted); }
.failure .when { color: var(--accent); padding: 0 6px; min-height: 24px; }
.failure pre.more { margin: 2px 0 0 26px; font: 12px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.failurelists { display: flex; flex-wrap: wrap; gap: 6px 32px; margin: 6px 0 0 26px; }
.failurelists ul { margin: 2px 0 0; padding-left: 16px; }
.failurelists li { max-width: 100ch; overflow-wrap: anywhere; }
.replay { display: flex; align-items: center; gap: 8px; margin: 6px 0 0 26px; min-width: 0; }
.replay > .muted { white-space: nowrap; }
.replay code { background: var(--panel); border: 1px solid var(--line); border-radius: 5px; padding: 2px 8px; overflow-x: auto; white-space: nowrap; min-width: 0; }
.copy { min-height: 24px; padding: 0 8px; }
#search { display: flex; flex-wrap: wrap; gap: 8px; padding: 6px 12px; background: var(--panel); border-bottom: 1px solid var(--line); flex: none; }
#search .queryline { position: relative; flex: 1; min-width: 0; display: flex; }
#search input { flex: 1; min-width: 0; }
#search input[aria-invalid] { border-color: var(--fail); }
#queryproblem { flex-basis: 100%; margin: 0; font-size: 12px; overflow-wrap: anywhere; }
#queryproblem code { white-space: pre-wrap; } #queryproblem mark { background: var(--fail); color: var(--panel); border-radius: 2px; padding: 0 1px; }
#completion { position: absolute; z-index: 30; top: 100%; left: 0; right: 0; max-width: 560px; max-height: 300px; overflow: auto; margin: 2px 0 0; padding: 4px; list-style: none; background: var(--raised); border: 1px solid var(--line-strong); border-radius: 6px; box-shadow: var(--shadow); }
#completion li { display: flex; gap: 12px; justify-content: space-between; padding: 4px 8px; border-radius: 4px; cursor: pointer; }
#completion li b { font-weight: 550; overflow-wrap: anywhere; } #completion li span { color: var(--muted); text-align: right; }
#completion li[aria-selected="true"], #completion li:hover { background: var(--accent-ground); }
#search select { max-width: 180px; min-width: 0; }
#search .export { width: 96px; }
#search input::placeholder { color: var(--muted); opacity: 1; }
#detail { flex: none; width: min(430px, 42vw); overflow: auto; background: var(--panel); border-left: 1px solid var(--line); }
#detail section, .facts { padding: 10px 14px; margin: 0; border-top: 1px solid var(--line); }
.detailhead { display: grid; grid-template-columns: 1fr auto; gap: 2px 8px; padding: 10px 8px 10px 14px; position: sticky; top: 0; background: var(--panel); z-index: 1; }
.detailhead h2 { grid-column: 1 / -1; grid-row: 2; overflow-wrap: anywhere; font-weight: 600; padding-right: 6px; }
.detailhead .close { grid-column: 2; grid-row: 1; }
.layer { justify-self: start; align-self: center; font-size: 11px; font-weight: 700; letter-spacing: .03em; text-transform: uppercase; }
.layer.port { color: var(--app); } .layer.world { color: var(--world); } .layer.hci { color: var(--hci); } .layer.air { color: var(--air); }
.facts { display: grid; grid-template-columns: 92px 1fr; gap: 2px 10px; }
.callplace a { color: var(--accent); }
.facts dt { color: var(--muted); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.open { color: var(--fail); font-weight: 600; }
.chain, .floors { list-style: none; margin: 6px 0 0; padding: 0; position: relative; }
.chain li { position: relative; padding-left: 16px; }
.chain li::before { content: ""; position: absolute; left: 3px; top: 0; bottom: 0; width: 2px; background: var(--line-strong); }
.chain li::after { content: ""; position: absolute; left: 0; top: 10px; width: 8px; height: 8px; border-radius: 50%; background: var(--accent); }
.step { display: block; width: 100%; text-align: left; border: 0; background: none; padding: 3px 6px; min-height: 0; border-radius: 5px; }
.step:hover { background: var(--hover); }
.step .word { display: block; color: var(--muted); font-size: 12px; }
.step .line { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
.step .time { font: 11px var(--mono); color: var(--muted); } .step .who { color: var(--muted); }
.step .line.port .text { color: var(--app); } .step .line.world .text { color: var(--world); } .step .line.hci .text { color: var(--hci); } .step .line.air .text { color: var(--air); }
.floors .step { display: flex; justify-content: space-between; } .floors .step:hover { background: var(--hover); }
.step .word { font-size: 13px; color: var(--text); }
.step[aria-current] { background: var(--accent-ground); }
.fields { margin: 6px 0 10px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.field { display: grid; grid-template-columns: minmax(100px, 34%) minmax(56px, 22%) 1fr; gap: 8px; padding: 2px 8px 2px calc(8px + 12px * var(--depth, 0)); border-top: 1px solid var(--line); font-size: 12px; }
.field:first-child { border-top: 0; }
.field .name { overflow-wrap: anywhere; } .field .value { font: 11.5px/1.5 var(--mono); color: var(--accent); overflow-wrap: anywhere; } .field .meaning { color: var(--muted); overflow-wrap: anywhere; }
.field.group { background: var(--raised); } .field.group .name { font-weight: 600; } .field.group { grid-template-columns: auto 1fr; } .field.group .value { display: none; }
.field.bad .name, .field.bad .meaning { color: var(--fail); }
.field.marked { background: var(--accent-ground); }
.field:focus-visible { outline-offset: -2px; }
.bytehead { display: flex; justify-content: space-between; align-items: center; }
.bytes { display: grid; grid-template-columns: 44px repeat(16, 1fr); gap: 1px 0; font: 11.5px/1.6 var(--mono); }
.offset { color: var(--muted); } .byte { text-align: center; border-radius: 3px; }
.byte.marked { background: var(--mark); }
dialog { border: 1px solid var(--line-strong); border-radius: 10px; background: var(--panel); color: var(--text); box-shadow: var(--shadow); max-width: min(620px, 94vw); max-height: 86vh; padding: 16px 20px; }
dialog::backdrop { background: rgb(0 0 0 / 35%); }
.helphead { display: flex; justify-content: space-between; }
dialog h3 { margin-top: 14px; }
.keys { display: grid; grid-template-columns: minmax(120px, 210px) 1fr; gap: 4px 14px; margin: 6px 0; }
.keys dd { margin: 0; }
kbd { font: 12px var(--mono); background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: 1px 6px; }
@media (max-width: 720px) {
#top { flex-wrap: wrap; padding: 4px 8px 0; gap: 4px 8px; }
.titles { flex: 1; }
#tabs { order: 3; width: 100%; min-height: 34px; overflow-x: auto; margin: 0; } .tab { padding: 0 10px; flex: none; }
#search { flex-wrap: wrap; padding: 6px 8px; } #search .queryline { flex-basis: 100%; } #search select { flex: 1; }
#body { flex-direction: column; }
#detail { width: auto; max-height: 48%; border-left: 0; border-top: 1px solid var(--line-strong); }
.storybar { padding: 6px 8px; flex-wrap: wrap; gap: 4px 6px; } .storybar .spring { display: none; } .storybar .summary { display: none; } .levels button { padding: 2px 7px; }
.row { padding-left: 4px; gap: 6px; } .row .who { display: none; } .row .time { width: 62px; overflow: hidden; text-align: left; } .row .more { display: none; }
#failures { padding: 8px; max-height: 34vh; } .failure pre.more, .failurelists, .replay { margin-left: 0; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important; } }
@media (forced-colors: active) { .row.selected, .field.marked { outline: 2px solid Highlight; outline-offset: -2px; } }
#livebar { display: flex; align-items: center; gap: 6px; }
.state { font-weight: 600; white-space: nowrap; } .state::before { content: "●"; margin-right: 5px; color: var(--good); }
.state.paused::before, .state.waits::before { color: var(--misuse); } .state.lost::before, .state.ended::before, .state.connecting::before, .state.reading::before { color: var(--muted); }
.row.before { box-shadow: inset 0 -2px 0 var(--accent); }
.layerline { display: flex; align-items: center; gap: 6px; } .layerline button { min-height: 24px; padding: 0 6px; color: var(--accent); }
.layer { font-size: 11px; }
@media (max-width: 720px) {
body:has(#detail:not([hidden])) #failures { max-height: 62px; }
body:has(#detail:not([hidden])) .minimap { display: none; }
#detail { max-height: 56%; } .head { font-size: 10px; text-overflow: clip; }
}
.row.unanswered .badge { background: var(--fail); color: var(--panel); }
.row.ending .text { color: var(--fail); font-style: italic; }
.row.ended .text, .row.ended .time { color: var(--muted); }
.row.gap { cursor: pointer; }
.row.note { border-top: 1px solid var(--note); } .row.note .text { font-style: italic; font-weight: 600; color: var(--note); }
.notable { margin: 4px 0 0 26px; padding-left: 16px; }
.notable .when { text-align: left; white-space: normal; }
.failuretop h2 { cursor: pointer; }
@media (max-width: 720px) { .notable { margin-left: 0; } }
.row.talk .text { color: var(--text); } .row.talk.connect .text, .row.talk.end .text { font-weight: 550; } .row.talk.advert .text, .row.talk.radio .text, .row.talk.terms .text, .row.talk.secret .text, .row.talk.other .text { color: var(--muted); }
.row.talk.pairing .text { color: var(--world); } .row.talk.error .text { color: var(--fail); }
.row.log { background: var(--raised); } .row.log .text { font: 12px var(--mono); white-space: pre; color: var(--text); } .row.log.bad .text { color: var(--fail); } .row.log.odd .text { color: var(--misuse); }
body[data-clock="day"] .row .time { width: 106px; }
.capturebar { display: flex; gap: 6px; flex: none; } .capturebar select { max-width: 150px; } .storybar > button, .capturebar button { white-space: nowrap; padding-left: 6px; padding-right: 6px; }
.said summary { cursor: pointer; color: var(--muted); } .said p { overflow-wrap: anywhere; }
@media (min-width: 721px) { .storybar { flex-wrap: wrap; row-gap: 4px; } .storybar .summary { flex: 0 1 auto; min-width: 0; } }
.logs { border-bottom: 1px solid var(--line); background: var(--raised); padding: 4px 12px; max-height: 30vh; overflow-y: auto; flex: none; }
.logline { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; } .logline .told { flex: 1 1 240px; } .shift { width: 92px; }
@media (max-width: 720px) { body[data-clock="day"] .row .time { width: 92px; font-size: 10px; } .logs { padding: 4px 8px; } }
@media (max-width: 420px) { .levels button { padding: 2px 4px; font-size: 12px; } }
#spoken { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.failure { position: relative; } .failuretop { padding-left: 26px; } .failed-mark { position: absolute; left: 0; top: 2px; } .failuretop .when { margin-left: -6px; }
.notable { list-style: none; padding-left: 0; } .notable li { position: relative; padding-left: 10px; } .notable li::before { content: "\2022"; position: absolute; left: 0; top: 2px; }
body:not([data-view="story"]) .failure > :not(.failuretop) { display: none; } body:not([data-view="story"]) #failures { padding-top: 6px; padding-bottom: 6px; }
@media (max-width: 1100px) { #search select:not(.export) { max-width: 132px; } }
@media (max-width: 900px) and (min-width: 721px) { .tab { padding: 0 9px; } }
@media (max-width: 720px) {
#search .queryline { flex-basis: calc(100% - 104px); } #search .export { order: 1; flex: none; } #search select:not(.export) { order: 2; flex: 1 1 26%; width: 0; max-width: none; padding: 3px 4px; font-size: 12px; } #search > button, #queryproblem { order: 3; }
.failure { padding-top: 0; } .notable, .failurelists, .replay { margin-left: 10px; } .head { letter-spacing: -.3px; }
}

"""#
}
