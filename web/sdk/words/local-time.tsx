/** An instant in the reader's own time zone; until the browser knows it, in universal time. */
import { useEffect, useState } from "react";
import { usePage } from "../page-kit.ts";
import { numeralLocale } from "#contract/platform/locales.ts";

export function LocalTime({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  const { locale } = usePage();
  const [text, setText] = useState(dateOnly ? at.slice(0, 10) : `${at.slice(0, 16).replace("T", " ")} UTC`);
  useEffect(() => {
    const time = dateOnly ? {} : ({ timeStyle: "short" } as const);
    const words = new Intl.DateTimeFormat(numeralLocale(locale), { dateStyle: "medium", ...time }).format(
      Date.parse(at),
    );
    // "PM" stays in the line of its hour.
    setText(words.replace(/\s(?=\D+$)/, "\u00a0"));
  }, [at, locale, dateOnly]);
  return <time dateTime={at}>{text}</time>;
}
