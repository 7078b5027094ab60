/** Everybody one has traded with lately, trusts or has blocked, with changes of each relation. */
import { useState } from "react";
import { CONTACT_LISTS, CONTACT_PATHS, type ContactsProps } from "#contract/people/pages.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { user } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { Segments } from "#ui/segments.tsx";
import { UserChip } from "#ui/user-chip.tsx";
import { Row, Rows } from "#ui/rows.tsx";

export const screen: PageScreen<"account-contacts", typeof ContactsScreen> = {
  title: "contacts.title",
  texts: ["contacts", "dashboard.pager"],
};

type Contact = ContactsProps["rows"][number];

export default function ContactsScreen({ list, isOfSettings, rows, meta }: ContactsProps) {
  const page = usePage();
  const t = useT();
  const hrefOf = (key: ContactsProps["list"]) => page.href("contacts", { list: CONTACT_PATHS[key] });
  const base = isOfSettings ? page.href("blockedUsers", undefined) : hrefOf(list);
  const { currentPage, lastPage } = meta;
  const at = (number: number) => `${base}?page=${number}`;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      {isOfSettings ? (
        <header className="flex flex-wrap items-baseline justify-between gap-3">
          <h1 className="text-2xl font-bold tracking-tight">{t("contacts.blocked_title")}</h1>
          <LinkButton look="quiet" size="sm" href={page.href("traderSettings", undefined)}>
            {t("contacts.to_settings")}
          </LinkButton>
        </header>
      ) : (
        <>
          <h1 className="text-2xl font-bold tracking-tight">{t("contacts.title")}</h1>
          <Segments
            label={t("contacts.title")}
            chosen={list}
            segments={CONTACT_LISTS.map((key) => ({ key, label: t(`contacts.list.${key}`), href: hrefOf(key) }))}
          />
        </>
      )}
      {rows.length === 0 ? (
        <EmptyState shape={user} title={t(`contacts.none.${list}`)} />
      ) : (
        <Rows isFramed>
          {rows.map((row) => (
            <ContactRow key={row.user.username} contact={row} />
          ))}
        </Rows>
      )}
      <Pager
        label={t("dashboard.pager.label")}
        place={t("dashboard.pager.place", {
          page: countText(page.locale, currentPage),
          last: countText(page.locale, lastPage),
        })}
        back={currentPage > 1 ? { href: at(currentPage - 1), label: t("contacts.before") } : null}
        on={currentPage < lastPage ? { href: at(currentPage + 1), label: t("contacts.next") } : null}
      />
    </div>
  );
}

/** The line stays where it was when its relation changes, so that a slip can be taken back. */
function ContactRow({ contact }: { contact: Contact }) {
  const page = usePage();
  const t = useT();
  const { username, avatarUrl, lastSeen } = contact.user;
  const [relation, setRelation] = useState({ isTrusted: contact.isTrusted, isBlocked: contact.isBlocked });
  const change = useAction(async (action: "blocked" | "unblocked" | "trusted" | "untrusted") => {
    const { changeRelation } = await import("#contract/people/accounts.ts");
    setRelation((await page.call(changeRelation, { params: { username }, body: { action } })).data);
  });
  return (
    <Row isFramed>
      <UserChip
        name={username}
        face={avatarUrl}
        href={page.href("user", { username })}
        seen={{ level: lastSeen.level, text: lastSeen.text }}
      >
        <a
          href={`${page.href("tradeHistory", undefined)}?partner=${username}`}
          className="text-xs text-muted hover:underline"
        >
          {t("contacts.trades", { count: contact.tradesWithYou })}
        </a>
      </UserChip>
      <div className="flex gap-2">
        {!relation.isBlocked && (
          <Button
            size="sm"
            look="secondary"
            isBusy={change.isRunning}
            onClick={() => void change.run(relation.isTrusted ? "untrusted" : "trusted")}
          >
            {t(relation.isTrusted ? "contacts.untrust" : "contacts.trust")}
          </Button>
        )}
        <Button
          size="sm"
          look="quiet"
          isBusy={change.isRunning}
          onClick={() => void change.run(relation.isBlocked ? "unblocked" : "blocked")}
        >
          {t(relation.isBlocked ? "contacts.unblock" : "contacts.block")}
        </Button>
      </div>
    </Row>
  );
}
