/** What a person can set about the account: each card is one thing, and every button does it at once. */
import type { SettingsPageProps } from "#contract/page-props.ts";
import { useT } from "#sdk/page-kit.ts";
import { EmailCard } from "./email-card.tsx";
import { LookCard } from "./look-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { PeopleCard } from "./people-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SecurityCard } from "./security-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { UsernameCard } from "./username-card.tsx";

export function SettingsScreen(props: SettingsPageProps) {
  const t = useT();
  return (
    <div className="grid gap-5 py-6">
      <h1 className="text-2xl font-bold tracking-tight">{t("account.title")}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <UsernameCard username={props.username} mayRename={props.mayRename} />
          <EmailCard email={props.email} isConfirmed={props.isEmailConfirmed} />
          <ProfileCard {...props} />
          <NotificationsCard />
        </div>
        <div className="grid gap-5">
          <SecurityCard />
          <LookCard />
          <SessionsCard sessions={props.sessions} />
          <PeopleCard kind="trusted" list={props.trusted} />
          <PeopleCard kind="blocked" list={props.blocked} />
        </div>
      </div>
    </div>
  );
}
