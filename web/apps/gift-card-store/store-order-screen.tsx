/** An order of gift cards: each line with what came of it, as it changes, and the cards that came. */
import { useEffect, useState } from "react";
import type { StoreOrderProps } from "#contract/products/pages.ts";
import type { StoreOrder } from "#contract/products/store/gift-card-store.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText, countText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Rows } from "#ui/rows.tsx";
import { CardTile } from "./card-tile.tsx";
import { LineBadge } from "./line-badge.tsx";
import { StoreFrame } from "./store-frame.tsx";

export const screen: PageScreen<"store-order", typeof StoreOrderScreen> = {
  title: "store.order.title",
  texts: ["store", "refusals"],
};

const SOON_MS = 800;
const LATER_MS = 10_000;
/** Then it is asked for more seldom. */
const SOON_TIMES = 30;

export default function StoreOrderScreen({ order: first }: StoreOrderProps) {
  const t = useT();
  const page = usePage();
  const [order, setOrder] = useOrder(first);
  const sum = (amount: string) => amountText(page.locale, `${amount} ${order.cryptoCurrencyCode}`);
  return (
    <StoreFrame title={t("store.order.title")} here="order" simulated={order.simulated && "short"}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section className="grid gap-3" aria-labelledby="order-cards">
          <h2 id="order-cards" className="font-semibold">
            {t("store.order.cards")}
          </h2>
          <p role="status" aria-live="polite" className="flex items-center gap-2 text-sm text-muted">
            {!order.isOver && <Spinner />}
            {t(order.isOver ? "store.order.over" : "store.order.open")}
          </p>
          {order.cards.map((card) => (
            <CardTile
              key={card.id}
              card={card}
              onChange={(changed) =>
                setOrder({ ...order, cards: order.cards.map((one) => (one.id === changed.id ? changed : one)) })
              }
            />
          ))}
        </section>
        <Card className="grid gap-4 p-5" aria-labelledby="order-lines">
          <h2 id="order-lines" className="font-semibold">
            {t("store.order.lines")}
          </h2>
          <Rows>
            {order.lines.map((line) => (
              <Line key={line.id} line={line} coin={order.cryptoCurrencyCode} />
            ))}
          </Rows>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t border-line pt-3 text-sm">
            <FactRows
              rows={[
                [t("store.order.paid"), sum(order.total)],
                [t("store.pay.fee"), sum(order.fee)],
                [t("store.order.time"), <LocalTime key="at" at={order.createdAt} />],
              ]}
            />
          </dl>
        </Card>
      </div>
    </StoreFrame>
  );
}

function Line({ line, coin }: { line: StoreOrder["lines"][number]; coin: string }) {
  const t = useT();
  const { locale } = usePage();
  const sum = (amount: string, code: string) => amountText(locale, `${amount} ${code}`);
  const why = line.endReason;
  return (
    <li className="grid gap-1 py-3 text-sm first:pt-0 last:pb-0">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">
          {countText(locale, line.quantity)} × <bdi>{line.brand}</bdi>{" "}
          <bdi className="tabular-nums">{sum(line.amount, line.currencyCode)}</bdi>
        </span>
        <LineBadge line={line} />
      </span>
      <bdi className="text-xs text-muted tabular-nums">{sum(line.total, coin)}</bdi>
      {line.delivered !== null && line.status === "settled" && (
        <span className="text-xs text-muted">
          {t("store.order.delivered", {
            delivered: countText(locale, line.delivered),
            count: countText(locale, line.quantity),
          })}
        </span>
      )}
      {line.returned !== "0" && (
        <span className="font-medium">{t("store.order.returned", { amount: isolated(sum(line.returned, coin)) })}</span>
      )}
      {(line.status === "unknown" || line.status === "mismatch") && <p>{t(`store.say.${line.status}`)}</p>}
      {line.hasCase && line.status === "unknown" && <p>{t("store.say.case")}</p>}
      {(why === "refused" || why === "stock" || why === "staff") && <p>{t(`store.why.${why}`)}</p>}
      <span className="grid text-2xs text-muted">
        {t("store.order.reference")}
        <bdi dir="ltr" className="font-mono [overflow-wrap:anywhere] select-all">
          {line.reference}
        </bdi>
      </span>
    </li>
  );
}

/** Asks until every line has ended, more seldom after a while. */
function useOrder(first: StoreOrder) {
  const page = usePage();
  const [order, setOrder] = useState(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs from the first view to the end of the order.
  useEffect(() => {
    if (order.isOver) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let times = 0;
    const ask = async () => {
      const { getStoreOrder } = await import("#contract/products/store/gift-card-store.ts");
      const found = await page.call(getStoreOrder, { params: { id: first.id } }).catch(() => undefined);
      if (found) setOrder(found.data);
      if (found?.data.isOver) return;
      timer = setTimeout(() => void ask(), times++ < SOON_TIMES ? SOON_MS : LATER_MS);
    };
    timer = setTimeout(() => void ask(), SOON_MS / 2);
    return () => clearTimeout(timer);
  }, [order.isOver]);
  return [order, setOrder] as const;
}
