/** Incidents with what staff said of them, the newest word first. */
import type { Locale } from "#contract/platform/locales.ts";
import type { Incident } from "#contract/site/status.ts";
import type { Translate } from "#sdk/words/t.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { IncidentTitle, partsText } from "#sdk/words/incident-title.tsx";
import { WrittenText } from "#sdk/words/written-text.tsx";
import { instantText } from "./status-words.ts";

type Words = { readonly t: Translate; readonly locale: Locale };

export function IncidentList({ incidents, none, ...words }: Words & { incidents: readonly Incident[]; none: string }) {
  if (incidents.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {incidents.map((one) => (
        <li key={one.id} id={`incident-${one.id}`} className="scroll-mt-20">
          <Card className="p-4">
            <IncidentWords one={one} {...words} />
          </Card>
        </li>
      ))}
    </ol>
  );
}

function IncidentWords({ one, t, locale }: Words & { one: Incident }) {
  const { isByHand, parts, startedAt, endedAt, updates } = one;
  const at = (instant: string) => instantText(locale, instant);
  return (
    <div className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <h3 className="grid min-w-0 gap-0.5 text-sm font-semibold">
          <IncidentTitle one={one} t={t} locale={locale} />
        </h3>
        <Badge tone={endedAt ? "neutral" : "warn"}>{t(endedAt ? "status.resolved" : "status.ongoing")}</Badge>
      </div>
      <p className="text-xs text-muted">
        {endedAt
          ? t("status.ended", { from: at(startedAt), until: at(endedAt) })
          : t("status.open", { from: at(startedAt) })}
      </p>
      {/* The title of one that staff opened names them. */}
      {!isByHand && (
        <p className="text-xs text-muted">{t("status.affected", { parts: partsText(parts, { t, locale }) })}</p>
      )}
      {updates.length > 0 && (
        <ol className="grid gap-2 border-t border-line pt-2">
          {updates.map(({ state, text, at: said }) => (
            <li key={said} className="grid gap-0.5 text-sm">
              <p className="text-xs text-muted">
                <span className="font-semibold text-ink">{t(`status.update.${state}`)}</span> · {at(said)} UTC
              </p>
              <WrittenText text={text} locale={locale} className="[overflow-wrap:anywhere]" />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
