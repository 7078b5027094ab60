/** The reader's newest purchases or sales, each with its state. */
import { useState } from "react";
import type { RampDirection } from "#contract/products/ramps/names.ts";
import type { RampOrder } from "#contract/products/ramps/ramps.ts";
import { amountText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Rows } from "#ui/rows.tsx";
import { StateBadge } from "./state-badge.tsx";

type Props = {
  readonly direction: RampDirection;
  readonly first: readonly RampOrder[];
  readonly next: string | null;
};

export function RecentRamps({ direction, first, next: firstNext }: Props) {
  const t = useT();
  const page = usePage();
  const [orders, setOrders] = useState(first);
  const [next, setNext] = useState(firstNext);
  const more = useAction(async (before: string) => {
    const { listRampOrders } = await import("#contract/products/ramps/ramps.ts");
    const { data, meta } = await page.call(listRampOrders, { query: { direction, before } });
    setOrders([...orders, ...data]);
    setNext(meta.next);
  });
  return (
    <Card className="grid gap-3 p-5" aria-labelledby="ramp-recent">
      <h2 id="ramp-recent" className="font-semibold">
        {t(`ramps.${direction}.recent`)}
      </h2>
      {orders.length === 0 && <p className="text-sm text-muted">{t("ramps.recent.none")}</p>}
      <Rows>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </Rows>
      {next !== null && (
        <Button look="secondary" size="sm" isBusy={more.isRunning} onClick={() => void more.run(next)}>
          {t("ramps.recent.more")}
        </Button>
      )}
    </Card>
  );
}

function Row({ order }: { order: RampOrder }) {
  const t = useT();
  const page = usePage();
  const sum = (amount: string, code: string) => amountText(page.locale, `${amount} ${code}`);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
      <a href={page.href("rampOrder", { id: order.id })} className="font-medium text-ink hover:underline">
        <bdi>{sum(order.givenCoins ?? order.coins, order.cryptoCurrencyCode)}</bdi>
      </a>
      <span className="justify-self-end">
        <StateBadge state={order.state} />
      </span>
      <span className="text-xs text-muted">
        <bdi>{sum(order.amount, order.currencyCode)}</bdi> · {t(`ramps.rail.${order.rail}`)}
      </span>
      <span className="justify-self-end text-xs text-muted">
        <LocalTime at={order.createdAt} />
      </span>
    </li>
  );
}
