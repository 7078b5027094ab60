/** The reader's open orders, history, trades and balances. */
import { useState, type ReactNode } from "react";
import type { SpotFill, SpotMarket, SpotOrder } from "#contract/products/spot/spot.ts";
import type { SpotSide } from "#contract/products/spot/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Segments } from "#ui/segments.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Table } from "#ui/table.tsx";
import { cx } from "#ui/cx.ts";
import { fixed } from "./steps.ts";
import type { Own } from "./use-own.ts";

export const TABS = ["open", "ended", "fills", "balances"] as const;
export type Tab = (typeof TABS)[number];

type Props = {
  readonly markets: readonly SpotMarket[];
  readonly own: Own;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
};

export function OrdersPanel({ markets, own, tab, onTab }: Props) {
  const t = useT();
  return (
    <section className="grid min-w-0 content-start gap-3" aria-label={t("spot.own")}>
      <div className="overflow-x-auto">
        <Segments
          label={t("spot.own")}
          chosen={tab}
          onChoose={(key) => onTab(TABS.find((one) => one === key) ?? "open")}
          controls="spot-own"
          segments={TABS.map((key) => ({
            key,
            label: key === "open" ? t("spot.tab.open", { count: own.orders.length }) : t(`spot.tab.${key}`),
          }))}
        />
      </div>
      <div id="spot-own" role="tabpanel" aria-labelledby={`spot-own-${tab}`} className="min-w-0">
        {tab === "open" && <OpenOrders markets={markets} orders={own.orders} onChanged={own.refresh} />}
        {tab === "ended" && (own.ended ? <EndedOrders markets={markets} orders={own.ended} /> : <Spinner />)}
        {tab === "fills" && (own.fills ? <Fills markets={markets} fills={own.fills} /> : <Spinner />)}
        {tab === "balances" && <Balances own={own} />}
      </div>
    </section>
  );
}

export function OpenOrders({
  markets,
  orders,
  onChanged,
}: {
  markets: readonly SpotMarket[];
  orders: readonly SpotOrder[];
  onChanged: () => void;
}) {
  const t = useT();
  const page = usePage();
  // Until the market process has read the request, the order is still open.
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const cancel = useAction(
    async (id: string) => {
      const { cancelSpotOrder } = await import("#contract/products/spot/spot.ts");
      await page.call(cancelSpotOrder, { params: { id } });
      setAsked((known) => new Set([...known, id]));
      onChanged();
    },
    { lane: (id) => id },
  );
  const cancelAll = useAction(async () => {
    const { cancelAllSpotOrders } = await import("#contract/products/spot/spot.ts");
    await page.call(cancelAllSpotOrders, { body: {} });
    page.toast("success", t("spot.cancelled_all"));
    onChanged();
  });
  if (orders.length === 0) return <Nothing text={t("spot.no_open")} />;
  return (
    <div className="grid gap-2">
      <Table
        caption={t("spot.tab.open", { count: orders.length })}
        numbers={[1, 2]}
        isStacked
        head={[t("spot.order"), t("spot.price"), t("spot.filled"), t("spot.act")]}
      >
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderName order={order} at={order.at} />
              {order.status === "waiting" && <div className="text-2xs text-muted">{t("spot.status.waiting")}</div>}
              {order.type === "oco" && order.wasSetOff && (
                <div className="text-2xs text-muted">{t("spot.status.set_off")}</div>
              )}
            </td>
            <Num>
              <Price markets={markets} order={order} />
            </Num>
            <Num>
              <Filled markets={markets} order={order} />
            </Num>
            <td>
              <Button
                size="sm"
                look="secondary"
                isBusy={cancel.isRunningIn(order.id) || asked.has(order.id)}
                onClick={() => void cancel.run(order.id)}
              >
                {t("spot.cancel")}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {orders.length > 1 && (
        <Button
          size="sm"
          look="quiet"
          className="justify-self-end"
          isBusy={cancelAll.isRunning}
          onClick={() => void cancelAll.run()}
        >
          {t("spot.cancel_all")}
        </Button>
      )}
    </div>
  );
}

