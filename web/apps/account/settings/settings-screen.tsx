/** The settings of the account, in parts with their own address: each card is one setting, and every button applies at once. */
import type { ReactNode } from "react";
import type { SettingsPageProps } from "#contract/people/pages.ts";
import { useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { ActivityCard } from "./security/activity-card.tsx";
import { AvatarCard } from "./profile/avatar-card.tsx";
import { CloseCard } from "./data/close-card.tsx";
import { DataCard } from "./data/data-card.tsx";
import { EmailCard } from "./profile/email-card.tsx";
import { KeysCard } from "./security/keys-card.tsx";
import { LookCard } from "./look-card.tsx";
import { MessagesCard } from "./messages/messages-card.tsx";
import { NotificationsCard } from "./messages/notifications-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { PhoneCard } from "./profile/phone-card.tsx";
import { PeopleCard } from "./profile/people-card.tsx";
import { ProfileCard } from "./profile/profile-card.tsx";
import { SecurityCard } from "./security/security-card.tsx";
import { SessionsCard } from "./security/sessions-card.tsx";
import { SocialCard } from "./security/social-card.tsx";
import { UsernameCard } from "./profile/username-card.tsx";

export const screen: PageScreen<"settings", typeof SettingsScreen> = {
  title: "account.title",
  texts: ["account", "proof", "notices", "notifications.title", "support.contact"],
};

const PARTS = ["profile", "security", "notifications", "people", "data"] as const;
type PartName = (typeof PARTS)[number];

export default function SettingsScreen(props: SettingsPageProps) {
  const t = useT();
  return (
    <div className="grid gap-5 py-6">
      <h1 className="text-2xl font-bold tracking-tight">{t("account.title")}</h1>
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <PartLinks />
        <div className="grid min-w-0 gap-10">
          <Part name="profile">
            <UsernameCard username={props.username} renamesLeft={props.renamesLeft} />
            <AvatarCard />
            <EmailCard email={props.email} isConfirmed={props.isEmailConfirmed} holdHours={props.holdHours.newFactor} />
            <PhoneCard phone={props.phone} />
            <ProfileCard {...props} />
            <LookCard timezone={props.timezone} />
            <PaymentsCard />
          </Part>
          <Part name="security">
            <SecurityCard holdHours={props.holdHours} />
            <SocialCard social={props.social} />
            <SessionsCard sessions={props.sessions} />
            <ActivityCard activity={props.activity} />
          </Part>
          <Part name="notifications">
            <NotificationsCard />
          </Part>
          <Part name="people">
            <MessagesCard accepts={props.acceptsChat} />
            <PeopleCard kind="trusted" list={props.trusted} />
            <PeopleCard kind="blocked" list={props.blocked} />
          </Part>
          <Part name="data">
            <DataCard dataExport={props.dataExport} />
            <KeysCard />
            <CloseCard closesAt={props.closesAt} />
          </Part>
        </div>
      </div>
    </div>
  );
}

function PartLinks() {
  const t = useT();
  return (
    <nav aria-label={t("account.title")} className="min-w-0 lg:sticky lg:top-20">
      <ul className="flex gap-1 overflow-x-auto lg:grid">
        {PARTS.map((part) => (
          <li key={part} className="shrink-0">
            <a
              href={`#${part}`}
              className="flex min-h-11 items-center rounded-lg px-3 text-sm font-medium whitespace-nowrap text-muted lg:whitespace-normal hover:bg-sunken hover:text-ink"
            >
              {t(`account.part.${part}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Part({ name, children }: { name: PartName; children: ReactNode }) {
  const t = useT();
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="grid min-w-0 scroll-mt-20 gap-4">
      <h2 id={`${name}-title`} className="text-lg font-semibold tracking-tight">
        {t(`account.part.${name}`)}
      </h2>
      <div className="grid items-start gap-5 xl:grid-cols-2 [&>:only-child]:col-span-full">{children}</div>
    </section>
  );
}
