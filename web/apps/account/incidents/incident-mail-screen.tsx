/** The page of a link in an email about incidents: one button. Opening it changes nothing. */
import { useState } from "react";
import type { IncidentMailProps } from "#contract/site/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export const screen: PageScreen<"incident-mail", typeof IncidentMailScreen> = {
  title: "status.mail.title",
  texts: ["status.mail"],
};

export default function IncidentMailScreen({ token, asks }: IncidentMailProps) {
  const t = useT();
  const page = usePage();
  const [isDone, setDone] = useState(false);
  const act = useAction(
    async () => {
      const { confirmIncidentMail, stopIncidentMail } = await import("#contract/site/incident-mail.ts");
      await page.call(asks === "stop" ? stopIncidentMail : confirmIncidentMail, { body: { token } });
      setDone(true);
    },
    { quiet: true },
  );
  return (
    <div className="mx-auto grid max-w-lg gap-5 py-8 sm:py-14">
      <Card className="grid gap-6 p-5 sm:p-8" aria-labelledby="incident-mail-title">
        <h1 id="incident-mail-title" className="text-2xl font-bold tracking-tight">
          {t("status.mail.title")}
        </h1>
        {asks === null && <Alert kind="warning">{t("status.mail.unknown")}</Alert>}
        {asks !== null && isDone && <Alert kind="success">{t(`status.mail.${asks}.done`)}</Alert>}
        {asks !== null && !isDone && (
          <>
            <p className="text-sm">{t(`status.mail.${asks}.text`)}</p>
            {act.refusal && <Alert kind="danger">{act.refusal.message}</Alert>}
            <Button isBusy={act.isRunning} onClick={() => void act.run()}>
              {t(`status.mail.${asks}.button`)}
            </Button>
          </>
        )}
        {(asks === null || isDone) && (
          <LinkButton look="secondary" href={page.href("statusPage", undefined)}>
            {t("status.mail.back")}
          </LinkButton>
        )}
      </Card>
    </div>
  );
}
