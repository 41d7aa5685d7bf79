#ifndef REPORT_EXCHANGE_PAGE_STYLE_H
#define REPORT_EXCHANGE_PAGE_STYLE_H

/* The style of pages: light and dark, for screens and paper. */
static const char page_style[] =
    ":root{color-scheme:light dark;--line:#bbb;--dim:#555;--back:#fff;--text:#111;--hit:#fff3c4;"
    "--mark:#ffc9c9;--changed:#e3f2e1;--pass:#1b6e2c;--fail:#a81414;--open:#8a5a00}"
    "@media(prefers-color-scheme:dark){:root{--line:#555;--dim:#aaa;--back:#16181b;--text:#e6e6e6;"
    "--hit:#3c3413;--mark:#6e2525;--changed:#1e3a22;--pass:#7fd08c;--fail:#ff8f8f;--open:#f0c060}}"
    "body{margin:2rem auto;max-width:70rem;padding:0 1rem;background:var(--back);color:var(--text);"
    "font:15px/1.45 system-ui,sans-serif}"
    "h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.2rem;margin:2rem 0 .5rem;"
    "border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1.2rem 0 .4rem}"
    "table{border-collapse:collapse;margin:.4rem 0}th,td{border:1px solid var(--line);"
    "padding:.15rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}"
    "th{font-weight:600}code,pre{font:13px/1.4 ui-monospace,monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere}pre{margin:.3rem 0}"
    ".number{color:var(--dim);text-align:right;font-variant-numeric:tabular-nums}"
    ".listing td{border:0;padding:0 .6rem}.listing{width:100%}.listing .number{width:3rem}"
    ".hit{background:var(--hit)}mark{background:var(--mark);color:inherit;outline:1px solid}"
    ".changed{background:var(--changed)}.word{font-weight:700}"
    ".PASS{color:var(--pass)}.FAIL,.ERROR{color:var(--fail)}.UNKNOWN,.WARNING{color:var(--open)}"
    ".dim{color:var(--dim)}a{color:inherit}section{margin-top:2.5rem}"
    "@media print{:root{color-scheme:light;--line:#999;--dim:#444;--back:#fff;--text:#000;"
    "--hit:#fff3c4;--mark:#ffc9c9;--changed:#e3f2e1;--pass:#1b6e2c;--fail:#a81414;--open:#8a5a00}"
    "body{margin:0;max-width:none;font-size:10pt}tr,h2,h3{break-inside:avoid}h2,h3{break-after:"
    "avoid}"
    "a{text-decoration:none}*{print-color-adjust:exact}}";

#endif
