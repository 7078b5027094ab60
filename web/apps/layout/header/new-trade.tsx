/** Shows a message when a user takes the reader's offer, by a live event or a query; loads the trade and the offer. */
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Notification } from "#contract/reach/notifications.ts";
import type { SessionUser } from "#contract/platform/page.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";
import type { NewTradeProps } from "./new-trade-dialog.tsx";
import { fetchNotices, type Held, heldAtFirst, NOTICES } from "./use-notices.ts";

type Loaded = Omit<NewTradeProps, "onClose"> & { readonly Dialog: ComponentType<NewTradeProps> };

export function NewTrade({ session }: { session: SessionUser }) {
  const page = usePage();
  const t = useT();
  const [shown, setShown] = useState<Loaded | null>(null);
  const isLoading = useRef(false);
  const announced = useRef(new Set<string>());
  const load = async (hash: string) => {
    const { getTrade, getTradeOffer } = await import("#contract/market/trades/trade/trades.ts");
    const [{ NewTradeDialog }, trade, offer] = await Promise.all([
      import("./new-trade-dialog.tsx"),
      page.call(getTrade, { params: { id: hash } }),
      page.call(getTradeOffer, { params: { id: hash }, query: {} }),
    ]);
    setShown({ Dialog: NewTradeDialog, trade: trade.data, offer: offer.data });
  };
  const tell = ({ id, kind, link, subject }: Notification) => {
    if (kind !== "trade_started" || announced.current.has(id)) return;
    announced.current.add(id);
    if (location.pathname.endsWith(link)) return;
    // Another is shown, or on its way: the list and the bell have this one.
    if (!mayViewTrades(session) || shown || isLoading.current) return page.toast("info", t("notices.trade.title"));
    isLoading.current = true;
    load(subject)
      .catch(() => page.toast("info", t("notices.trade.title")))
      .finally(() => {
        isLoading.current = false;
      });
  };
  useLive("user", ({ type, payload }) => {
    if (type === "notification") tell(payload.notification);
  });
  useFound(session, tell);
  return shown && <shown.Dialog trade={shown.trade} offer={shown.offer} onClose={() => setShown(null)} />;
}

/** The notifications of the bell while the live channel is interrupted; no other call is made. */
function useFound(session: SessionUser, tell: (notification: Notification) => void): void {
  const page = usePage();
  const { data } = usePageQuery<Held>({
    queryKey: NOTICES,
    enabled: false,
    initialData: heldAtFirst(session),
    queryFn: () => fetchNotices(page),
  });
  const items = data?.items;
  const tellNew = useEffectEvent((found: readonly Notification[]) => {
    // Notifications from before the page was rendered are not announced.
    for (const one of found.toReversed()) if (one.readAt === null && Date.parse(one.at) > page.madeAtMs) tell(one);
  });
  useEffect(() => {
    if (items) tellNew(items);
  }, [items]);
}

/** Staff can take view-trade away; the accounts with these restrictions have something else to do first. */
const mayViewTrades = ({ isBanned, restrictions, areTradesClosed }: SessionUser): boolean =>
  !areTradesClosed && !isBanned && !restrictions.includes("compromised");
