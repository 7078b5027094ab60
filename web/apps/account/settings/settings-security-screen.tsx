/** Sign-in and security: the state of each factor, accounts elsewhere, sessions, and what happened on the account. */
import type { SettingsSecurityProps } from "#contract/people/pages.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { ActivityCard } from "./security/activity-card.tsx";
import { SecurityCard } from "./security/security-card.tsx";
import { SessionsCard } from "./security/sessions-card.tsx";
import { FRAME_TEXTS, SettingsCards, SettingsFrame } from "./settings-frame.tsx";
import { SocialCard } from "./security/social-card.tsx";

export const screen: PageScreen<"settings-security", typeof SecurityScreen> = {
  title: "account.part.security",
  texts: [
    ...FRAME_TEXTS,
    "account.security",
    "account.password",
    "account.social",
    "account.sessions",
    "account.activity",
    "proof",
    "questions",
    "support.contact",
  ],
};

export default function SecurityScreen(props: SettingsSecurityProps) {
  return (
    <SettingsFrame here="security">
      <SecurityCard holdHours={props.holdHours} />
      <SettingsCards>
        <SocialCard social={props.social} />
        <SessionsCard sessions={props.sessions} />
        <ActivityCard activity={props.activity} />
      </SettingsCards>
    </SettingsFrame>
  );
}
