/** Limited-time events: pages of text with a first and a last day, and the page that lists them. */
import type { Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { type ContentProps, contentPath } from "#contract/site/content.ts";
import type { EventsProps } from "#contract/site/pages.ts";
import { AGED_MS } from "../../market/listing/index.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { findPlainText } from "../../platform/texts.ts";
import { fillTitle } from "./placeholders.ts";
import { CONTENT } from "./read-all.ts";
import type { ContentPage } from "./read-content.ts";

export const EVENTS: readonly ContentPage[] = CONTENT.filter(({ key }) => key.startsWith("events/"));

const lastsOf = ({ begins = "", ends = "" }: ContentPage) => ({ begins, ends });

/** By the day: those that run now, the one that ends first before the others; then those to come; then the last ones that are over. */
export function eventsOn(events: readonly ContentPage[], today: string, locale: Locale): EventsProps {
  const shown = (some: readonly ContentPage[]) =>
    some.map((event) => {
      const [{ texts, languages }] = event.editions;
      return {
        title: fillTitle(texts[locale].title),
        description: fillTitle(texts[locale].description),
        href: localized(locale, contentPath(event.key)),
        isEnglish: !languages.includes(locale),
        ...lastsOf(event),
      };
    });
  const by = (field: "begins" | "ends") => (one: ContentPage, two: ContentPage) =>
    (one[field] ?? "").localeCompare(two[field] ?? "");
  const isOver = ({ ends = "" }: ContentPage) => ends < today;
  const isToCome = ({ begins = "" }: ContentPage) => begins > today;
  return {
    now: shown(events.filter((one) => !isOver(one) && !isToCome(one)).toSorted(by("ends"))),
    soon: shown(events.filter(isToCome).toSorted(by("begins"))),
    past: shown(events.filter(isOver).toSorted(by("ends")).reverse().slice(0, MOST_PAST)),
  };
}

const MOST_PAST = 10;

export function placeOfEvent(
  event: ContentPage,
  { locale, title }: { readonly locale: Locale; readonly title: string },
): Pick<ContentProps, "trail" | "lasts"> {
  return {
    trail: [
      { title: findPlainText("events.title", locale) ?? "", href: localized(locale, PATHS.events) },
      { title, href: "" },
    ],
    lasts: lastsOf(event),
  };
}

async function loadEvents({ tx, locale }: PageContext): Promise<Shown> {
  const props = eventsOn(EVENTS, tx.now.toISOString().slice(0, 10), locale);
  return { page: "events", props, keeping: { topics: [], forMs: AGED_MS } };
}

export const eventPages: readonly PageRoute[] = [
  { path: PATHS.events, policy: { auth: "public", rateLimit: "read", openEverywhere: true }, load: loadEvents },
];
