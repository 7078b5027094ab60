/** From where registrations and trades came, for readers who may see everything. */
import type { MarketStatistics } from "#contract/site/statistics.ts";
import { countText } from "#sdk/words/money.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { Figures } from "./traders.tsx";

type Props = { readonly sources: NonNullable<MarketStatistics["sources"]>; readonly setting: PageSetting };

export function Sources({ sources, setting: { t, locale } }: Props) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">{t("statistics.sources.title")}</h2>
      {sources.length === 0 ? (
        <p className="text-sm text-muted">{t("statistics.sources.none")}</p>
      ) : (
        <Figures
          heads={(["source", "registrations", "trades"] as const).map((key) => t(`statistics.sources.${key}`))}
          rows={sources.map(({ source, registrations, trades }) => [
            t.maybe(`statistics.sources.of.${source}`, source),
            countText(locale, registrations),
            countText(locale, trades),
          ])}
        />
      )}
      <p className="text-xs text-muted">{t("statistics.sources.how")}</p>
    </section>
  );
}