function EndedOrders({ markets, orders }: { markets: readonly SpotMarket[]; orders: readonly SpotOrder[] }) {
  const t = useT();
  if (orders.length === 0) return <Nothing text={t("spot.no_ended")} />;
  return (
    <Table
      caption={t("spot.tab.ended")}
      numbers={[1, 2]}
      isStacked
      head={[t("spot.order"), t("spot.average"), t("spot.filled"), t("spot.end")]}
    >
      {orders.map((order) => (
        <tr key={order.id}>
          <td>
            <OrderName order={order} at={order.endedAt ?? order.at} />
          </td>
          <Num>
            {order.averagePrice === null ? (
              "–"
            ) : (
              <PriceOf markets={markets} symbol={order.market} price={order.averagePrice} />
            )}
          </Num>
          <Num>
            <Filled markets={markets} order={order} />
          </Num>
          <td className="max-w-56 text-xs">
            {order.why && t(`spot.why.${order.why}`)}
            {order.type === "oco" && Number(order.filled) > 0 && (
              <div className="text-muted">{t(order.wasSetOff ? "spot.oco_by.stop" : "spot.oco_by.limit")}</div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Fills({ markets, fills }: { markets: readonly SpotMarket[]; fills: readonly SpotFill[] }) {
  const t = useT();
  const { locale } = usePage();
  if (fills.length === 0) return <Nothing text={t("spot.no_fills")} />;
  return (
    <Table
      caption={t("spot.tab.fills")}
      numbers={[1, 2, 3]}
      isStacked
      head={[t("spot.order"), t("spot.price"), t("spot.amount"), t("spot.fee")]}
    >
      {fills.map((fill) => (
        <tr key={`${fill.market} ${fill.n}`}>
          <td>
            <Name symbol={fill.market} side={fill.side} word={t(`spot.role.${fill.role}`)} at={fill.at} />
          </td>
          <Num>
            <PriceOf markets={markets} symbol={fill.market} price={fill.price} />
          </Num>
          <Num>{fill.amount}</Num>
          <Num>
            {cryptoText(locale, fill.fee, fill.feeCurrency)} {fill.feeCurrency}
          </Num>
        </tr>
      ))}
    </Table>
  );
}

function Balances({ own }: { own: Own }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Table
      caption={t("spot.tab.balances")}
      numbers={[1, 2]}
      head={[t("spot.coin"), t("spot.available"), t("spot.in_orders")]}
    >
      {own.balances.map(({ code, available, inOrders }) => (
        <tr key={code}>
          <td className="font-medium">{code}</td>
          <Num>{cryptoText(locale, available, code)}</Num>
          <Num>{cryptoText(locale, inOrders, code)}</Num>
        </tr>
      ))}
    </Table>
  );
}

const Nothing = ({ text }: { text: string }) => <p className="py-8 text-center text-sm text-muted">{text}</p>;

function Num({ children }: { children: ReactNode }) {
  return (
    <td className="text-end whitespace-nowrap tabular-nums">
      <bdi dir="ltr">{children}</bdi>
    </td>
  );
}

function OrderName({ order, at }: { order: SpotOrder; at: string }) {
  const t = useT();
  return <Name symbol={order.market} side={order.side} word={t(`spot.type.${order.type}`)} at={at} />;
}

function Name({ symbol, side, word, at }: { symbol: string; side: SpotSide; word: string; at: string }) {
  const t = useT();
  return (
    <>
      <bdi dir="ltr" className="font-medium">
        {symbol.replace("-", "/")}
      </bdi>{" "}
      <span className={cx("font-medium", side === "buy" ? "text-buy" : "text-sell")}>{t(`spot.side.${side}`)}</span>{" "}
      <span className="text-xs text-muted">{word}</span>
      <div className="text-2xs text-muted">
        <LocalTime at={at} />
      </div>
    </>
  );
}

function PriceOf({ markets, symbol, price }: { markets: readonly SpotMarket[]; symbol: string; price: string }) {
  const { locale } = usePage();
  return fixed(locale, price, markets.find((one) => one.symbol === symbol)?.priceStep ?? "1");
}

function Price({ markets, order }: { markets: readonly SpotMarket[]; order: SpotOrder }) {
  const t = useT();
  if (order.type === "market") return t("spot.type.market");
  return (
    <>
      <PriceOf markets={markets} symbol={order.market} price={order.price} />
      {order.stopPrice !== null && (
        <div className="text-2xs text-muted">
          {t("spot.stop_at")} <PriceOf markets={markets} symbol={order.market} price={order.stopPrice} />
          {order.stopLimitPrice !== null && (
            <>
              {" → "}
              <PriceOf markets={markets} symbol={order.market} price={order.stopLimitPrice} />
            </>
          )}
        </div>
      )}
    </>
  );
}

function Filled({ markets, order }: { markets: readonly SpotMarket[]; order: SpotOrder }) {
  const { locale } = usePage();
  const step = markets.find((one) => one.symbol === order.market)?.amountStep ?? "1";
  return (
    <>
      {fixed(locale, order.filled, step)}
      {order.amount !== null && <span className="text-muted"> / {fixed(locale, order.amount, step)}</span>}
    </>
  );
}
