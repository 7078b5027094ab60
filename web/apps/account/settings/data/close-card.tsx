/** Closing the account; while it waits, when that will be, and taking it back. */
import { useState } from "react";
import type { SettingsPrivacyProps } from "#contract/people/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CloseAccount } from "./close-account.tsx";
import { SettingsCard } from "../settings-card.tsx";

export function CloseCard({ closesAt: first }: Pick<SettingsPrivacyProps, "closesAt">) {
  const page = usePage();
  const t = useT();
  const [closesAt, setClosesAt] = useState(first);
  const [isAsking, setAsking] = useState(false);
  const keep = useAction(async () => {
    const { takeBackClosing } = await import("#contract/compliance/closing.ts");
    await page.call(takeBackClosing, {});
    setClosesAt(null);
    page.toast("success", t("account.closing.kept_account"));
  });
  const done = (at: string) => {
    setClosesAt(at);
    setAsking(false);
  };
  return (
    <SettingsCard title={t("account.closing.title")} lead={closesAt ? undefined : t("account.closing.lead")}>
      {closesAt ? (
        <>
          <Alert kind="warning">
            <p>
              {t("account.closing.waits")} <LocalTime at={closesAt} />
            </p>
            <p>{t("account.closing.waits_text")}</p>
          </Alert>
          <Button className="justify-self-start" isBusy={keep.isRunning} onClick={() => void keep.run()}>
            {t("account.closing.keep")}
          </Button>
        </>
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
          {t("account.closing.button")}
        </Button>
      )}
      {isAsking && <CloseAccount onDone={done} onClose={() => setAsking(false)} />}
    </SettingsCard>
  );
}
