/** Trusted and blocked traders, and removing them. */
import { useState } from "react";
import { CONTACT_PATHS, type SettingsPrivacyProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Row, Rows } from "#ui/rows.tsx";
import { SettingsCard } from "../settings-card.tsx";

/** The rest is on a page of its own. */
const MOST = 3;

export function PeopleCard({ kind, list }: { kind: "trusted" | "blocked"; list: SettingsPrivacyProps["trusted"] }) {
  const page = usePage();
  const t = useT();
  const [people, setPeople] = useState(list.people);
  const shown = people.slice(0, MOST);
  const more = list.total - list.people.length + people.length - shown.length;
  const drop = useAction(
    async (username: string) => {
      const { changeRelation } = await import("#contract/people/accounts.ts");
      const action = kind === "trusted" ? ("untrusted" as const) : ("unblocked" as const);
      await page.call(changeRelation, { params: { username }, body: { action } });
      setPeople((known) => known.filter((one) => one.username !== username));
    },
    { lane: (username) => username },
  );
  return (
    <SettingsCard title={t(`account.people.${kind}`)} lead={t(`account.people.${kind}_lead`)}>
      {people.length === 0 && more === 0 ? (
        <p className="text-sm text-muted">{t("account.people.nobody")}</p>
      ) : (
        <Rows>
          {shown.map(({ username, avatarUrl }) => (
            <Row key={username}>
              <a
                href={page.href("user", { username })}
                className="flex min-h-11 items-center gap-3 text-sm font-medium hover:underline"
              >
                <Avatar name={username} url={avatarUrl} size={30} />
                <bdi>{username}</bdi>
              </a>
              <Button
                look="quiet"
                size="sm"
                isBusy={drop.isRunningIn(username)}
                onClick={() => void drop.run(username)}
              >
                {t(`account.people.drop_${kind}`)}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {more > 0 && (
        <LinkButton
          look="quiet"
          size="sm"
          className="justify-self-start"
          href={page.href("contacts", { list: CONTACT_PATHS[kind] })}
        >
          {t("account.people.more", { count: more })}
        </LinkButton>
      )}
    </SettingsCard>
  );
}
