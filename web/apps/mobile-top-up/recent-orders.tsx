/** The reader's newest top-ups, each with its state and a way to repeat it. */
import { useState } from "react";
import type { TopUpOrder } from "#contract/products/top-ups.ts";
import { amountText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Rows } from "#ui/rows.tsx";
import { OrderBadge } from "./order-badge.tsx";

type Props = { readonly first: readonly TopUpOrder[]; readonly next: string | null };

export function RecentOrders({ first, next: firstNext }: Props) {
  const t = useT();
  const page = usePage();
  const [orders, setOrders] = useState(first);
  const [next, setNext] = useState(firstNext);
  const more = useAction(async (before: string) => {
    const { listTopUps } = await import("#contract/products/top-ups.ts");
    const { data, meta } = await page.call(listTopUps, { query: { before } });
    setOrders([...orders, ...data]);
    setNext(meta.next);
  });
  return (
    <Card className="grid gap-3 p-5" aria-labelledby="top-up-recent">
      <h2 id="top-up-recent" className="font-semibold">
        {t("topups.recent.title")}
      </h2>
      {orders.length === 0 && <p className="text-sm text-muted">{t("topups.recent.none")}</p>}
      <Rows>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </Rows>
      {next !== null && (
        <Button look="secondary" size="sm" isBusy={more.isRunning} onClick={() => void more.run(next)}>
          {t("topups.recent.more")}
        </Button>
      )}
    </Card>
  );
}

function Row({ order }: { order: TopUpOrder }) {
  const t = useT();
  const page = usePage();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
      <a href={page.href("topUpReceipt", { id: order.id })} className="font-medium text-ink hover:underline">
        <bdi>{amountText(page.locale, `${order.amount} ${order.currencyCode}`)}</bdi>
      </a>
      <span className="justify-self-end">
        <OrderBadge status={order.status} />
      </span>
      <span className="text-xs text-muted">
        <bdi dir="ltr" className="tabular-nums">
          {order.shown}
        </bdi>{" "}
        · <LocalTime at={order.createdAt} />
      </span>
      <LinkButton
        look="quiet"
        size="sm"
        className="justify-self-end"
        href={`${page.href("mobileTopUp", undefined)}?again=${order.id}`}
      >
        {t("topups.recent.repeat")}
      </LinkButton>
    </li>
  );
}
