/** The reader's finished trades of a period: figures of all, and of each side and coin. The period is in the address. */
import { STATISTICS_PERIODS } from "#contract/people/statistics-names.ts";
import { numeralLocale } from "#contract/platform/locales.ts";
import type { OwnStatistics } from "#contract/people/statistics.ts";
import { countText, cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { Segments } from "#ui/segments.tsx";
import { Table } from "#ui/table.tsx";
import { Stat } from "#ui/stat.tsx";

type Figures = Omit<OwnStatistics, "period" | "parts">;
type Part = OwnStatistics["parts"][number];

/** `tab` is that of the open trades, which stays as it is. */
export function StatisticsCard({ statistics, tab }: { statistics: OwnStatistics; tab: string }) {
  const page = usePage();
  const t = useT();
  const base = page.href("userDashboard", undefined);
  return (
    <section id="statistics" className="grid scroll-mt-20 gap-3" aria-labelledby="statistics-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="statistics-title" className="text-lg font-semibold">
          {t("dashboard.statistics.title")}
        </h2>
        <div className="max-sm:w-full">
          <Segments
            label={t("dashboard.statistics.period")}
            chosen={statistics.period}
            segments={STATISTICS_PERIODS.map((key) => ({
              key,
              href: `${base}?activeTab=${tab}&period=${key}#statistics`,
              label: t(`dashboard.statistics.of.${key}`),
            }))}
          />
        </div>
      </div>
      <Card className="grid gap-5 px-2 py-5">
        {statistics.trades === 0 ? (
          <p className="px-3 text-sm text-muted">{t("dashboard.statistics.none")}</p>
        ) : (
          <>
            <Total figures={statistics} />
            <Parts parts={statistics.parts} />
          </>
        )}
        <p className="px-3 text-2xs text-muted">{t("dashboard.statistics.hint")}</p>
      </Card>
    </section>
  );
}

function Total({ figures }: { figures: Figures }) {
  const t = useT();
  const { locale } = usePage();
  const duration = useDuration();
  const facts = {
    volume: `${fiatText(locale, figures.volumeUsd, "USD")} USD`,
    trades: countText(locale, figures.trades),
    success: useRate()(figures.successRate),
    payment: duration(figures.paymentMedianSec),
    release: duration(figures.releaseMedianSec),
  };
  return (
    <dl className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-4 px-3 md:grid-cols-[repeat(5,minmax(0,1fr))]">
      {(["volume", "trades", "success", "payment", "release"] as const).map((name) => (
        <Stat key={name} label={t(`dashboard.statistics.${name}`)} value={facts[name]} />
      ))}
    </dl>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  const t = useT();
  const { locale } = usePage();
  const [duration, rate] = [useDuration(), useRate()];
  return (
    // On a phone three columns fit beside each other.
    <div className="min-w-0 max-sm:[&_:is(td,th)+*]:ps-0.5!">
      <Table
        caption={t("dashboard.statistics.parts")}
        head={(["part", "volume", "trades", "success", "median"] as const).map((name) =>
          t(`dashboard.statistics.${name}`),
        )}
        numbers={[1, 2, 3, 4]}
        wide={[2, 4]}
      >
        {parts.map((part) => (
          <tr key={`${part.role} ${part.cryptoCurrencyCode}`}>
            <td>
              <span className="flex items-center gap-1.5 font-medium">
                <Coin code={part.cryptoCurrencyCode} size={16} />
                {t(`dashboard.statistics.${part.role}`, { coin: part.cryptoCurrencyCode })}
              </span>
            </td>
            <td className="text-end whitespace-nowrap tabular-nums max-sm:text-xs">
              <bdi>
                {cryptoText(locale, part.volume, part.cryptoCurrencyCode)} {part.cryptoCurrencyCode}
              </bdi>
            </td>
            <td className="text-end tabular-nums max-sm:hidden">{countText(locale, part.trades)}</td>
            <td className="text-end tabular-nums">
              {rate(part.successRate)}
              <progress
                className="ms-2 h-1.5 w-14 appearance-none overflow-hidden rounded-full border-0 bg-sunken align-middle max-sm:hidden [&::-moz-progress-bar]:bg-good [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-good"
                aria-hidden
                value={part.successful}
                max={part.trades}
              />
            </td>
            <td className="text-end tabular-nums max-sm:hidden">
              {duration(part.role === "buyer" ? part.paymentMedianSec : part.releaseMedianSec)}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function useRate() {
  const { locale } = usePage();
  const words = new Intl.NumberFormat(numeralLocale(locale), { style: "percent", maximumFractionDigits: 1 });
  return (percent: string | null) => (percent === null ? "–" : words.format(Number(percent) / 100));
}

/** Seconds below two minutes, minutes below two hours, hours above. */
function useDuration() {
  const t = useT();
  return (seconds: number | null) => {
    if (seconds === null) return "–";
    if (seconds < 120) return t("dashboard.statistics.seconds", { count: seconds });
    if (seconds < 7200) return t("dashboard.statistics.minutes", { count: Math.round(seconds / 60) });
    return t("dashboard.statistics.hours", { count: Math.round(seconds / 3600) });
  };
}
