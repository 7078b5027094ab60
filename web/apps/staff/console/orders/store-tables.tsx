/** The gift card store for administrators: reports of codes that do not work, and stock and failures by brand. */
import type { StaffStore } from "#contract/products/store/gift-card-store.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { amountText, countText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

type Props = { readonly store: StaffStore; readonly onDecide: (change: StaffChange) => void };

export function StoreTables({ store, onDecide }: Props) {
  const t = useT();
  const { locale } = usePage();
  const head = (["brand", "stock", "sold", "failed", "reported", "refunded"] as const).map((key) =>
    t(`orders.store.${key}`),
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2" aria-labelledby="staff-store">
      <h2 id="staff-store" className="px-3 pt-2 font-semibold">
        {t("orders.store.title")}
      </h2>
      {store.reports.length === 0 ? (
        <p className="px-3 text-sm text-muted">{t("orders.store.none")}</p>
      ) : (
        <Reports store={store} onDecide={onDecide} />
      )}
      <Table isStacked caption={t("orders.store.title")} head={head} numbers={[1, 2, 3, 4, 5]}>
        {store.brands.map((one) => (
          <tr key={`${one.provider}:${one.brand}`}>
            <th scope="row" className="text-start font-medium">
              <bdi>{one.brand}</bdi>
              <p className="text-xs font-normal text-muted">
                <bdi>{one.provider}</bdi>
              </p>
            </th>
            <td className="text-end tabular-nums">
              {countText(locale, one.inStock)} / {countText(locale, one.products)}
            </td>
            {[one.sold, one.failed, one.reported, one.refunded].map((count, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
              <td key={place} className="text-end tabular-nums">
                {countText(locale, count)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Reports({ store, onDecide }: Props) {
  const t = useT();
  const { locale } = usePage();
  const head = [
    ...[t("orders.head.order"), t("orders.store.head_card"), t("orders.store.head_says"), t("orders.store.head_seen")],
    t("orders.head.act"),
  ];
  return (
    <Table isStacked caption={t("orders.store.reports")} head={head}>
      {store.reports.map((one) => (
        <tr key={one.id} className="align-top">
          <td>
            <p className="font-medium">
              <bdi>{one.username}</bdi>
            </p>
            <p className="font-mono text-2xs text-muted select-all">
              <bdi dir="ltr">{one.reference}</bdi>
            </p>
          </td>
          <td>
            <p>
              <bdi>{one.brand}</bdi>{" "}
              <bdi className="whitespace-nowrap tabular-nums">
                {amountText(locale, `${one.amount} ${one.currencyCode}`)}
              </bdi>
            </p>
            <p className="text-xs text-muted">
              <bdi>{one.provider}</bdi>
            </p>
          </td>
          <td dir="auto" className="max-w-80 text-sm [overflow-wrap:anywhere]">
            {one.says}
          </td>
          <td className="text-xs text-muted">
            <p>
              <LocalTime at={one.seenAt} />
            </p>
            {one.redeemedAt ? (
              <Badge tone="bad">
                {t("orders.store.redeemed")} <LocalTime at={one.redeemedAt} />
              </Badge>
            ) : (
              <p>{t("orders.store.not_redeemed")}</p>
            )}
          </td>
          <td>
            <div className="flex flex-wrap gap-2">
              {(one.redeemedAt ? (["keep"] as const) : (["refund", "keep"] as const)).map((decision) => (
                <Button
                  key={decision}
                  size="sm"
                  look="secondary"
                  onClick={() => onDecide({ kind: "end_order", id: one.username, order: one.id, decision })}
                >
                  {t(`orders.store.${decision}`)}
                </Button>
              ))}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}
