/** What staff write for everybody: a field for English, and one for each further language that they choose. */
import { useState } from "react";
import { directionOf, inEachLocale, LOCALES, type Locale } from "#contract/platform/locales.ts";
import { hasLetters, isBlank, trimmed } from "#contract/platform/plain-text.ts";
import type { Written } from "#contract/platform/written.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";

export type Typed = Readonly<Record<Locale, string>>;

export const NOTHING_TYPED: Typed = inEachLocale(() => "");

/** English must be there. */
export const isWritten = (typed: Typed): boolean =>
  LOCALES.every((one) => (isBlank(typed[one]) ? one !== "en" : hasLetters(typed[one], 1)));

/** Fields that were left empty are not sent. */
export function writtenOf(typed: Typed): Written {
  const said = LOCALES.filter((one) => one === "en" || !isBlank(typed[one]));
  return { en: "", ...Object.fromEntries(said.map((one) => [one, trimmed(typed[one])])) };
}

type Props = { readonly typed: Typed; readonly most: number; readonly onChange: (typed: Typed) => void };

export function WrittenFields({ typed, most, onChange }: Props) {
  const t = useT();
  const names = new Intl.DisplayNames([usePage().locale], { type: "language" });
  const nameOf = (one: Locale) => names.of(one) ?? one;
  const [added, setAdded] = useState<readonly Locale[]>([]);
  const others = LOCALES.filter((one) => one !== "en" && !added.includes(one));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {(["en", ...added] as const).map((one) => (
        <Field key={one} label={t("staff.written.text_in", { language: nameOf(one) })}>
          {(ids) => (
            <TextArea
              {...ids}
              lang={one}
              dir={directionOf(one)}
              maxLength={most}
              value={typed[one]}
              onChange={(event) => onChange({ ...typed, [one]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {others.length > 0 && (
        <Field label={t("staff.written.add")} hint={t("staff.written.hint")} className="max-w-sm">
          {(ids) => (
            <Select {...ids} value="" onChange={({ target }) => setAdded([...added, target.value as Locale])}>
              <option value="">{t("staff.written.choose")}</option>
              {others.map((one) => (
                <option key={one} value={one}>
                  {nameOf(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
