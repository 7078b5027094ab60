/** The receipt of a top-up: what came of it, as it changes, and what the provider's support would ask for. */
import { useEffect, useState } from "react";
import type { TopUpReceiptProps } from "#contract/products/pages.ts";
import type { TopUpOrder } from "#contract/products/top-ups.ts";
import { amountText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Late } from "#sdk/late.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { OrderBadge } from "./order-badge.tsx";
import { Simulated } from "./simulated.tsx";

export const screen: PageScreen<"top-up-receipt", typeof TopUpReceiptScreen> = {
  title: "topups.receipt.title",
  texts: ["topups"],
};

const loadMonthly = async () => (await import("./monthly-offer.tsx")).MonthlyOffer;
const loadCode = async () => (await import("./code-card.tsx")).CodeCard;

/** Ends that say more than the state. */
const WHY = ["refused", "number", "operator", "stock", "staff"] as const;

const SOON_MS = 800;
const LATER_MS = 10_000;
/** Then it is asked for more seldom. */
const SOON_TIMES = 30;

export default function TopUpReceiptScreen({ order: first }: TopUpReceiptProps) {
  const t = useT();
  const page = usePage();
  const [order, setOrder] = useOrder(first);
  const sum = (amount: string, code: string) => amountText(page.locale, `${amount} ${code}`);
  const why = WHY.find((one) => one === order.endReason);
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-4 py-6">
      {order.simulated && <Simulated isShort />}
      <Card className="grid gap-5 p-5">
        <header className="grid justify-items-center gap-2 text-center">
          <OrderBadge status={order.status} />
          <h1 className="text-3xl font-bold tracking-tight tabular-nums">
            <bdi>{sum(order.amount, order.currencyCode)}</bdi>
          </h1>
          <bdi dir="ltr" className="text-lg tabular-nums">
            {order.shown}
          </bdi>
          <span className="text-sm text-muted">{order.operator}</span>
        </header>
        <div className="grid gap-1 rounded-lg bg-sunken p-4 text-sm" role="status" aria-live="polite">
          <p>{t(order.code ? "topups.receipt.code_is_here" : `topups.receipt.${order.status}`)}</p>
          {why && <p>{t(`topups.why.${why}`)}</p>}
          {order.hasCase && order.endedAt === null && order.status !== "mismatch" && <p>{t("topups.receipt.case")}</p>}
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
          <FactRows
            rows={[
              [t("topups.receipt.ordered"), sum(order.amount, order.currencyCode)],
              ...(order.delivered === null
                ? []
                : ([[t("topups.receipt.delivered"), sum(order.delivered, order.currencyCode)]] as const)),
              [t("topups.receipt.paid"), sum(order.total, order.cryptoCurrencyCode)],
              [t("topups.receipt.fee"), sum(order.fee, order.cryptoCurrencyCode)],
              [t("topups.receipt.time"), <LocalTime key="at" at={order.createdAt} />],
            ]}
          />
        </dl>
        <p className="grid gap-0.5 border-t border-line pt-3 text-xs text-muted">
          {t("topups.receipt.reference")}
          <bdi dir="ltr" className="font-mono [overflow-wrap:anywhere] select-all">
            {order.reference}
          </bdi>
        </p>
      </Card>
      {order.code && (
        <Late
          load={loadCode}
          props={{ order, code: order.code, onChange: setOrder }}
          loading={<Spinner />}
          failed={(again) => (
            <Button look="secondary" onClick={again}>
              {t("topups.code.show")}
            </Button>
          )}
        />
      )}
      {order.status === "settled" && (
        <Late
          load={loadMonthly}
          props={{ order }}
          loading={<Spinner />}
          failed={(again) => (
            <Button look="secondary" onClick={again}>
              {t("topups.monthly.offer")}
            </Button>
          )}
        />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <LinkButton href={`${page.href("mobileTopUp", undefined)}?again=${order.id}`}>
          {t("topups.receipt.again")}
        </LinkButton>
        <LinkButton look="secondary" href={page.href("mobileTopUp", undefined)}>
          {t("topups.receipt.back")}
        </LinkButton>
      </div>
    </div>
  );
}

/** Asks until the order has ended, more seldom after a while. */
function useOrder(first: TopUpOrder): readonly [TopUpOrder, (order: TopUpOrder) => void] {
  const page = usePage();
  const [order, setOrder] = useState(first);
  const isOver = order.endedAt !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs from the first view to the end of the order.
  useEffect(() => {
    if (isOver) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let times = 0;
    const ask = async () => {
      const { getTopUp } = await import("#contract/products/top-ups.ts");
      const found = await page.call(getTopUp, { params: { id: first.id } }).catch(() => undefined);
      if (found) setOrder(found.data);
      if (found?.data.endedAt) return;
      timer = setTimeout(() => void ask(), times++ < SOON_TIMES ? SOON_MS : LATER_MS);
    };
    timer = setTimeout(() => void ask(), SOON_MS / 2);
    return () => clearTimeout(timer);
  }, [isOver]);
  return [order, setOrder];
}
