/** Each limit of one's level as a bar: used, and of how much. Where nothing is limited, what is used alone. */
import type { OwnLimits } from "#contract/compliance/levels.ts";
import { countText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Meter } from "#ui/meter.tsx";

export function LimitBars({ limits: { limits, used } }: { limits: OwnLimits }) {
  const { locale } = usePage();
  const t = useT();
  const usd = (sum: string) => `${fiatText(locale, sum, "USD")} USD`;
  const rows = [
    ["day", used.dayUsd, limits.dayUsd, usd],
    ["open_trades", used.openTradesUsd, limits.openTradesUsd, usd],
    ["lifetime", used.lifetimeUsd, limits.lifetimeUsd, usd],
    ["count", String(used.openTrades), limits.openTrades === null ? null : String(limits.openTrades), countOf(locale)],
  ] as const;
  return (
    <dl className="grid gap-3">
      {rows.map(([key, value, limit, show]) => (
        <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-sm">
          <dt className="text-muted">{t(`verification.level.${key}`)}</dt>
          <dd className="ms-auto text-end font-medium tabular-nums">
            {limit === null
              ? t("verification.level.used_free", { used: show(value) })
              : t("verification.level.used", { used: show(value), limit: show(limit) })}
          </dd>
          {limit !== null && (
            <dd className="grid basis-full">
              <Meter value={Number(value)} max={Number(limit)} label={t(`verification.level.${key}`)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const countOf = (locale: Parameters<typeof countText>[0]) => (text: string) => countText(locale, Number(text));
