/** The status page as one file that needs nothing else: no script, no sheet, no picture. It says of when it is. */
import { BRAND } from "#contract/platform/brand.ts";
import { directionOf, type Locale, numeralLocale } from "#contract/platform/locales.ts";
import type { Incident, Status } from "#contract/site/status.ts";
import type { PartState } from "#contract/site/status-names.ts";
import { type Written, wordsFor } from "#contract/platform/written.ts";
import { textOf } from "../../platform/texts.ts";
import { escaped, titleOf } from "./feeds.ts";

/** A browser asks for the file again: the next one may be newer. */
const AGAIN_SEC = 60;
const TONES: Readonly<Record<PartState, string>> = {
  operational: "good",
  degraded: "warn",
  unknown: "none",
  partial: "warn",
  major: "bad",
};

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--good:#0a7a4b;--warn:#9a6200;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--good:#5fd39b;--warn:#f0b95a;--bad:#ff8a80}}
body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0}
.now{border:1px solid currentColor;border-radius:.75rem;padding:1rem;margin:1rem 0;font-weight:600}
.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}
ul{list-style:none;margin:0;padding:0}li{border-top:1px solid var(--line);padding:.75rem 0}
.part{display:flex;justify-content:space-between;gap:1rem}small{opacity:.75}p{margin:.25rem 0;overflow-wrap:anywhere}`;

export function staticPage(status: Status, { locale, at }: { locale: Locale; at: string }): string {
  const t = (key: Parameters<typeof textOf>[0], values?: Record<string, string>) =>
    escaped(textOf(key, locale, values));
  const { state, parts, maintenance, incidents } = status;
  const planned = maintenance.map(
    ({ text, startsAt, endsAt }) =>
      `<li><p ${saidIn(text, locale)}</p><small>${t("status.times", timesOf(locale, startsAt, endsAt))}</small></li>`,
  );
  const rows = parts.map(
    (one) =>
      `<li class="part"><span>${t(`status.part.${one.part}`)}</span><b class="${TONES[one.state]}">${t(`status.state.${one.state}`)}</b></li>`,
  );
  const shown = incidents.map((one) => incidentHtml(one, { locale, t }));
  const section = (title: string, items: readonly string[]) =>
    items.length === 0 ? "" : `<h2>${title}</h2><ul>${items.join("\n")}</ul>`;
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${AGAIN_SEC}">
<title>${t("status.title", { brand: BRAND })}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${t("status.title", { brand: BRAND })}</h1>
<p class="now ${TONES[state]}">${t(`status.overall.${state}`)}</p>
<p>${t("status.copy", { at: instantText(locale, at) })}</p>
${section(t("status.maintenance"), planned)}
${section(t("status.parts"), rows)}
<h2>${t("status.incidents")}</h2>
${shown.length > 0 ? `<ul>${shown.join("\n")}</ul>` : `<p>${t("status.none")}</p>`}
</body>
</html>
`;
}

type Saying = {
  readonly locale: Locale;
  readonly t: (key: Parameters<typeof textOf>[0], values?: Record<string, string>) => string;
};

function incidentHtml(one: Incident, { locale, t }: Saying): string {
  const lasted = one.endedAt
    ? t("status.ended", timesOf(locale, one.startedAt, one.endedAt))
    : t("status.open", { from: instantText(locale, one.startedAt) });
  const updates = one.updates.map(
    ({ state, text, at }) =>
      `<p><b>${t(`status.update.${state}`)}</b> <span ${saidIn(text, locale)}</span> <small>${escaped(instantText(locale, at))}</small></p>`,
  );
  return `<li id="incident-${one.id}"><h3>${escaped(titleOf(one, locale))}</h3><small>${lasted}</small>${updates.join("")}</li>`;
}

/** The end of an element's start, and its words: in English where nobody wrote them in the reader's language. */
function saidIn(text: Written, locale: Locale): string {
  const { words, lang } = wordsFor(text, locale);
  return `${lang === locale ? "" : `lang="${lang}" `}dir="auto">${escaped(words)}`;
}

/** In universal time, as on the page itself. */
const instantText = (locale: Locale, at: string) =>
  new Intl.DateTimeFormat(numeralLocale(locale), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(
    Date.parse(at),
  );
const timesOf = (locale: Locale, from: string, until: string) => ({
  from: instantText(locale, from),
  until: instantText(locale, until),
});
