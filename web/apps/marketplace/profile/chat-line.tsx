/** Whose messages the user accepts, whether the reader's are among them, and their existing conversation. */
import type { ChatStanding } from "#contract/reach/messenger.ts";
import { usePage, useT } from "#sdk/page-kit.ts";

export function ChatLine({ chat: { accepts, obstacle, tradeHash } }: { chat: ChatStanding }) {
  const page = usePage();
  const t = useT();
  return (
    <p className="text-sm text-muted">
      {t(`profile.chat.accepts.${accepts}`)}
      {obstacle && !(accepts === "nobody" && obstacle === "not_accepted") && (
        <span> {t(`profile.chat.obstacle.${obstacle}`)}</span>
      )}
      {tradeHash && (
        <>
          {" "}
          <a className="font-semibold text-ink underline" href={page.href("viewTrade", { hash: tradeHash })}>
            {t("profile.chat.open")}
          </a>
        </>
      )}
    </p>
  );
}
