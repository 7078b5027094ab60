/** The chat: both sides' words, the platform's own lines in a look that nobody can imitate, files, and warnings. */
import { useEffect, useRef } from "react";
import type { ChatMessage, ChatState } from "#contract/market/trades/chat.ts";
import type { TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { alertTriangle, check, shieldCheck } from "#ui/icons/shapes.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { LateTranslation } from "#widgets/translation/late-translation.tsx";
import { MessageComposer } from "./late-parts.tsx";
import type { Chat } from "./use-chat.ts";
import { useRestrictions } from "./use-restrictions.ts";

/** `isOpen`: on a phone it is on the screen. */
type Props = { readonly chat: Chat; readonly trade: TradeView; readonly isOpen: boolean };

export function TradeChat({ chat, trade, isOpen }: Props) {
  const t = useT();
  const { messages, state, send, earlier } = chat;
  const list = useRef<HTMLOListElement>(null);
  const newest = messages.at(-1)?.id;
  const blockReason = useBlockReason(state, trade.status);
  const isSide = trade.viewerRole !== "moderator";
  const other = (trade.viewerRole === "buyer" ? trade.seller : trade.buyer).username;
  // What is not on the screen has no place to scroll to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened chat is scrolled as a new message scrolls it.
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest, isOpen]);
  // The scroll position of the reader is kept.
  const showEarlier = async () => {
    const below = (list.current?.scrollHeight ?? 0) - (list.current?.scrollTop ?? 0);
    await earlier.run();
    requestAnimationFrame(() => list.current?.scrollTo({ top: list.current.scrollHeight - below }));
  };
  return (
    <section aria-label={t("trade.chat.title")} className="flex min-h-0 grow flex-col">
      <h2 className="border-b border-line px-4 py-3 text-sm font-semibold max-md:sr-only">
        {isSide ? t("trade.chat.with", { name: isolated(other) }) : t("trade.chat.title")}
      </h2>
      <ol
        ref={list}
        className="grid grow content-start gap-3 overflow-y-auto overscroll-contain p-4"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-live="polite"
      >
        {state.hasMore && (
          <li className="justify-self-center">
            <Button look="quiet" size="sm" isBusy={earlier.isRunning} onClick={() => void showEarlier()}>
              {t("trade.chat.earlier")}
            </Button>
          </li>
        )}
        {messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            trade={trade.tradeHash}
            side={isSide ? null : sideOf(message, trade)}
            isRead={state.readByOther !== null && BigInt(message.id) <= BigInt(state.readByOther)}
          />
        ))}
        {messages.length === 0 && blockReason === null && (
          <li className="p-6 text-center text-sm text-muted">{t("trade.chat.empty", { name: other })}</li>
        )}
      </ol>
      {blockReason ? (
        <p className="border-t border-line p-4 text-sm text-muted">
          {isSide && blockReason === "ChatNotAvailableYet"
            ? t("trade.chat.blocked_auto")
            : t.maybe(`trade.chat.blocked.${blockReason}`, "")}
        </p>
      ) : (
        <MessageComposer
          onSend={send}
          canAttach
          texts={{
            write: t("trade.chat.write"),
            send: t("trade.chat.send"),
            attach: t("trade.chat.attach"),
            uploading: t("trade.chat.uploading"),
          }}
        >
          <Alert kind="light" size="sm" dismissId="chat-safety" dismissLabel={t("trade.close")}>
            {t("trade.chat.safety")}
          </Alert>
        </MessageComposer>
      )}
    </section>
  );
}

/** A restriction is set and lifted, and a dispute opened, while the page is open: the first response of the server may be outdated. */
function useBlockReason({ blockReason }: ChatState, status: TradeStatus): ChatState["blockReason"] {
  const { mayWrite } = useRestrictions();
  if (blockReason && blockReason !== "ChatBlocked") return blockReason;
  return mayWrite(status) ? null : "ChatBlocked";
}

type Side = "buyer" | "seller";

function sideOf({ author }: ChatMessage, { buyer, seller }: TradeView): Side | null {
  if (author === buyer.username) return "buyer";
  return author === seller.username ? "seller" : null;
}

/** The sides are apart where neither is the reader. */
const BUBBLES = { buyer: "bg-buy-soft text-ink", seller: "bg-sell-soft text-ink" } as const;

type MessageProps = { message: ChatMessage; trade: string; side: Side | null; isRead: boolean };

function Message({ message, trade, side, isRead }: MessageProps) {
  const page = usePage();
  const t = useT();
  if (message.type === "system") {
    const values = Object.entries(message.systemValues).map(([name, value]) => [name, amountText(page.locale, value)]);
    return (
      <li className="mx-auto flex max-w-[90%] items-center gap-2 rounded-full border border-brand/30 bg-brand-soft px-3 py-1.5 text-xs text-ink">
        <Icon shape={shieldCheck} size={14} className="text-brand" />
        <span>{t.maybe(`trade.line.${message.systemKey}`, "", Object.fromEntries(values))}</span>
      </li>
    );
  }
  return (
    <li className={cx("grid max-w-[85%] gap-1", message.isMine ? "ms-auto justify-items-end" : "me-auto")}>
      {!message.isMine && (
        <span className="flex items-center gap-1.5 text-2xs text-muted">
          {message.type === "moderator" && <Icon shape={shieldCheck} size={12} className="text-brand" />}
          <bdi>{message.author}</bdi>
          {side && <Badge tone={side === "buyer" ? "buy" : "sell"}>{t(`trade.facts.${side}`)}</Badge>}
          {message.type === "moderator" && (
            <span className="font-semibold text-brand">{t("trade.chat.moderator")}</span>
          )}
        </span>
      )}
      <div
        className={cx(
          "rounded-2xl px-3.5 py-2 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]",
          message.isMine ? "bg-brand text-on-brand" : side ? BUBBLES[side] : "bg-sunken text-ink",
        )}
        dir="auto"
      >
        {message.attachment && <Attachment message={message} />}
        {message.text}
      </div>
      {message.warnings.map((warning) => (
        <span key={warning} className="flex items-center gap-1 text-2xs font-medium text-warn">
          <Icon shape={alertTriangle} size={12} />
          {t.maybe(`trade.chat.warning.${warning}`, "")}
        </span>
      ))}
      <span className="flex flex-wrap items-center gap-1 text-2xs text-muted">
        <LocalTime at={message.at} />
        {!message.isMine && message.text !== "" && (
          <LateTranslation text={message.text} of={{ trade, messageId: message.id }} />
        )}
        {message.isMine && isRead && <Icon shape={check} size={12} label={t("trade.chat.read")} />}
      </span>
    </li>
  );
}

function Attachment({ message: { attachment } }: { message: ChatMessage }) {
  if (!attachment) return null;
  return (
    <a href={attachment.url} target="_blank" rel="noopener noreferrer" className="mb-1 block underline">
      {attachment.thumbnailUrl ? (
        <img src={attachment.thumbnailUrl} alt={attachment.name} className="max-h-56 rounded-lg" />
      ) : (
        <bdi>{attachment.name}</bdi>
      )}
    </a>
  );
}
