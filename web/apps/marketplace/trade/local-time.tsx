/** An instant in the reader's own time zone; until the browser knows it, in universal time. */
import { useEffect, useState } from "react";
import { usePage } from "#sdk/page-kit.ts";

export function LocalTime({ at }: { at: string }) {
  const { locale } = usePage();
  const [text, setText] = useState(`${at.slice(0, 16).replace("T", " ")} UTC`);
  useEffect(() => {
    const tag = locale === "ar" ? "ar-u-nu-latn" : locale;
    setText(new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }).format(Date.parse(at)));
  }, [at, locale]);
  return <time dateTime={at}>{text}</time>;
}
