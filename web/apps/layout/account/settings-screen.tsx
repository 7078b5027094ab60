/** What a person can set about the account: each card is one thing, and every button does it at once. */
import type { SettingsPageProps } from "#contract/page-props.ts";
import { useT } from "#sdk/page-kit.ts";
import { ActivityCard } from "./activity-card.tsx";
import { CloseCard } from "./close-card.tsx";
import { DataCard } from "./data-card.tsx";
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
          <ActivityCard activity={props.activity} />
          <NotificationsCard />
        </div>
        <div className="grid gap-5">
          <SecurityCard holdHours={props.holdHours} />
          <LookCard />
          <SessionsCard sessions={props.sessions} />
          <PeopleCard kind="trusted" list={props.trusted} />
          <PeopleCard kind="blocked" list={props.blocked} />
          <DataCard dataExport={props.dataExport} />
          <CloseCard closesAt={props.closesAt} />
        </div>
      </div>
    </div>
  );
}
