/** The terminal of one market: chart, book, trades, ticket and the reader's own orders. Keys: b, s, Escape, arrows in the price. */
import { useEffect, useState } from "react";
import type { TradingTerminalProps } from "#contract/products/pages.ts";
import type { SpotMarket } from "#contract/products/spot/spot.ts";
import type { SpotSide } from "#contract/products/spot/names.ts";
import { useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Segments } from "#ui/segments.tsx";
import { cx } from "#ui/cx.ts";
import { BookPanel } from "./book-panel.tsx";
import { ChartPanel } from "./chart-panel.tsx";
import { MarketHead } from "./market-head.tsx";
import { OrdersPanel, type Tab } from "./orders-panel.tsx";
import { Tape } from "./tape.tsx";
import { sideOfKey, TicketPanel } from "./ticket/ticket.tsx";
import { useMarket } from "./use-market.ts";
import { useOwn } from "./use-own.ts";
import { useTicket } from "./use-ticket.ts";

export const screen: PageScreen<"trading-terminal", typeof TradingTerminalScreen> = {
  title: "spot.title",
  active: "spot",
  texts: ["spot", "proof"],
};

const VIEWS = ["chart", "book", "tape"] as const;
type View = (typeof VIEWS)[number];

export default function TradingTerminalScreen(props: TradingTerminalProps) {
  const t = useT();
  const first = props.markets.find(({ symbol }) => symbol === props.symbol) as SpotMarket;
  const state = useMarket(props);
  const market = { ...first, figures: state.figures ?? first.figures, status: state.book.status };
  const [tab, setTab] = useState<Tab>("open");
  const [view, setView] = useState<View>("chart");
  const [isOpen, setOpen] = useState(false);
  const own = useOwn(props, tab);
  const ticket = useTicket(market, state, own.balances);
  useKeys(ticket.setSide);
  const mine = new Set(own.orders.filter((order) => order.market === market.symbol).map(({ price }) => price));
  const panel = (
    <TicketPanel
      market={market}
      ticket={ticket}
      status={market.status}
      session={own.session}
      onSession={own.refresh}
      onPlaced={() => {
        setOpen(false);
        own.refresh();
      }}
    />
  );
  const show = (name: View) => cx(view !== name && "max-lg:hidden");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4">
      <MarketHead market={market} markets={props.markets} figures={market.figures} />
      {market.status !== "trading" && <Alert kind="warning">{t(`spot.market_status.${market.status}`)}</Alert>}
      <div className="lg:hidden">
        <Segments
          label={t("spot.view")}
          chosen={view}
          onChoose={(key) => setView(VIEWS.find((one) => one === key) ?? "chart")}
          controls="spot-view"
          segments={VIEWS.map((key) => ({ key, label: t(`spot.${key}`) }))}
        />
      </div>
      <div
        id="spot-view"
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_16.5rem_18.5rem] lg:grid-rows-[auto_1fr]"
      >
        <Card className={cx("min-w-0 p-3", show("chart"))}>
          <ChartPanel market={market} candles={props.candles} state={state} />
        </Card>
        <div className={cx("grid gap-3 lg:row-span-2", view === "chart" && "max-lg:hidden")}>
          <Card className={cx("p-3", show("book"))}>
            <BookPanel market={market} state={state} onPrice={ticket.setPrice} own={mine} />
          </Card>
          <Card className={cx("p-3", show("tape"))}>
            <Tape market={market} trades={state.trades} most={12} />
          </Card>
        </div>
        <Card className="p-3 max-lg:hidden lg:row-span-2">{!isOpen && panel}</Card>
        <Card className="min-w-0 p-3">
          <OrdersPanel markets={props.markets} own={own} tab={tab} onTab={setTab} />
        </Card>
      </div>
      <PhoneBar
        onSide={(side) => {
          ticket.setSide(side);
          setOpen(true);
        }}
        base={market.base}
      />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t("spot.ticket")}
        closeLabel={t("shell.close")}
        isSheet
      >
        {panel}
      </Dialog>
    </div>
  );
}

/** In reach of a thumb; the ticket opens as a sheet. */
function PhoneBar({ onSide, base }: { onSide: (side: SpotSide) => void; base: string }) {
  const t = useT();
  return (
    <div className="sticky bottom-14 z-20 -mx-4 grid grid-cols-2 gap-2 border-t border-line bg-raised p-2 lg:hidden">
      <Button className="bg-buy text-on-brand" onClick={() => onSide("buy")}>
        {t("spot.place.buy", { code: base })}
      </Button>
      <Button className="bg-sell text-on-brand" onClick={() => onSide("sell")}>
        {t("spot.place.sell", { code: base })}
      </Button>
    </div>
  );
}

/** b and s choose the side and go to the amount; Escape leaves the field. */
function useKeys(setSide: (side: SpotSide) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.matches("input:not([type=range]), textarea, select") || target.closest("[role=dialog]");
      if (event.key === "Escape" && isTyping && !target.closest("[role=dialog]")) target.blur();
      const side =
        isTyping || event.ctrlKey || event.metaKey || event.altKey ? undefined : sideOfKey(event.key.toLowerCase());
      if (!side) return;
      event.preventDefault();
      setSide(side);
      document.querySelector<HTMLElement>("[data-spot-size]")?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [setSide]);
}
