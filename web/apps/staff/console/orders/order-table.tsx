/** Orders in rows, with the decisions that a case can have. */
import type { ProviderOrder } from "#contract/products/providers/orders.ts";
import type { OrderDecision, OrderStatus } from "#contract/products/providers/order-names.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../queue/move-by-arrows.ts";

type Props = { readonly orders: readonly ProviderOrder[]; readonly onDecide: (change: StaffChange) => void };

export function OrderTable({ orders, onDecide }: Props) {
  const t = useT();
  const head = (["order", "what", "sums", "state", "time", "act"] as const).map((key) => t(`orders.head.${key}`));
  return (
    <Table isStacked caption={t("orders.title")} head={head}>
      {orders.map((order) => (
        <Row key={order.id} order={order} onDecide={onDecide} />
      ))}
    </Table>
  );
}

const TONES: Readonly<Record<OrderStatus, Tone>> = {
  reserved: "info",
  submitted: "info",
  unknown: "warn",
  mismatch: "bad",
  settled: "good",
  returned: "neutral",
};

function Row({ order, onDecide }: { order: ProviderOrder } & Pick<Props, "onDecide">) {
  const t = useT();
  const { locale } = usePage();
  const isPurchase = order.product === "on_ramp";
  const sum = (amount: string, code: string) => isolated(amountText(locale, `${amount} ${code}`));
  return (
    <tr tabIndex={-1} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
      <td>
        <p className="font-medium">
          <bdi>{order.username}</bdi>
        </p>
        <p className="font-mono text-2xs text-muted select-all">
          <bdi dir="ltr">{order.reference}</bdi>
        </p>
      </td>
      <td>
        <p className="whitespace-nowrap">{t(`orders.product.${order.product}`)}</p>
        <p className="text-xs text-muted">
          <bdi>{order.provider}</bdi> · {order.countryIso}
        </p>
      </td>
      <td className="whitespace-nowrap tabular-nums">
        <p className="font-medium">{sum(order.amount, order.currencyCode)}</p>
        {order.delivered !== null && order.delivered !== order.amount && (
          <p className="text-xs font-medium text-bad">
            {t(isPurchase ? "orders.money_in" : "orders.delivered", {
              amount: sum(order.delivered, order.currencyCode),
            })}
          </p>
        )}
        <p className="text-xs text-muted">{sum(order.total, order.cryptoCurrencyCode)}</p>
        <p className="text-xs text-muted">
          {order.chargedUsd === null
            ? t(isPurchase ? "orders.expects" : "orders.cost", { amount: sum(order.costUsd, "USD") })
            : t(isPurchase ? "orders.credited" : "orders.charged", { amount: sum(order.chargedUsd, "USD") })}
        </p>
      </td>
      <td>
        <Badge tone={TONES[order.status]}>{t(`orders.status.${order.status}`)}</Badge>
        {order.endReason && <p className="text-xs text-muted">{t(`orders.end.${order.endReason}`)}</p>}
        {order.caseReason && (
          <p className="text-xs font-medium text-warn">
            {t(
              order.caseReason === "name" && order.payerName === null
                ? "orders.unnamed"
                : `orders.case.${order.caseReason}`,
            )}
          </p>
        )}
        {order.payerName !== null && order.userName !== null && (
          <dl className="my-1 grid text-xs">
            <dt className="text-muted">{t("orders.payer")}</dt>
            <dd>
              <bdi>{order.payerName}</bdi>
            </dd>
            <dt className="text-muted">{t("orders.verified")}</dt>
            <dd>
              <bdi>{order.userName}</bdi>
            </dd>
          </dl>
        )}
        {order.isNameClose && <Badge tone="warn">{t("orders.name_close")}</Badge>}
        <p className="text-xs text-muted">{t("orders.calls", { count: order.calls })}</p>
        {order.fault && (
          <p dir="auto" className="text-xs text-muted [overflow-wrap:anywhere]">
            {order.fault}
          </p>
        )}
      </td>
      <td className="text-xs whitespace-nowrap text-muted">
        <LocalTime at={order.createdAt} />
      </td>
      <td>
        {order.isByHand && order.decisions.length > 0 && <ByHand order={order} />}
        <div className="flex flex-wrap gap-2">
          {order.decisions.map((decision) => (
            <Button
              key={decision}
              size="sm"
              look="secondary"
              onClick={() => onDecide({ kind: "end_order", id: order.username, order: order.id, decision })}
            >
              {t(wordOf(order, decision))}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  );
}

function wordOf({ product, isByHand, chargedUsd }: ProviderOrder, decision: OrderDecision) {
  if (isByHand && decision === "return") return chargedUsd === null ? "orders.by_hand.none" : "orders.by_hand.returned";
  return product === "on_ramp" && decision !== "share"
    ? (`orders.purchase.${decision}` as const)
    : (`orders.decide.${decision}` as const);
}

/** What two administrators do at the provider before they decide here. */
function ByHand({ order }: { order: ProviderOrder }) {
  const t = useT();
  // As the receipt has it.
  const reference = order.reference.replaceAll("-", "").slice(0, 12).toUpperCase();
  return (
    <div className="mb-2 grid max-w-60 gap-1 text-xs text-muted">
      {order.decisions.includes("settle") && (
        <p>
          {t("orders.by_hand.look", {
            reference: isolated(reference),
            user: isolated(order.userName ?? order.username),
          })}
        </p>
      )}
      {order.chargedUsd !== null && <p>{t("orders.by_hand.back")}</p>}
    </div>
  );
}
