// Generated from Inspector/Page/views.css. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let viewsCSS = #"""
:root {
--views-series-1: #1f6fd6; --views-series-2: #c2410c; --views-series-3: #0f7b5f; --views-series-4: #8a3fb0;
--views-series-5: #a16207; --views-series-6: #b8325a; --views-series-7: #0e7490; --views-series-8: #5b6470;
}
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) {
--views-series-1: #6aa9ff; --views-series-2: #ff9a62; --views-series-3: #4fcaa2; --views-series-4: #cf9af0;
--views-series-5: #e3bd5a; --views-series-6: #f58aa9; --views-series-7: #5fd0e6; --views-series-8: #a3adb9;
} }
:root[data-theme="dark"] {
--views-series-1: #6aa9ff; --views-series-2: #ff9a62; --views-series-3: #4fcaa2; --views-series-4: #cf9af0;
--views-series-5: #e3bd5a; --views-series-6: #f58aa9; --views-series-7: #5fd0e6; --views-series-8: #a3adb9;
}
.views { flex: 1; min-height: 0; min-width: 0; display: flex; flex-direction: column; }
.views-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; padding: 8px 14px; border-bottom: 1px solid var(--line); background: var(--panel); }
.views-field { display: inline-flex; align-items: center; gap: 6px; color: var(--muted); }
.views-field select, .views-field input { color: var(--text); }
.views-note { color: var(--muted); font-size: 12px; max-width: 78em; }
.views-card { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; min-width: 0; display: flex; flex-direction: column; gap: 8px; }
.views-title { font-weight: 600; font-size: 11px; letter-spacing: .04em; text-transform: uppercase; color: var(--muted); margin-bottom: 2px; }
.views figcaption, .views-card > figcaption { display: flex; justify-content: space-between; align-items: center; gap: 8px; font-size: 13px; }
.views button.views-link { border: 0; background: none; padding: 1px 3px; margin: -1px -3px; min-height: 24px; color: var(--accent); text-align: left; border-radius: 4px; font-variant-numeric: tabular-nums; }
.views button.views-link:hover { text-decoration: underline; background: none; }
.views button.views-link[aria-pressed="true"] { font-weight: 650; }
.views-scroll { overflow: auto; max-height: 22rem; min-width: 0; }
.views-table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.views-table caption { text-align: left; color: var(--muted); font-size: 12px; padding: 0 0 4px; }
.views-table th, .views-table td { text-align: left; vertical-align: top; padding: 4px 10px 4px 0; border-top: 1px solid var(--line); font-weight: 400; }
.views-table thead th { border-top: 0; color: var(--muted); font-size: 12px; font-weight: 500; white-space: nowrap; position: sticky; top: 0; background: var(--panel); }
.views-table code { overflow-wrap: anywhere; }
.views-plots { flex: 1; min-height: 0; overflow: auto; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 12px; padding: 12px 14px; align-content: start; }
.views-plot { margin: 0; display: flex; flex-direction: column; gap: 6px; min-width: 0; }
.views-drawing { position: relative; min-width: 0; }
.views-drawing svg { display: block; }
.views-legend { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0; padding: 0; font-size: 12px; color: var(--muted); }
.views-legend li { display: flex; align-items: center; gap: 6px; }
.views-swatch { width: 10px; height: 10px; border-radius: 3px; flex: none; }
.views-axis { fill: var(--muted); font: 11px var(--sans); font-variant-numeric: tabular-nums; }
.views-grid { stroke: var(--line); stroke-width: 1; }
.views-base { stroke: var(--line-strong); stroke-width: 1; }
.views-line { fill: none; stroke: var(--line); stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
.views-dots { fill: none; stroke: var(--line); stroke-width: 4; stroke-linecap: round; opacity: .75; }
.views-cursor { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 4 3; pointer-events: none; }
.views-mark { fill: var(--panel); stroke: var(--text); stroke-width: 2; pointer-events: none; }
.views-tip { position: absolute; pointer-events: none; background: var(--raised); color: var(--text); border: 1px solid var(--line-strong); border-radius: 6px; box-shadow: var(--shadow); padding: 3px 8px; font-size: 12px; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.views-strip { display: block; }
.views-stripmark { fill: var(--views-series-1); fill-opacity: .55; }
.views-barrow { display: grid; grid-template-columns: 9em 1fr; align-items: center; gap: 8px; padding: 2px 0; }
.views-barline { display: flex; height: 12px; background: var(--lane); border-radius: 4px; overflow: hidden; }
.views-stack { display: flex; flex-direction: column; gap: 12px; min-width: 0; }
.views-numbers .views-scroll { max-height: 30rem; }
.views-gatt { flex-direction: row; }
.views-nodes { flex: none; width: 196px; overflow: auto; padding: 12px; border-right: 1px solid var(--line); background: var(--panel); display: flex; flex-direction: column; gap: 4px; }
.views-node { flex: none; display: flex; flex-direction: column; align-items: flex-start; text-align: left; padding: 6px 10px; border-color: transparent; background: none; }
.views-node strong { font-weight: 550; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.views-node small { color: var(--muted); }
.views-node[aria-pressed="true"] small { color: inherit; }
.views-content { flex: 1; min-width: 0; overflow: auto; padding: 12px 14px; display: flex; flex-direction: column; gap: 12px; }
.views-head { display: flex; align-items: baseline; gap: 10px; flex-wrap: wrap; }
.views-columns { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 12px; align-items: start; }
.views-side { display: flex; flex-direction: column; gap: 12px; min-width: 0; }
.views-columns .views-scroll { max-height: none; }
.views-side .views-scroll { max-height: 20rem; }
.views-service caption { display: table-caption; color: var(--text); padding-top: 6px; }
.views-service caption strong { margin-right: 8px; font-weight: 600; font-size: 13px; }
.views-service .muted { font-size: 12px; }
.views-service td { overflow-wrap: break-word; }
.views-chosen th, .views-chosen td { background: var(--accent-ground); }
.views-chip { display: inline-block; border: 1px solid var(--line-strong); border-radius: 999px; padding: 0 7px; margin: 0 4px 3px 0; font-size: 11px; white-space: nowrap; }
.views-badge { color: var(--good); font-size: 12px; }
.views-descriptor th { padding-left: 18px; color: var(--muted); }
@media (max-width: 900px) {
.views-columns { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 640px) {
.views-gatt { flex-direction: column; overflow: auto; }
.views-nodes { width: auto; flex-direction: row; border-right: 0; border-bottom: 1px solid var(--line); padding: 8px; }
.views-nodes h2 { display: none; }
.views-node { max-width: 60vw; }
.views-gatt .views-content { overflow: visible; flex: none; }
.views-plots { padding: 8px; gap: 8px; }
.views-content { padding: 8px; }
.views-barrow { grid-template-columns: 6em 1fr; }
}
.views-air { flex-direction: row; }
.views-mapside { flex: 1; min-width: 0; min-height: 0; display: flex; flex-direction: column; }
.views-stage { flex: 1; min-height: 0; position: relative; display: flex; background: var(--panel); }
.views-map { flex: 1; min-width: 0; width: 100%; height: 100%; display: block; user-select: none; touch-action: none; }
.views-maplegend { position: absolute; left: 12px; top: 10px; background: color-mix(in srgb, var(--panel) 88%, transparent); border-radius: 6px; padding: 4px 8px; pointer-events: none; max-width: 60%; }
.views-maplegend[hidden] { display: none; }
.views-zoom { position: absolute; right: 10px; top: 8px; display: flex; gap: 4px; } .views-stage:has(.views-tray:not([hidden])) .views-zoom { right: 158px; }
.views-zoom button { min-width: 30px; padding: 2px 8px; }
.views-key { width: 22px; height: 0; border-top: 2px dashed var(--muted); flex: none; }
.views-key.link { border-top: 5px solid var(--views-series-1); border-radius: 3px; }
.views-key.heard { border-top: 2px dashed var(--air); }
.views-key.ring { border-top: 1px dotted var(--muted); }
.views-maplink { fill: none; stroke: var(--line); stroke-width: 6; stroke-linecap: round; opacity: .8; }
.views-heard { fill: none; stroke: var(--air); stroke-width: 1.6; stroke-dasharray: 5 4; opacity: .75; }
.views-range { fill: var(--accent); fill-opacity: .05; stroke: var(--accent); stroke-opacity: .5; stroke-width: 1; }
.views-ring { fill: none; stroke: var(--muted); stroke-width: 1; stroke-dasharray: 1 4; stroke-linecap: round; }
.views-ringtext { paint-order: stroke; stroke: var(--panel); stroke-width: 5px; }
.views-maplabel rect { fill: var(--panel); stroke: var(--line-strong); }
.views-maplabel text { fill: var(--text); font: 11px var(--sans); font-variant-numeric: tabular-nums; }
.views-mapnode { cursor: pointer; outline: none; }
.views-mapnode.movable { cursor: grab; }
.views-mapnode.movable:active { cursor: grabbing; }
.views-halo { fill: var(--panel); stroke: var(--line-strong); stroke-width: 1; }
.views-mapnode:hover .views-halo { fill: var(--hover); }
.views-mapnode.chosen .views-halo { fill: var(--accent-ground); stroke: var(--accent); stroke-width: 2; }
.views-mapnode:focus-visible .views-halo { stroke: var(--focus); stroke-width: 4; }
.views-body { fill: var(--world); }
.views-body.phone { fill: var(--app); }
.views-screen { fill: var(--panel); opacity: .9; }
.views-detail { stroke: var(--panel); stroke-width: 2; stroke-linecap: round; }
.views-rune { fill: none; stroke: var(--panel); stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
.views-mapnode.off .views-body { fill: var(--noise); }
.views-slash { stroke: var(--fail); stroke-width: 3; stroke-linecap: round; }
.views-mapname { fill: var(--text); font: 600 12px var(--sans); paint-order: stroke; stroke: var(--panel); stroke-width: 4px; stroke-linejoin: round; }
.views-mapnode .views-axis { paint-order: stroke; stroke: var(--panel); stroke-width: 4px; stroke-linejoin: round; }
.views-tray { flex: none; width: 148px; border-left: 1px dashed var(--line-strong); background: var(--ground); padding: 12px 10px; display: flex; flex-direction: column; gap: 6px; overflow: auto; }
.views-tray.target { background: var(--accent-ground); border-left-color: var(--accent); }
.views-trayitem { display: flex; flex-direction: column; align-items: flex-start; text-align: left; padding: 6px 10px; }
.views-trayitem small { color: var(--muted); }
.views-trayitem strong { font-weight: 550; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .views-trayitem { flex: none; max-width: 100%; }
.views-timebar { display: flex; align-items: center; gap: 10px; padding: 6px 14px; background: var(--panel); border-top: 1px solid var(--line); flex: none; flex-wrap: wrap; }
.views-play { min-width: 64px; }
.views-slide { flex: 1; min-width: 160px; display: flex; flex-direction: column; }
.views-slide input { width: 100%; margin: 0; padding: 0; border: 0; background: none; accent-color: var(--accent); }
.views-timestrip { width: 100%; display: block; overflow: visible; }
.views-moved { fill: var(--muted); }
.views-time { font: 12px var(--mono); min-width: 92px; text-align: right; }
.views-airside { flex: none; width: 340px; overflow: auto; border-left: 1px solid var(--line); padding: 12px; display: flex; flex-direction: column; gap: 12px; }
.views-details { display: flex; flex-direction: column; gap: 12px; }
.views-airside .views-scroll { max-height: none; }
.views-controls { display: flex; flex-direction: column; gap: 4px; }
.views-small { margin: 4px 0 0; font-weight: 500; font-size: 12px; color: var(--muted); text-transform: none; letter-spacing: 0; }
.views-buttons, .views-inline { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.views-inline input { min-width: 0; flex: 1 1 6em; }
.views-wide { width: 100%; }
.views-controls select { max-width: 14em; }
.views-lines ol { margin: 0; padding: 0 0 0 22px; max-height: 12rem; overflow: auto; }
.views-lines code { overflow-wrap: anywhere; user-select: all; }
.views-problem { color: var(--fail); background: var(--fail-ground); border-radius: 6px; padding: 4px 8px; }
@media (max-width: 900px) {
.views-air { flex-direction: column; overflow: auto; }
.views-mapside { flex: none; height: 68vh; min-height: 380px; }
.views-airside { width: auto; border-left: 0; border-top: 1px solid var(--line); overflow: visible; }
}
@media (max-width: 640px) {
.views-stage { flex-direction: column; }
.views-tray { width: auto; border-left: 0; border-top: 1px dashed var(--line-strong); flex-direction: row; flex-wrap: wrap; align-items: center; padding: 6px 10px; max-height: 110px; }
.views-maplegend { max-width: 62%; }
.views-stage:has(.views-tray:not([hidden])) .views-zoom { right: 10px; }
}
.views-plots { align-items: start; }
.views-service table, table.views-service { table-layout: fixed; min-width: 460px; }
.views-service th:nth-child(1) { width: 36%; } .views-service thead th:nth-child(2) { width: 70px; } .views-service thead th:nth-child(3) { width: 24%; }
.views-compare { min-height: 0; }
.views-comparesum { padding: 10px 14px; display: flex; flex-direction: column; gap: 4px; }
.views-comparesum q { quotes: none; font-family: var(--mono); font-size: 12px; overflow-wrap: anywhere; }
.views-file label { display: inline-block; border: 1px solid var(--accent); color: var(--accent); border-radius: 6px; padding: 3px 10px; cursor: pointer; background: var(--panel); }
.views-file label:hover { background: var(--accent-ground); }
.views-file input:focus-visible + label { outline: 2px solid var(--focus); outline-offset: 1px; }
.views-diffstrip { display: block; width: calc(100% - 28px); margin: 0 14px 8px; flex: none; cursor: pointer; }
.views-diffbase { fill: var(--lane); }
.views-diffmark { fill: var(--misuse); opacity: .75; }
.views-diffmark.now { fill: var(--accent); opacity: 1; }
.views-compareresult { flex: 1; min-height: 0; display: flex; flex-direction: column; padding: 0 14px 12px; }
.views-diffscroll { flex: 1; min-height: 0; overflow: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 6px 12px; }
.views-diff { table-layout: fixed; min-width: 720px; }
.views-diff th:nth-child(odd) { width: 96px; }
.views-diff td { overflow-wrap: anywhere; }
.views-diff td.mono { padding-top: 5px; }
.views-diff td.mono button.views-link { min-height: 0; padding: 0; margin: 0; }
.views-diff .views-same td { color: var(--muted); }
.views-diff .views-changed { background: var(--misuse-ground); color: var(--text); }
.views-diff .views-gone { background: repeating-linear-gradient(135deg, transparent 0 5px, var(--lane) 5px 6px); }
.views-diff .views-gone .muted { background: var(--panel); padding: 0 4px; }
.views-diff mark { background: var(--mark); color: var(--text); border-radius: 3px; }
.views-diff .now td:first-child { box-shadow: inset 3px 0 0 var(--accent); padding-left: 8px; }
.views-late { font-variant-numeric: tabular-nums; text-align: right; }
.views-gatt .views-content { container-type: inline-size; }
@container (max-width: 1000px) { .views-columns { grid-template-columns: minmax(0, 1fr); } }
.views-gatt .views-table td, .views-gatt .views-table th[scope="row"] { overflow-wrap: break-word; }
.views-gatt .views-table td.mono { overflow-wrap: normal; }
.views-links { overflow: auto; gap: 12px; padding: 12px 14px; }
.links { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 430px), 1fr)); gap: 12px; align-items: start; }
.linkkeys, .linkbox { flex: none; } .linkkeys h2, .linkbox h2 { font-size: 14px; font-weight: 650; margin: 0; overflow-wrap: anywhere; }
.linktime { color: var(--muted); font-size: 12px; margin: 0; }
.linkfacts { display: grid; grid-template-columns: minmax(72px, max-content) minmax(0, 1fr); gap: 3px 12px; margin: 0; }
.linkfacts dt { color: var(--muted); max-width: 150px; overflow-wrap: anywhere; } .linkfacts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.linkfacts .by { font-size: 12px; }
.keyform { display: flex; flex-wrap: wrap; gap: 8px; } .keyform input { flex: 1 1 300px; min-width: 0; font-family: var(--mono); } .keyform input.keyname { flex: 0 1 200px; font-family: inherit; }
.keyproblem { color: var(--fail); margin: 0; } .keyproblem:empty { display: none; }
.keylist { list-style: none; margin: 0; padding: 0; display: grid; gap: 3px; } .keylist li { overflow-wrap: anywhere; } .keylist:empty { display: none; }
@media (max-width: 640px) { .views-service table, table.views-service { min-width: 0; } .views-service th:nth-child(1) { width: 34%; } .views-service thead th:nth-child(2) { width: 58px; } .views-service thead th:nth-child(3) { width: 66px; } .views-service th, .views-service td { padding-right: 6px; overflow-wrap: anywhere; } }

"""#
}
