/** Orders of the operator on the spot markets and at a venue outside: whether they are placed at all, what it has outside, and the newest. */
import type { ReactNode } from "react";
import type { HouseHedger, HouseOrder } from "#contract/staff/exposure.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Table } from "#ui/table.tsx";

const TONES: Readonly<Record<HouseOrder["state"], Tone>> = {
  planned: "info",
  placed: "info",
  unknown: "warn",
  ended: "good",
  refused: "neutral",
  missing: "bad",
};

export function HouseOrdersCard({ hedger: { hold, outside, orders } }: { readonly hedger: HouseHedger }) {
  const t = useT();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={t("exposure.orders.title")}>
      <h2 className="text-lg font-semibold">{t("exposure.orders.title")}</h2>
      <p className="max-w-3xl text-sm text-muted">{t("exposure.orders.about")}</p>
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-3", outside && "lg:grid-cols-2")}>
        <Venue venue="spot" hold={hold} />
        {outside && (
          <Venue venue={outside.venue} hold={outside.hold}>
            <Balances outside={outside} />
          </Venue>
        )}
      </div>
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

type VenueProps = {
  readonly venue: HouseOrder["venue"];
  readonly hold: HouseHedger["hold"];
  readonly children?: ReactNode;
};

function Venue({ venue, hold, children }: VenueProps) {
  const t = useT();
  return (
    <Card className="grid content-start gap-2 p-5 text-sm">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {t(`exposure.orders.venue.${venue}`)}
        <Badge tone={hold === null ? "good" : hold === "off" ? "neutral" : "warn"}>
          {t(hold === null ? "exposure.orders.on" : "exposure.orders.off")}
        </Badge>
      </h3>
      {hold !== null && <p className="text-muted">{t(`exposure.orders.hold.${hold}`)}</p>}
      {children}
    </Card>
  );
}

function Balances({ outside: { readAt, balances } }: { readonly outside: NonNullable<HouseHedger["outside"]> }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <>
      <p className="flex flex-wrap gap-x-6 gap-y-1 font-medium tabular-nums">
        {balances.map(({ currencyCode, amount }) => (
          <bdi key={currencyCode} dir="ltr">
            {amountText(locale, `${amount} ${currencyCode}`)}
          </bdi>
        ))}
      </p>
      <p className="text-xs text-muted">
        {t("exposure.orders.outside")} <LocalTime at={readAt} />
      </p>
    </>
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
          {t(`exposure.orders.venue.${one.venue}`)} ·{" "}
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
