/** The market by day: figures with their charts and how they are counted, the last days in a table, and a file. Without a script. */
import { pathOf } from "#contract/platform/paths.ts";
import type { StatisticsProps } from "#contract/site/pages.ts";
import type { StatisticDay } from "#contract/site/statistics.ts";
import { STATISTIC_COINS, STATISTIC_DAYS } from "#contract/site/statistics-names.ts";
import { dayText } from "#sdk/words/day-text.ts";
import { countText } from "#sdk/words/money.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { ChartEnds, LineChart } from "#ui/pictures/line-chart.tsx";
import { secondsText } from "./seconds-text.ts";
import { Sources } from "./sources.tsx";
import { Traders } from "./traders.tsx";
import { instantText, percentText, shortDay } from "../status/status-words.ts";

const TABLE_DAYS = 30;

type Shown = StatisticsProps & { readonly setting: PageSetting };
type ShownDays = Omit<Shown, "traders">;

export function StatisticsPage({ period, found, traders, setting }: Shown) {
  const { t, locale } = setting;
  const { days, totals, isWhole, computedAt } = found;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("statistics.title")}</h1>
        <p className="text-sm text-muted">{t("statistics.lead")}</p>
      </header>
      {isWhole && (
        <p className="rounded-xl border border-info bg-info-soft p-3 text-sm text-info">{t("statistics.whole")}</p>
      )}
      <Choices period={period} found={found} setting={setting} />
      {days.length === 0 ? (
        <p className="text-sm text-muted">{t("statistics.none")}</p>
      ) : (
        <>
          <Figures period={period} found={found} setting={setting} />
          {totals.hiddenDays > 0 && (
            <p className="text-sm text-muted">{t("statistics.hidden", { count: totals.hiddenDays })}</p>
          )}
          <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-lg font-semibold">{t("statistics.days")}</h2>
              <a
                href={`${pathOf("en", "statistics", undefined)}.csv?days=${period}&coin=${found.coin}`}
                className="flex min-h-11 items-center text-sm font-medium text-brand hover:underline"
              >
                {t("statistics.csv")}
              </a>
            </div>
            <Days days={days.slice(-TABLE_DAYS).reverse()} setting={setting} />
            {days.length > TABLE_DAYS && <p className="text-xs text-muted">{t("statistics.recent")}</p>}
          </section>
          <Traders period={period} coin={found.coin} traders={traders} setting={setting} />
          {found.sources && <Sources sources={found.sources} setting={setting} />}
        </>
      )}
      <footer className="grid gap-1 text-xs text-muted">
        {computedAt && <p>{t("statistics.computed", { at: instantText(locale, computedAt) })}</p>}
        <p>{t("statistics.demo")}</p>
      </footer>
    </div>
  );
}

function Choices({ period, found: { coin }, setting: { t, locale } }: ShownDays) {
  const base = pathOf(locale, "statistics", undefined);
  const row = (label: string, links: readonly (readonly [text: string, query: string, isHere: boolean])[]) => (
    <nav aria-label={label} className="flex flex-wrap gap-1 rounded-xl bg-sunken p-1">
      {links.map(([text, query, isHere]) => (
        <a
          key={query}
          href={`${base}?${query}`}
          aria-current={isHere ? "page" : undefined}
          className={cx(
            "flex min-h-9 items-center rounded-lg px-3 text-sm max-md:min-h-11",
            isHere ? "bg-raised font-semibold shadow-card" : "text-muted hover:text-ink",
          )}
        >
          {text}
        </a>
      ))}
    </nav>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {row(
        t("statistics.choose_period"),
        STATISTIC_DAYS.map((one) => [t(`statistics.period.${one}`), `days=${one}&coin=${coin}`, one === period]),
      )}
      {row(
        t("statistics.choose_coin"),
        STATISTIC_COINS.map((one) => [
          one === "all" ? t("statistics.coin_all") : one,
          `days=${period}&coin=${one}`,
          one === coin,
        ]),
      )}
    </div>
  );
}

const FIGURES = ["trades", "volume", "people", "release", "disputes"] as const;
type Figure = (typeof FIGURES)[number];

const VALUES: Record<Figure, (day: StatisticDay) => string | number | null> = {
  trades: ({ trades }) => trades,
  volume: ({ volumeUsd }) => volumeUsd,
  people: ({ people }) => people,
  release: ({ releaseMedianSec }) => releaseMedianSec,
  disputes: ({ disputes }) => disputes,
};

function wordOf(figure: Figure, value: string | number | null, setting: PageSetting): string {
  if (value === null) return "–";
  if (figure === "volume") return countText(setting.locale, Math.round(Number(value)));
  if (figure !== "release") return countText(setting.locale, Number(value));
  return secondsText(Number(value), setting);
}

function Figures({ found: { days, totals }, setting }: ShownDays) {
  const { t, locale } = setting;
  const whole: Record<Figure, string | number | null> = {
    ...{ trades: totals.trades, volume: totals.volumeUsd, people: totals.people },
    ...{ release: totals.releaseMedianSec, disputes: totals.disputes },
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 xl:grid-cols-3">
      {FIGURES.map((figure) => {
        const points = days.flatMap((day) => {
          const value = VALUES[figure](day);
          return value === null ? [] : [{ date: day.date, rate: String(value) }];
        });
        const [first, last] = [points[0], points.at(-1)];
        return (
          <Card key={figure} className="grid content-start gap-2 p-4">
            <h2 className="text-sm text-muted">{t(`statistics.${figure}`)}</h2>
            <p className="flex flex-wrap items-baseline justify-between gap-2">
              <bdi className="text-2xl font-bold tabular-nums">{wordOf(figure, whole[figure], setting)}</bdi>
              {figure === "disputes" && totals.trades > 0 && (
                <span className="text-xs text-muted">
                  {t("statistics.share", { percent: percentText(locale, shareBp(totals)) })}
                </span>
              )}
            </p>
            {first && last && (
              <div className="grid gap-1 text-brand">
                <LineChart
                  points={points}
                  className="text-brand!"
                  label={t("statistics.chart", {
                    figure: t(`statistics.${figure}`),
                    from: wordOf(figure, first.rate, setting),
                    until: wordOf(figure, last.rate, setting),
                  })}
                />
                <ChartEnds points={points} day={(date) => dayText(locale, date, "full")} />
              </div>
            )}
            <p className="text-xs text-muted">{t(`statistics.source.${figure}`)}</p>
          </Card>
        );
      })}
    </div>
  );
}

const shareBp = ({ trades, disputes }: { trades: number; disputes: number }) =>
  Math.floor((Math.max(0, trades - disputes) * 10_000) / trades);

function Days({ days, setting }: { days: readonly StatisticDay[]; setting: PageSetting }) {
  const { t, locale } = setting;
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-raised shadow-card">
      <table className="w-full text-sm max-md:text-2xs">
        <thead className="text-xs text-muted max-md:text-2xs">
          <tr>
            <th scope="col" className="px-2 py-2 text-start md:px-4">
              {t("statistics.day")}
            </th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col" className="px-1 py-2 text-end font-medium last:pe-2 md:px-4 md:last:pe-4">
                {t(`statistics.${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row" className="px-2 py-2 text-start font-medium whitespace-nowrap md:px-4">
                {shortDay(locale, day.date)}
              </th>
              {FIGURES.map((figure) => (
                <td key={figure} className="px-1 py-2 text-end last:pe-2 md:px-4 md:last:pe-4">
                  <bdi className="whitespace-nowrap tabular-nums">{wordOf(figure, VALUES[figure](day), setting)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
