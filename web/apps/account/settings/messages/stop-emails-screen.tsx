/** The page of the link at the end of an email: one button. Opening it changes nothing. */
import { useState } from "react";
import type { StopEmailsProps } from "#contract/reach/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export const screen: PageScreen<"stop-emails", typeof StopEmailsScreen> = {
  title: "account.stop.title",
  texts: ["account.stop"],
};

export default function StopEmailsScreen({ token, area }: StopEmailsProps) {
  const t = useT();
  const page = usePage();
  const [isStopped, setStopped] = useState(false);
  const stop = useAction(
    async () => {
      const { stopEmails } = await import("#contract/reach/notifications.ts");
      await page.call(stopEmails, { body: { token } });
      setStopped(true);
    },
    { quiet: true },
  );
  return (
    <div className="mx-auto grid max-w-lg gap-5 py-8 sm:py-14">
      <Card className="grid gap-6 p-5 sm:p-8" aria-labelledby="stop-title">
        <h1 id="stop-title" className="text-2xl font-bold tracking-tight">
          {t("account.stop.title")}
        </h1>
        {area === null && <Alert kind="warning">{t("account.stop.unknown")}</Alert>}
        {area !== null && isStopped && <Alert kind="success">{t("account.stop.done")}</Alert>}
        {area !== null && !isStopped && (
          <>
            <p className="text-sm">{t(`account.stop.${area}`)}</p>
            {stop.refusal && <Alert kind="danger">{stop.refusal.message}</Alert>}
            <Button isBusy={stop.isRunning} onClick={() => void stop.run()}>
              {t("account.stop.confirm")}
            </Button>
          </>
        )}
      </Card>
    </div>
  );
}
