/** The profile: names and who reads them, the picture, email and phone, language and appearance. */
import type { SettingsPageProps } from "#contract/people/pages.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { AvatarCard } from "./profile/avatar-card.tsx";
import { EmailCard } from "./profile/email-card.tsx";
import { LateCompanyNames } from "./profile/late-company-names.tsx";
import { LookCard } from "./look-card.tsx";
import { PhoneCard } from "./profile/phone-card.tsx";
import { ProfileCard } from "./profile/profile-card.tsx";
import { FRAME_TEXTS, SettingsCards, SettingsFrame } from "./settings-frame.tsx";
import { UsernameCard } from "./profile/username-card.tsx";

export const screen: PageScreen<"settings", typeof SettingsScreen> = {
  title: "account.part.profile",
  texts: [
    ...FRAME_TEXTS,
    "account.save",
    "account.profile_has_been_updated",
    "account.not_saved",
    "account.change",
    "account.username",
    "account.avatar",
    "account.email",
    "account.phone",
    "account.profile",
    "account.look",
    "proof",
    "support.contact",
  ],
};

export default function SettingsScreen(props: SettingsPageProps) {
  return (
    <SettingsFrame here="profile">
      <SettingsCards>
        <UsernameCard username={props.username} renamesLeft={props.renamesLeft} />
        <AvatarCard />
        <ProfileCard {...props} />
        {props.company && <LateCompanyNames company={props.company} />}
        <EmailCard email={props.email} isConfirmed={props.isEmailConfirmed} holdHours={props.holdHours} />
        <PhoneCard phone={props.phone} />
        <LookCard timezone={props.timezone} />
      </SettingsCards>
    </SettingsFrame>
  );
}
