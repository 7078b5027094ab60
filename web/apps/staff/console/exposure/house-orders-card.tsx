/** Orders of the operator on the spot markets: whether they are placed at all, and the newest. */
import type { HouseHedger, HouseOrder } from "#contract/staff/exposure.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

const TONES: Readonly<Record<HouseOrder["state"], Tone>> = {
  planned: "info",
  placed: "info",
  ended: "good",
  refused: "neutral",
  missing: "bad",
};

export function HouseOrdersCard({ hedger: { hold, orders } }: { readonly hedger: HouseHedger }) {
  const t = useT();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={t("exposure.orders.title")}>
      <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        {t("exposure.orders.title")}
        <Badge tone={hold === null ? "good" : hold === "off" ? "neutral" : "warn"}>
          {t(hold === null ? "exposure.orders.on" : "exposure.orders.off")}
        </Badge>
      </h2>
      <p className="max-w-3xl text-sm text-muted">
        {t("exposure.orders.about")} {hold !== null && t(`exposure.orders.hold.${hold}`)}
      </p>
      {orders.length > 0 && (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <Table
            caption={t("exposure.orders.title")}
            head={(["order", "filled", "fee", "time", "state"] as const).map((key) => t(`exposure.orders.head.${key}`))}
            isStacked
          >
            {orders.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </Table>
        </Card>
      )}
    </section>
  );
}

function Row({ one }: { readonly one: HouseOrder }) {
  const t = useT();
  const { locale } = usePage();
  const [base = "", quote = ""] = one.market.split("-");
  const text = (sum: string, code: string) => amountText(locale, `${sum} ${code}`);
  return (
    <tr className="align-top">
      <td className="whitespace-nowrap tabular-nums">
        <p className="font-medium">
          <bdi>{t(`exposure.advice.${one.side}`, { amount: text(one.amount, base) })}</bdi>
        </p>
        <p className="text-xs text-muted">
          <bdi>{t("exposure.orders.at", { price: text(one.price, quote) })}</bdi>
        </p>
      </td>
      <td className="whitespace-nowrap tabular-nums">
        <p>
          <span className="text-xs text-muted sm:hidden">{t("exposure.orders.head.filled")} </span>
          <bdi dir="ltr">{text(one.filled, base)}</bdi>
        </p>
        <p className="text-xs text-muted">
          <bdi dir="ltr">{text(one.filledValue, quote)}</bdi>
        </p>
      </td>
      <td className="whitespace-nowrap tabular-nums">
        <span className="text-xs text-muted sm:hidden">{t("exposure.orders.head.fee")} </span>
        <bdi dir="ltr">{text(one.fee, one.feeCurrency)}</bdi>
      </td>
      <td className="text-xs whitespace-nowrap text-muted">
        <LocalTime at={one.plannedAt} />
      </td>
      <td>
        <Badge tone={TONES[one.state]}>{t(`exposure.orders.state.${one.state}`)}</Badge>
        {one.why !== null && <p className="text-xs text-muted">{t(`exposure.orders.why.${one.why}`)}</p>}
      </td>
    </tr>
  );
}
