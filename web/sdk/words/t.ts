/** Texts by key, precompiled at the build. A missing key is a bug and shows as the key, once reported. */
import format, { type CompiledMessage } from "icu-minify/format";
import type { ReactNode } from "react";
import { numeralLocale } from "#contract/platform/locales.ts";
import type { Locale } from "#contract/platform/page.ts";
import type { MessageKey } from "../../i18n/keys.ts";

export type Messages = { [key: string]: CompiledMessage | Messages };
export type Values = Record<string, string | number>;
type RichValues = Record<string, string | number | ((chunks: ReactNode[]) => ReactNode)>;

export type Translate = {
  (key: MessageKey, values?: Values): string;
  /** For texts with <tags>. */
  rich: (key: MessageKey, values: RichValues) => ReactNode;
  /** For keys made at run time, such as a payment method's; answers `fallback` where there is no text. */
  maybe: (key: string, fallback: string, values?: Values) => string;
  /** Texts of a namespace that came after the page. */
  add: (namespace: string, texts: Messages) => void;
};

const FORMATTERS = {
  getDateTimeFormat: kept(Intl.DateTimeFormat),
  getNumberFormat: kept(Intl.NumberFormat),
  getPluralRules: kept(Intl.PluralRules),
};

/** Intl's makers are slow and their products last: each is made once. */
function kept<Args extends unknown[], Made>(Maker: new (...args: Args) => Made): (...args: Args) => Made {
  const made = new Map<string, Made>();
  return (...args) => {
    const key = JSON.stringify(args);
    const found = made.get(key) ?? new Maker(...args);
    made.set(key, found);
    return found;
  };
}

export function createTranslate({
  locale,
  messages,
  onMissing,
}: {
  locale: Locale;
  messages: Messages;
  onMissing: (key: string) => void;
}): Translate {
  const find = (key: string): CompiledMessage | undefined => {
    let place: CompiledMessage | Messages | undefined = messages;
    for (const part of key.split(".")) place = (place as Messages | undefined)?.[part];
    return typeof place === "string" || Array.isArray(place) ? place : undefined;
  };
  const say = (key: string, values: RichValues | undefined, fallback?: string) => {
    const message = find(key);
    if (message === undefined) {
      if (fallback === undefined) onMissing(key);
      return fallback ?? key;
    }
    return format<ReactNode>(message, numeralLocale(locale), values as never, { formatters: FORMATTERS });
  };
  const translate = ((key, values) => textOf(say(key, values))) as Translate;
  translate.rich = (key, values) => say(key, values) as ReactNode;
  translate.maybe = (key, fallback, values) => textOf(say(key, values, fallback));
  translate.add = (namespace, texts) => {
    messages[namespace] = texts;
  };
  return translate;
}

function textOf(value: unknown): string {
  return [value].flat().join("");
}
