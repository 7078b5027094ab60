/** The reader's bought gift cards, and their newest orders. */
import { useState } from "react";
import type { StoreCardsProps } from "#contract/products/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { gift } from "#ui/icons/shapes.ts";
import { Rows } from "#ui/rows.tsx";
import { CardTile } from "./card-tile.tsx";
import { LineBadge } from "./line-badge.tsx";
import { StoreFrame } from "./store-frame.tsx";

export const screen: PageScreen<"store-cards", typeof StoreCardsScreen> = {
  title: "store.cards.title",
  texts: ["store", "refusals"],
};

export default function StoreCardsScreen(first: StoreCardsProps) {
  const t = useT();
  const page = usePage();
  const [cards, setCards] = useState(first.cards);
  const [next, setNext] = useState(first.next);
  const more = useAction(async (before: string) => {
    const { listStoreCards } = await import("#contract/products/store/gift-card-store.ts");
    const { data, meta } = await page.call(listStoreCards, { query: { before } });
    setCards([...cards, ...data]);
    setNext(meta.next);
  });
  return (
    <StoreFrame title={t("store.cards.title")} lead={t("store.cards.lead")} here="cards">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-3">
          {cards.length === 0 && (
            <EmptyState
              shape={gift}
              title={t("store.cards.none")}
              action={<LinkButton href={page.href("giftCardStore", undefined)}>{t("store.nav.store")}</LinkButton>}
            >
              {t("store.cards.none_text")}
            </EmptyState>
          )}
          {cards.map((card) => (
            <CardTile
              key={card.id}
              card={card}
              onChange={(changed) => setCards(cards.map((one) => (one.id === changed.id ? changed : one)))}
            />
          ))}
          {next !== null && (
            <Button look="secondary" size="sm" isBusy={more.isRunning} onClick={() => void more.run(next)}>
              {t("store.cards.more")}
            </Button>
          )}
        </div>
        {first.orders.length > 0 && <Orders orders={first.orders} />}
      </div>
    </StoreFrame>
  );
}

function Orders({ orders }: Pick<StoreCardsProps, "orders">) {
  const t = useT();
  const page = usePage();
  return (
    <Card className="grid gap-3 p-5" aria-labelledby="store-recent">
      <h2 id="store-recent" className="font-semibold">
        {t("store.order.recent")}
      </h2>
      <Rows>
        {orders.map((order) => (
          <li key={order.id} className="grid gap-1 py-3 text-sm first:pt-0 last:pb-0">
            {order.lines.map((line) => (
              <span key={line.id} className="flex flex-wrap items-center justify-between gap-2">
                <bdi>{line.brand}</bdi>
                <LineBadge line={line} />
              </span>
            ))}
            <a href={page.href("storeOrder", { id: order.id })} className="text-xs text-brand underline">
              <bdi className="tabular-nums">
                {amountText(page.locale, `${order.total} ${order.cryptoCurrencyCode}`)}
              </bdi>{" "}
              · <LocalTime at={order.createdAt} />
            </a>
          </li>
        ))}
      </Rows>
    </Card>
  );
}
