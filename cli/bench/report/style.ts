/** Dark and light, wide and narrow, on paper. One hue, so that nothing depends on telling colours apart. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#57606a;--rule:#d5d9de;--hue:#0757ae;--pale:#a9cdf5;--shade:#f0e9dc}
@media(prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e8eaed;--soft:#a3abb5;--rule:#3a4048;--hue:#72b5ff;--pale:#285a92;--shade:#2e2a22}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1,h2,h3{line-height:1.2;margin:0 0 .5rem}
section{margin-top:2.5rem}
h3{margin-top:1.5rem}
p{margin:0 0 .75rem;max-width:44rem}
pre,.wide{overflow-x:auto;margin:0 0 .75rem}
.wide{background:linear-gradient(to right,var(--paper) .6rem,transparent 2rem) local,linear-gradient(to left,var(--paper) .6rem,transparent 2rem) local,linear-gradient(to right,var(--soft),transparent .6rem),linear-gradient(to left,var(--soft),transparent .6rem)}
pre{padding:.6rem .8rem;border:1px solid var(--rule);border-radius:.4rem;font-size:.875rem}
:focus-visible{outline:2px solid var(--hue);outline-offset:2px}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding-bottom:.3rem}
th,td{padding:.3rem 1rem .3rem 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child{text-align:left}
tbody th{font-weight:600}
dl{font-size:.875rem;color:var(--soft);margin:0}
dl div{display:inline-block;margin-right:1.25rem}
dt,dd{display:inline;margin:0}
dt{font-weight:600}dt::after{content:": "}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:1rem 1.5rem}
figure{margin:0;break-inside:avoid}
figcaption{font-size:.875rem;font-weight:600;overflow-wrap:anywhere}
.trade{max-width:30rem}.trade figcaption{font-weight:400;color:var(--soft)}
svg{display:block;width:100%;height:auto;overflow:visible}
text{font:11px system-ui,sans-serif;fill:var(--soft)}
.name,.note{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:3px}
.tried{fill:none;stroke:var(--hue);stroke-width:4;stroke-linecap:round;opacity:.45}
.limit{stroke:var(--ink);stroke-width:1.5}
.grid{stroke:var(--rule);fill:none}
.area,.best,.half{fill:var(--hue)}
.most{fill:var(--pale)}
.range{fill:var(--soft)}
.median{fill:var(--ink)}
.outage{fill:var(--shade)}
.other{fill:var(--paper);stroke:var(--hue);stroke-width:2}
.leader{stroke:var(--soft)}
.front{fill:none;stroke:var(--hue);stroke-width:1.5;stroke-dasharray:4 4}
details{margin-top:.75rem}summary{cursor:pointer;color:var(--hue)}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--rule:#ccc;--hue:#0757ae;--pale:#a9cdf5;--shade:#f0e9dc}*{print-color-adjust:exact}.wide{overflow:visible}}
`;
