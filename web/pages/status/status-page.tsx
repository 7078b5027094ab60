/** Whether the market works: its parts with a bar for each of 90 days, planned maintenance, and incidents. Readable without a script. */
import { pathOf } from "#contract/platform/paths.ts";
import type { PartOfStatus, Status } from "#contract/site/status.ts";
import type { PartState, StatusPart } from "#contract/site/status-names.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Island } from "../island.tsx";
import { partsText } from "#sdk/words/incident-title.tsx";
import { DayBars } from "./day-bars.tsx";
import { WrittenText } from "#sdk/words/written-text.tsx";
import { IncidentList } from "./incident-list.tsx";
import { instantText, percentText, STATE_TONES } from "./status-words.ts";

export const JSON_PATH = "/api/v2/summary.json";

const BANNERS: Record<PartState, string> = {
  operational: "border-good bg-good-soft text-good",
  degraded: "border-warn bg-warn-soft text-warn",
  unknown: "border-line bg-sunken text-ink",
  partial: "border-warn bg-warn-soft text-warn",
  major: "border-bad bg-bad-soft text-bad",
};

export function StatusPage({
  state,
  lookedAt,
  parts,
  incidents,
  maintenance,
  setting,
}: Status & { setting: PageSetting }) {
  const { t, locale, nowMs } = setting;
  const isMaintained = (part: StatusPart) =>
    maintenance.some(
      ({ parts: planned, startsAt }) =>
        Date.parse(startsAt) <= nowMs && (planned.length === 0 || planned.includes(part)),
    );
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("status.title")}</h1>
        <p className="text-sm text-muted">{t("status.lead")}</p>
      </header>
      <div
        className={cx(
          "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-xl border p-4",
          BANNERS[state],
        )}
      >
        <p className="text-lg font-semibold">{t(`status.overall.${state}`)}</p>
        <p className="text-xs text-muted">
          {lookedAt ? t("status.looked", { at: instantText(locale, lookedAt) }) : t("status.never")}
        </p>
      </div>
      <Maintenance maintenance={maintenance} setting={setting} />
      {parts.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-lg font-semibold">{t("status.parts")}</h2>
          <Card className="divide-y divide-line">
            {parts.map((part) => (
              <Part key={part.part} part={part} isMaintained={isMaintained(part.part)} setting={setting} />
            ))}
          </Card>
        </section>
      )}
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold">{t("status.incidents")}</h2>
        <IncidentList incidents={incidents} t={t} locale={locale} none={t("status.none")} />
      </section>
      <Island app="account" route="subscribe-to-incidents" props={{}} />
      <footer className="grid gap-2 text-sm text-muted">
        <p>{t("status.how")}</p>
        <p className="flex flex-wrap gap-x-5">
          <a
            href={`${pathOf(locale, "statusPage", undefined)}/feed.xml`}
            className="flex min-h-11 items-center text-brand hover:underline"
          >
            {t("status.feed_link")}
          </a>
          <a href={JSON_PATH} className="flex min-h-11 items-center text-brand hover:underline">
            {t("status.json_link")}
          </a>
        </p>
      </footer>
    </div>
  );
}

function Maintenance({ maintenance, setting }: Pick<Status, "maintenance"> & { setting: PageSetting }) {
  const { t, locale, nowMs } = setting;
  if (maintenance.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{t("status.maintenance")}</h2>
      {maintenance.map(({ id, parts, text, startsAt, endsAt }) => (
        <Card key={id} className="grid gap-1 p-4">
          {Date.parse(startsAt) <= nowMs && (
            <p>
              <Badge tone="info">{t("status.maintenance_now")}</Badge>
            </p>
          )}
          <WrittenText text={text} locale={locale} className="text-sm [overflow-wrap:anywhere]" />
          <p className="text-xs text-muted">
            {t("status.affected", { parts: parts.length > 0 ? partsText(parts, { t, locale }) : t("status.whole") })}
          </p>
          <p className="text-xs text-muted">
            {t("status.times", { from: instantText(locale, startsAt), until: instantText(locale, endsAt) })}
          </p>
        </Card>
      ))}
    </section>
  );
}

type PartProps = { readonly part: PartOfStatus; readonly isMaintained: boolean; readonly setting: PageSetting };

function Part({ part: { part, state, uptimeBp, days }, isMaintained, setting }: PartProps) {
  const { t, locale } = setting;
  const [name, word] = [t(`status.part.${part}`), t(`status.state.${state}`)];
  return (
    <div className="grid gap-2 p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 text-sm font-medium">{name}</h3>
        <span className="flex flex-wrap justify-end gap-2">
          {isMaintained && <Badge tone="info">{t("status.maintenance_now")}</Badge>}
          <Badge tone={STATE_TONES[state]}>{word}</Badge>
        </span>
      </div>
      <DayBars days={days} label={t("status.spoken", { part: name, state: word })} setting={setting} />
      <div className="flex justify-between gap-3 text-2xs text-muted">
        <span>{t("status.days_ago")}</span>
        {uptimeBp !== null && <span>{t("status.uptime", { percent: percentText(locale, uptimeBp) })}</span>}
        <span>{t("status.today")}</span>
      </div>
    </div>
  );
}
