import { markup, Markup } from "./markup.ts";
import { STYLE } from "./style.ts";

/** Where a page is from. */
export interface Origin {
  /** What was typed to make it. */
  readonly command: string;
  /** The tool and its version. */
  readonly tool: string;
}

export interface Head {
  readonly title: string;
  readonly heading: string;
  readonly about: string;
}

/** By which a page is known as one of these. */
export const MARK = '<meta name="generator" content="policybook bench';

/** One page that needs nothing else: no script, no other file, no network. */
export const shell = (
  { title, heading, about }: Head,
  { command, tool }: Origin,
  sections: readonly Markup[],
): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${new Markup(MARK)}, ${tool}">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body><main>
<header><h1>${heading}</h1><p>${about}</p>
<pre tabindex="0" aria-label="the command that made this page">$ ${command}</pre></header>
${sections}</main></body>
</html>
`.text;

export const section = (title: string, content: Markup): Markup =>
  markup`<section><h2>${title}</h2>${content}</section>
`;
