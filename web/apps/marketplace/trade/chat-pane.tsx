/** The chat beside the trade, as high as the screen; on a phone it is the screen while its tab is open. */
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { useT } from "#sdk/page-kit.ts";
import { useIsLive } from "#sdk/live/use-live.ts";
import { Below } from "#ui/below.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { TradeChat } from "./chat.tsx";
import type { Chat } from "./use-chat.ts";

export type Tab = "details" | "chat";

type Props = { readonly trade: TradeView; readonly chat: Chat; readonly isOpen: boolean };

export function ChatPane({ trade, chat, isOpen }: Props) {
  const t = useT();
  const isLive = useIsLive();
  return (
    <Card
      className={cx(
        "flex flex-col overflow-hidden md:sticky md:top-[calc(var(--header-height)+1.25rem)] md:h-[calc(100dvh-12.5rem)] lg:h-[calc(100dvh-7.5rem)] md:min-h-96",
        isOpen
          ? "max-md:fixed max-md:inset-x-0 max-md:top-15 max-md:bottom-0 max-md:z-50 max-md:rounded-none max-md:border-0"
          : "max-md:hidden",
      )}
    >
      {/* The line of the page about this is below the open chat of a phone. */}
      {isOpen && !isLive && (
        <p role="status" className="bg-warn-soft px-4 py-2 text-center text-xs font-medium text-warn md:hidden">
          {t("shell.connection.off")}
        </p>
      )}
      <Below>
        <TradeChat chat={chat} trade={trade} isOpen={isOpen} />
      </Below>
    </Card>
  );
}

type TabsProps = {
  readonly label: string;
  readonly tab: Tab;
  readonly unread: number;
  readonly onTab: (tab: Tab) => void;
};

/** Of a phone. They stay in sight: the count of unread messages is on one, and the way back from the chat is the other. */
export function TradeTabs({ label, tab, unread, onTab }: TabsProps) {
  const t = useT();
  return (
    <div
      role="tablist"
      aria-label={label}
      className={cx(
        "flex gap-2 md:hidden",
        tab === "chat"
          ? "fixed inset-x-0 top-0 z-50 h-15 items-center border-b border-line bg-raised px-3"
          : "sticky top-(--header-height) z-20 -mx-4 bg-page px-4 py-2",
      )}
    >
      {(["details", "chat"] as const).map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={tab === name}
          onClick={() => onTab(name)}
          className={cx(
            "flex min-h-11 flex-1 items-center justify-center gap-2 rounded-lg border text-sm font-semibold",
            tab === name ? "border-brand bg-brand-soft text-brand" : "border-line bg-raised",
          )}
        >
          {t(`trade.tab.${name}`)}
          {name === "chat" && unread > 0 && (
            <span className="grid min-w-6 place-items-center rounded-full bg-brand px-1.5 text-2xs text-on-brand tabular-nums">
              {unread}
              <span className="sr-only"> {t("trade.tab.unread")}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
