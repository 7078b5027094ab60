/** The operator's exposure: how much of each currency is its own, against the target, and how the ledger explains it. */
import type { AdvicePage, CurrencyExposure, HouseExposure } from "#contract/staff/exposure.ts";
import type { StaffExposureProps } from "#contract/staff/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { AdviceHistory } from "./exposure/advice-history.tsx";
import { DayCard } from "./exposure/day-card.tsx";
import { ExplainedCard } from "./exposure/explained-card.tsx";
import { HouseOrdersCard } from "./exposure/house-orders-card.tsx";
import { useQueue } from "./queue/use-queue.ts";

export const screen: PageScreen<"staff-exposure", typeof ExposureScreen> = {
  title: "exposure.title",
  texts: ["exposure", "console.ledger", ...NAV_TEXTS],
};

function useExposure({ exposure, advice, after }: StaffExposureProps) {
  const page = usePage();
  const house = useQueue<HouseExposure>({
    name: "exposure",
    asked: {},
    first: exposure,
    load: async () => {
      const { getExposure } = await import("#contract/staff/exposure.ts");
      return (await page.call(getExposure, {})).data;
    },
  });
  const advised = useQueue<AdvicePage>({
    name: "exposure-advice",
    asked: { after },
    first: advice,
    load: async (query) => {
      const { listHouseAdvice } = await import("#contract/staff/exposure.ts");
      return (await page.call(listHouseAdvice, { query })).data;
    },
  });
  const onChange = (changed: HouseExposure) => {
    house.change(() => changed);
    advised.refresh();
  };
  return { exposure: house.found, advice: advised.found, onChange };
}

export default function ExposureScreen(props: StaffExposureProps) {
  const t = useT();
  const { locale, href } = usePage();
  const { exposure, advice, onChange } = useExposure(props);
  const { currencies, usd, at } = exposure;
  return (
    <ConsoleFrame title={t("exposure.title")} here="staffExposure">
      <p className="max-w-3xl text-sm text-muted">
        {t("exposure.about")}{" "}
        <a className="text-brand underline" href={`${href("staffSettings", undefined)}?q=exposure.`}>
          {t("exposure.settings")}
        </a>
      </p>
      <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
        <Table
          caption={t("exposure.title")}
          head={(["currency", "exposure", "usd", "band", "state"] as const).map((key) => t(`exposure.head.${key}`))}
          isStacked
          numbers={[1, 2]}
        >
          {currencies.map((one) => (
            <SumRow key={one.currencyCode} one={one} />
          ))}
          <tr>
            <th scope="row" className="text-start font-semibold">
              {t("exposure.together")}
            </th>
            <td className="max-sm:hidden" />
            <td className="text-end font-semibold whitespace-nowrap tabular-nums">
              {usd === null ? t("exposure.no_rate") : <bdi dir="ltr">{amountText(locale, `${usd} USD`)}</bdi>}
            </td>
            <td className="max-sm:hidden" />
            <td className="text-xs text-muted">
              <LocalTime at={at} />
            </td>
          </tr>
        </Table>
      </Card>
      <DayCard today={exposure.today} lossBoundUsd={exposure.lossBoundUsd} />
      <AdviceHistory found={advice} after={props.after} />
      <HouseOrdersCard hedger={exposure.hedger} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {currencies.map((one) => (
          <ExplainedCard key={one.currencyCode} one={one} onChange={onChange} />
        ))}
      </div>
    </ConsoleFrame>
  );
}

function SumRow({ one }: { readonly one: CurrencyExposure }) {
  const t = useT();
  const { locale } = usePage();
  const { currencyCode: code, aim } = one;
  const shown = (sum: string) => <bdi dir="ltr">{amountText(locale, `${sum} ${code}`)}</bdi>;
  return (
    <tr>
      <th scope="row" className="text-start font-medium">
        {code}
      </th>
      <td className="text-end whitespace-nowrap tabular-nums">{shown(one.exposure)}</td>
      <td className="text-end whitespace-nowrap tabular-nums">
        {one.usd === null ? t("exposure.no_rate") : <bdi dir="ltr">{amountText(locale, `${one.usd} USD`)}</bdi>}
      </td>
      <td className="whitespace-nowrap text-muted tabular-nums">
        {aim && (
          <bdi dir="ltr">
            {amountText(locale, `${aim.low} ${code}`)} – {amountText(locale, `${aim.high} ${code}`)}
          </bdi>
        )}
      </td>
      <td>
        <State one={one} />
      </td>
    </tr>
  );
}

function State({ one: { aim } }: { readonly one: CurrencyExposure }) {
  const t = useT();
  if (aim === null) return <Badge>{t("exposure.state.none")}</Badge>;
  if (aim.move === null) return <Badge tone="good">{t("exposure.state.within")}</Badge>;
  return <Badge tone="warn">{t(aim.move.side === "sell" ? "exposure.state.above" : "exposure.state.below")}</Badge>;
}
