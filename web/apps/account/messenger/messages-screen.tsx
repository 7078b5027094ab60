/** The folders of conversations outside trades: those that go on, requests of strangers, and the archive. */
import type { MessagesPageProps } from "#contract/reach/pages.ts";
import type { Conversation } from "#contract/reach/messenger/messenger.ts";
import { CHAT_FOLDERS, type ChatFolder } from "#contract/reach/messenger/names.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { chat } from "#ui/icons/shapes.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Segments } from "#ui/segments.tsx";
import { useFolder } from "./use-folder.ts";

export const screen: PageScreen<"messages", typeof MessagesScreen> = {
  title: "messenger.title",
  texts: ["messenger"],
};

export default function MessagesScreen(props: MessagesPageProps) {
  const page = usePage();
  const t = useT();
  const { folder } = props;
  const { rows, next, counts } = useFolder(props);
  const base = page.href("messages", undefined);
  const hrefOf = (of: ChatFolder) => (of === "conversations" ? base : `${base}?folder=${of}`);
  const labelOf = (of: ChatFolder) =>
    of === "requests" && counts.requests > 0
      ? t("messenger.requests_count", { count: counts.requests })
      : t(`messenger.folder.${of}`);
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid max-w-xl gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("messenger.title")}</h1>
        <p className="text-sm text-muted">{t("messenger.lead")}</p>
      </header>
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("messenger.folder.label")}
          chosen={folder}
          segments={CHAT_FOLDERS.map((key) => ({ key, label: labelOf(key), href: hrefOf(key) }))}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          shape={chat}
          title={t(`messenger.none.${folder}`)}
          action={
            folder === "conversations" && (
              <LinkButton look="secondary" href={page.href("offersSearch", { side: "buy", crypto: "BTC" })}>
                {t("messenger.browse")}
              </LinkButton>
            )
          }
        >
          {t(`messenger.none.${folder}_text`)}
        </EmptyState>
      ) : (
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <Row key={row.id} conversation={row} />
            ))}
          </ul>
        </Card>
      )}
      {next && (
        <LinkButton
          look="quiet"
          className="justify-self-center"
          href={`${base}?${new URLSearchParams({ folder, after: next })}`}
        >
          {t("messenger.more")}
        </LinkButton>
      )}
    </div>
  );
}

function Row({ conversation }: { conversation: Conversation }) {
  const page = usePage();
  const t = useT();
  const { other, unread, last, isMuted } = conversation;
  return (
    <li>
      <a
        href={page.href("viewConversation", { hash: conversation.id })}
        className="flex min-h-16 items-center gap-3 px-4 py-3 hover:bg-sunken"
      >
        <Avatar name={other.username} url={other.avatarUrl} size={40} />
        <span className="grid min-w-0 grow gap-0.5">
          <span className="flex items-center justify-between gap-3">
            <bdi className={cx("truncate text-sm", unread > 0 ? "font-bold" : "font-semibold")}>{other.username}</bdi>
            {last && (
              <span className="shrink-0 text-2xs text-muted">
                <LocalTime at={last.at} />
              </span>
            )}
          </span>
          <span className="flex items-center justify-between gap-3">
            <span dir="auto" className={cx("truncate text-sm", unread > 0 ? "text-ink" : "text-muted")}>
              <LastWords last={last} />
            </span>
            <span className="flex shrink-0 items-center gap-2">
              {isMuted && <Badge tone="neutral">{t("messenger.muted")}</Badge>}
              {unread > 0 && (
                <span className="grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1.5 text-2xs font-bold text-on-brand">
                  <span aria-hidden="true">{unread}</span>
                  <span className="sr-only">{t("messenger.unread", { count: unread })}</span>
                </span>
              )}
            </span>
          </span>
        </span>
      </a>
    </li>
  );
}

/** The beginning of the newest message; a file or an offer without words by its kind. */
function LastWords({ last }: Pick<Conversation, "last">) {
  const t = useT();
  if (!last) return null;
  const words = last.kind === "offer" ? t("messenger.offer_line") : last.text === "" ? t("messenger.file") : last.text;
  return last.isMine ? t("messenger.you", { text: words }) : words;
}
