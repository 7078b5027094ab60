/** What is notified, and where. */
import type { PageScreen } from "#sdk/screen.ts";
import { NotificationsCard } from "./messages/notifications-card.tsx";
import { FRAME_TEXTS, SettingsFrame } from "./settings-frame.tsx";

export const screen: PageScreen<"settings-notifications", typeof NotificationsScreen> = {
  title: "account.part.notifications",
  texts: [
    ...FRAME_TEXTS,
    "account.save",
    "account.profile_has_been_updated",
    "account.not_saved",
    "account.notify",
    "notices",
    "notifications.title",
  ],
};

export default function NotificationsScreen() {
  return (
    <SettingsFrame here="notifications">
      <NotificationsCard />
    </SettingsFrame>
  );
}
