/** Who may write, whom one trusts and blocks, one's data, and closing the account. */
import type { SettingsPrivacyProps } from "#contract/people/pages.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { CloseCard } from "./data/close-card.tsx";
import { TranslationCard } from "./data/translation-card.tsx";
import { PoliciesCard } from "./data/policies-card.tsx";
import { DataCard } from "./data/data-card.tsx";
import { MessagesCard } from "./messages/messages-card.tsx";
import { PeopleCard } from "./profile/people-card.tsx";
import { FRAME_TEXTS, SettingsCards, SettingsFrame } from "./settings-frame.tsx";

export const screen: PageScreen<"settings-privacy", typeof PrivacyScreen> = {
  title: "account.part.privacy",
  texts: [
    ...FRAME_TEXTS,
    "account.saved",
    "account.messages",
    "account.people",
    "account.data",
    "account.closing",
    "policies",
    "translation.setting",
    "proof",
    "support.contact",
  ],
};

export default function PrivacyScreen(props: SettingsPrivacyProps) {
  return (
    <SettingsFrame here="privacy">
      <MessagesCard accepts={props.acceptsChat} />
      <SettingsCards>
        <PeopleCard kind="trusted" list={props.trusted} />
        <PeopleCard kind="blocked" list={props.blocked} />
        <TranslationCard first={props.translation} />
        <PoliciesCard policies={props.policies} />
        <DataCard dataExport={props.dataExport} />
        <CloseCard closesAt={props.closesAt} />
      </SettingsCards>
    </SettingsFrame>
  );
}
