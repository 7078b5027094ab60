/** How trades are spread over traders, in groups; by name for readers who may see everything. */
import type { ReactNode } from "react";
import { pathOf } from "#contract/platform/paths.ts";
import type { StatisticsProps } from "#contract/site/pages.ts";
import type { MarketStatistics, TraderGroup } from "#contract/site/statistics.ts";
import { countText } from "#sdk/words/money.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { percentText } from "../status/status-words.ts";
import { secondsText } from "./seconds-text.ts";

type Props = Pick<StatisticsProps, "period" | "traders"> & {
  readonly coin: MarketStatistics["coin"];
  readonly setting: PageSetting;
};

export function Traders({ period, coin, traders: { groups, traders }, setting }: Props) {
  const { t, locale } = setting;
  const share = (pct: number) => percentText(locale, pct * 100);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("statistics.traders.title")}</h2>
        <a
          href={`${pathOf("en", "statistics", undefined)}/traders.csv?days=${period}&coin=${coin}`}
          className="flex min-h-11 items-center text-sm font-medium text-brand hover:underline"
        >
          {t("statistics.traders.csv")}
        </a>
      </div>
      {groups.length === 0 ? (
        <p className="text-sm text-muted">{t("statistics.traders.none")}</p>
      ) : (
        <Figures
          heads={(["group", "people", "trades_share", "volume_share"] as const).map((key) =>
            t(`statistics.traders.${key}`),
          )}
          rows={groups.map((group) => [
            groupText(group, setting),
            countText(locale, group.people),
            share(group.tradesPct),
            share(group.volumePct),
          ])}
        />
      )}
      <p className="text-xs text-muted">{t("statistics.traders.source")}</p>
      {traders && traders.length > 0 && (
        <>
          <h3 className="font-semibold">{t("statistics.traders.by_name")}</h3>
          <Figures
            heads={(["trader", "trades", "sold", "volume", "release", "disputes"] as const).map((key) =>
              t(`statistics.traders.${key}`),
            )}
            rows={traders.map((one) => [
              <a key="name" className="underline" href={pathOf(locale, "user", { username: one.username })}>
                {one.username}
              </a>,
              countText(locale, one.trades),
              countText(locale, one.sold),
              countText(locale, Math.round(Number(one.volumeUsd))),
              one.releaseMeanSec === null ? "–" : secondsText(one.releaseMeanSec, setting),
              countText(locale, one.disputes),
            ])}
          />
          <p className="text-xs text-muted">{t("statistics.traders.names_source")}</p>
        </>
      )}
    </section>
  );
}

function groupText({ least, most }: TraderGroup, { t, locale }: PageSetting): string {
  if (most === null) return t("statistics.traders.more", { least: countText(locale, least) });
  if (least === most) return t("statistics.traders.just", { count: least });
  return t("statistics.traders.between", { least: countText(locale, least), most: countText(locale, most) });
}

export function Figures({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-raised shadow-card">
      <table className="w-full text-sm max-md:text-2xs">
        <thead className="text-xs text-muted max-md:text-2xs">
          <tr>
            {heads.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={
                  place === 0 ? "px-2 py-2 text-start md:px-4" : "px-1 py-2 text-end font-medium last:pe-2 md:px-4"
                }
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([first, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, by the server.
            <tr key={row}>
              <th scope="row" className="px-2 py-2 text-start font-medium md:px-4">
                <bdi>{first}</bdi>
              </th>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, by the server.
                <td key={place} className="px-1 py-2 text-end last:pe-2 md:px-4">
                  <bdi className="whitespace-nowrap tabular-nums">{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
