/** The page of the link to the old address: one button. Its token is in the fragment, which browsers do not send. */
import { useEffect, useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export const screen: PageScreen<"undo-email", typeof UndoEmailScreen> = {
  title: "account.undo.title",
  texts: ["account.undo"],
};

export default function UndoEmailScreen() {
  const t = useT();
  const page = usePage();
  const [token, setToken] = useState<string | null>(null);
  const [isUndone, setUndone] = useState(false);
  useEffect(() => setToken(globalThis.location.hash.slice(1)), []);
  const undo = useAction(
    async () => {
      const { undoEmailChange } = await import("#contract/people/email-change.ts");
      await page.call(undoEmailChange, { body: { token: token ?? "" } });
      setUndone(true);
    },
    { quiet: true },
  );
  return (
    <div className="mx-auto grid max-w-lg gap-5 py-8 sm:py-14">
      <Card className="grid gap-6 p-5 sm:p-8" aria-labelledby="undo-title">
        <h1 id="undo-title" className="text-2xl font-bold tracking-tight">
          {t("account.undo.title")}
        </h1>
        {token === "" && <Alert kind="warning">{t("account.undo.no_link")}</Alert>}
        {isUndone && (
          <>
            <Alert kind="success">{t("account.undo.done")}</Alert>
            <LinkButton size="lg" wide href={page.href("forgotPassword", undefined)}>
              {t("account.undo.password")}
            </LinkButton>
          </>
        )}
        {token !== "" && !isUndone && (
          <>
            <p className="text-sm">{t("account.undo.text")}</p>
            {undo.refusal && <Alert kind="danger">{undo.refusal.message}</Alert>}
            <Button isBusy={undo.isRunning} onClick={() => void undo.run()}>
              {t("account.undo.confirm")}
            </Button>
          </>
        )}
      </Card>
    </div>
  );
}
