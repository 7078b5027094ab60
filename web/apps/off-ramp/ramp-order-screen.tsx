/** One purchase or sale: where it is, what its owner does next, and afterwards its receipt. */
import type { RampOrderProps } from "#contract/products/pages.ts";
import type { RampOrder } from "#contract/products/ramps/ramps.ts";
import { amountText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { HeldChoice } from "./held-choice.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { PayInstructions } from "./pay-instructions.tsx";
import { Simulated } from "./simulated.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useRampOrder } from "./use-ramp-order.ts";

export const screen: PageScreen<"ramp-order", typeof RampOrderScreen> = {
  title: "ramps.order.title",
  texts: ["ramps"],
};

/** Ends that say more than the state. */
const WHY = [
  ...(["refused", "number", "stock", "staff"] as const),
  ...(["declined", "expired", "refunded", "came_back"] as const),
] as const;

export default function RampOrderScreen({ order: first }: RampOrderProps) {
  const t = useT();
  const page = usePage();
  const { order, show } = useRampOrder(first);
  const sum = (amount: string, code: string) => amountText(page.locale, `${amount} ${code}`);
  const { direction, state } = order;
  const why = WHY.find((one) => one === order.endReason);
  const isWaiting = direction === "buy" && (state === "waiting" || state === "opening");
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-4 py-6">
      {order.simulated && <Simulated>{t(`ramps.simulated.order_${direction}`)}</Simulated>}
      <Card className="grid gap-5 p-5">
        <header className="grid justify-items-center gap-2 text-center">
          <StateBadge state={state} />
          <h1 className="text-3xl font-bold tracking-tight tabular-nums">
            <bdi>
              {direction === "buy"
                ? sum(order.givenCoins ?? order.coins, order.cryptoCurrencyCode)
                : sum(order.amount, order.currencyCode)}
            </bdi>
          </h1>
          <span className="text-sm text-muted">
            {direction === "buy"
              ? t("ramps.order.for", { amount: sum(order.amount, order.currencyCode) })
              : t("ramps.order.for", { amount: sum(order.coins, order.cryptoCurrencyCode) })}
          </span>
        </header>
        <OrderSteps order={order} />
        <div className="grid gap-1 rounded-lg bg-sunken p-4 text-sm" role="status" aria-live="polite">
          <p>{t(`ramps.order.${wordsOf(order)}`)}</p>
          {why && state === "returned" && <p>{t(`ramps.why.${why}`)}</p>}
          {order.hasCase && direction === "sell" && order.endedAt === null && <p>{t("ramps.order.case")}</p>}
        </div>
        {state === "opening" && <Spinner />}
        {direction === "buy" && state === "waiting" && <PayInstructions order={order} />}
        {state === "held" && <HeldChoice order={order} onDone={show} />}
        <Facts order={order} />
        <p className="grid gap-0.5 border-t border-line pt-3 text-xs text-muted">
          {t("ramps.order.reference")}
          <bdi dir="ltr" className="font-mono [overflow-wrap:anywhere] select-all">
            {order.reference}
          </bdi>
        </p>
      </Card>
      <div className="flex flex-wrap justify-center gap-2">
        {isWaiting && <Cancel order={order} onDone={show} />}
        <LinkButton look="secondary" href={page.href(direction === "buy" ? "onramp" : "offRamp", undefined)}>
          {t(`ramps.${direction}.again`)}
        </LinkButton>
        <LinkButton look="quiet" href={page.href("wallet", undefined)}>
          {t("ramps.order.wallet")}
        </LinkButton>
      </div>
    </div>
  );
}

/** The states of each direction. */
function wordsOf({ direction, state, heldFor, received }: RampOrder) {
  if (direction === "sell")
    switch (state) {
      case "unclear":
      case "done":
      case "came_back":
      case "returned":
        return `sell.${state}` as const;
      default:
        return "sell.paying" as const;
    }
  if (state === "held" && heldFor === "name" && received?.payerName === null) return "buy.held_unnamed";
  switch (state) {
    case "paying":
    case "came_back":
      return "buy.opening" as const;
    default:
      return `buy.${state}` as const;
  }
}

function Facts({ order }: { order: RampOrder }) {
  const t = useT();
  const { locale } = usePage();
  const sum = (amount: string, code: string) => amountText(locale, `${amount} ${code}`);
  const { received, party } = order;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
      <FactRows
        rows={[
          [t("ramps.order.method"), t(`ramps.rail.${order.rail}`)],
          ...(party
            ? ([[t(`ramps.order.party_${order.direction}`), `${party.name} ${party.masked}`.trim()]] as const)
            : []),
          ...(received
            ? ([
                [t("ramps.order.came"), sum(received.amount, received.currencyCode)],
                ...(received.payerName ? ([[t("ramps.order.payer"), received.payerName]] as const) : []),
              ] as const)
            : []),
          [t("ramps.price.market_fee"), sum(order.fee, order.cryptoCurrencyCode)],
          [t("ramps.order.opened"), <LocalTime key="at" at={order.createdAt} />],
          ...(order.endedAt ? ([[t("ramps.order.ended"), <LocalTime key="end" at={order.endedAt} />]] as const) : []),
        ]}
      />
    </dl>
  );
}

function Cancel({ order, onDone }: { order: RampOrder; onDone: (order: RampOrder) => void }) {
  const t = useT();
  const page = usePage();
  const cancel = useAction(async () => {
    const { cancelOnRamp } = await import("#contract/products/ramps/ramps.ts");
    const { data } = await page.call(cancelOnRamp, { params: { id: order.id } });
    if (data.state === "waiting") page.toast("info", t("ramps.order.cancel_asked"));
    onDone(data);
  });
  return (
    <Button look="secondary" isBusy={cancel.isRunning} onClick={() => void cancel.run()}>
      {t("ramps.order.cancel")}
    </Button>
  );
}
