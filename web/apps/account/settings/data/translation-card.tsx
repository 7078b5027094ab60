/** The user accepts that a program of the operator translates what others wrote, or withdraws that. */
import { useState } from "react";
import type { SettingsPrivacyProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { SettingsCard } from "../settings-card.tsx";

export function TranslationCard({ first }: { readonly first: SettingsPrivacyProps["translation"] }) {
  const page = usePage();
  const t = useT();
  const [{ isOffered, acceptedAt }, setState] = useState(first);
  const save = useAction(async (isAccepted: boolean) => {
    const { acceptTranslations } = await import("#contract/reach/translations/translations.ts");
    const { data } = await page.call(acceptTranslations, { body: { is_accepted: isAccepted } });
    setState({
      isOffered: data.isContentTransfer3rdPartyAutoTranslationEnabled,
      acceptedAt: data.acceptedAt,
    });
    page.toast("success", t("account.saved"));
  });
  // What was accepted can be withdrawn where it is not offered any more.
  if (!isOffered && first.acceptedAt === null) return null;
  return (
    <SettingsCard id="translation" title={t("translation.setting.title")} lead={t("translation.setting.lead")}>
      <p className="text-sm">{t("translation.setting.notice")}</p>
      {!isOffered && <p className="text-sm text-warn">{t("translation.setting.away")}</p>}
      <Checkbox
        checked={acceptedAt !== null}
        disabled={save.isRunning || (!isOffered && acceptedAt === null)}
        onChange={({ target }) => void save.run(target.checked)}
      >
        {t("translation.setting.on")}
      </Checkbox>
      {acceptedAt !== null && (
        <p className="text-sm text-muted" role="status">
          {t("translation.setting.since")} <LocalTime at={acceptedAt} />
        </p>
      )}
    </SettingsCard>
  );
}
