/** The users whose messages are accepted outside trades; a choice is saved at once. */
import { useState } from "react";
import { CHAT_ACCEPTANCES, type ChatAcceptance } from "#contract/reach/messenger/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { SettingsCard } from "../settings-card.tsx";

export function MessagesCard({ accepts: first }: { accepts: ChatAcceptance }) {
  const page = usePage();
  const t = useT();
  const [accepts, setAccepts] = useState(first);
  const save = useAction(async (chosen: ChatAcceptance, before: ChatAcceptance) => {
    setAccepts(chosen);
    const { saveMessengerProfile } = await import("#contract/reach/messenger/messenger.ts");
    try {
      await page.call(saveMessengerProfile, { body: { accept_chat_messages: chosen } });
      page.toast("success", t("account.saved"));
    } catch (refused) {
      setAccepts(before);
      throw refused;
    }
  });
  return (
    <SettingsCard id="messages" title={t("account.messages.title")} lead={t("account.messages.lead")}>
      <RadioCards
        legend={t("account.messages.who")}
        name="accept_chat_messages"
        value={accepts}
        onChange={(chosen) => void save.run(chosen, accepts)}
        cards={CHAT_ACCEPTANCES.map((value) => ({
          value,
          title: t(`account.messages.${value}`),
          text: t(`account.messages.${value}_text`),
          disabled: save.isRunning,
        }))}
      />
    </SettingsCard>
  );
}
