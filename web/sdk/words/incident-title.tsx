/** What an incident is about: what was stopped, or the parts that staff named and how bad they are. */
import type { Locale } from "#contract/platform/locales.ts";
import type { Incident } from "#contract/site/status.ts";
import type { StatusPart } from "#contract/site/status-names.ts";
import type { Translate } from "./t.ts";

type Props = { readonly one: Incident; readonly t: Translate; readonly locale: Locale };

export function IncidentTitle({ one: { stopped, parts, state }, t, locale }: Props) {
  if (stopped.length === 0)
    return (
      <span>{t("status.by_hand", { parts: partsText(parts, { t, locale }), state: t(`status.state.${state}`) })}</span>
    );
  return stopped.map((name) => <span key={name}>{t(`status.stopped.${name}`)}</span>);
}

export const partsText = (parts: readonly StatusPart[], { t, locale }: { t: Translate; locale: Locale }) =>
  new Intl.ListFormat(locale, { type: "conjunction" }).format(parts.map((part) => t(`status.part.${part}`)));
