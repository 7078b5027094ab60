/** Somebody has taken the reader's offer: asks for the trade and the offer, and says so over the page. */
import { type ComponentType, useRef, useState } from "react";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useLive } from "#sdk/use-live.ts";
import type { NewTradeProps } from "./new-trade-dialog.tsx";

type Loaded = Omit<NewTradeProps, "onClose"> & { readonly Dialog: ComponentType<NewTradeProps> };

export function NewTrade() {
  const page = usePage();
  const session = useSession();
  const t = useT();
  const [shown, setShown] = useState<Loaded | null>(null);
  const isLoading = useRef(false);
  const load = async (hash: string) => {
    const { getTrade, getTradeOffer } = await import("#contract/trades.ts");
    const [{ NewTradeDialog }, trade, offer] = await Promise.all([
      import("./new-trade-dialog.tsx"),
      page.call(getTrade, { params: { id: hash } }),
      page.call(getTradeOffer, { params: { id: hash }, query: {} }),
    ]);
    setShown({ Dialog: NewTradeDialog, trade: trade.data, offer: offer.data });
  };
  useLive("user", ({ type, payload }) => {
    if (type !== "notification" || payload.notification.kind !== "trade_started") return;
    const { link, subject } = payload.notification;
    if (location.pathname.endsWith(link)) return;
    const mayView = session && !session.isBanned;
    // Another is shown, or on its way: the list and the bell have this one.
    if (!mayView || shown || isLoading.current) return page.toast("info", t("notices.trade.title"));
    isLoading.current = true;
    load(subject)
      .catch(() => page.toast("info", t("notices.trade.title")))
      .finally(() => {
        isLoading.current = false;
      });
  });
  return shown && <shown.Dialog trade={shown.trade} offer={shown.offer} onClose={() => setShown(null)} />;
}
