/** The kit as the server has it: it draws, and does nothing else. */
import { directionOf, LOCALES, type PageSurroundings } from "#contract/platform/page.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { LOADING_FALLBACK_ID } from "#sdk/loading-fallback.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import { createStore } from "#sdk/state/store.ts";
import { createTranslate, type Translate } from "#sdk/words/t.ts";
import { allTexts } from "./texts.ts";

export function serverKit(input: PageSurroundings): PageKit {
  const { locale } = input;
  const nothing = () => {
    throw new Error("a first drawing calls nobody");
  };
  return {
    locale,
    dir: directionOf(locale),
    url: input.url,
    isDemo: input.isDemo,
    flags: input.flags,
    settings: {
      darkTheme: input.theme === "dark",
      rtl: directionOf(locale) === "rtl",
      headerHeight: 94.8,
      supportedLanguages: LOCALES,
      loadingFallbackId: LOADING_FALLBACK_ID,
      isMobileApp: false,
      supportEmail: input.supportEmail ?? null,
      errorReportingKey: input.errorReporting?.key ?? null,
      deviceId: null,
    },
    madeAtMs: input.nowMs,
    nowMs: () => input.nowMs,
    session: createStore(input.session),
    theme: createStore(input.theme),
    t: translateOf(locale),
    call: nothing,
    live: { subscribe: nothing, askAnew: nothing, isConnected: () => true, onConnection: nothing, onGap: nothing },
    queries: {},
    toast: nothing,
    href: (key, path) => pathOf(locale, key, path),
    go: nothing,
    alertTab: nothing,
  };
}

const made = new Map<string, Translate>();

function translateOf(locale: PageSurroundings["locale"]): Translate {
  let found = made.get(locale);
  if (!found) {
    found = createTranslate({
      locale,
      messages: allTexts(locale),
      onMissing: (key) => {
        throw new Error(`no text for ${key} in ${locale}`);
      },
    });
    made.set(locale, found);
  }
  return found;
}
