/** Stops a recovery with one press: by the link to the earlier mailbox, or in a signed-in session. */
import { useEffect, useState } from "react";
import type { StopRecoveryProps } from "#contract/compliance/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { AuthCard } from "./auth-card.tsx";

export const screen: PageScreen<"stop-recovery", typeof StopScreen> = {
  title: "recovery.stop.title",
  texts: ["recovery.stop"],
};

export default function StopScreen({ waitsUntil }: StopRecoveryProps) {
  const page = usePage();
  const t = useT();
  const [token, setToken] = useState<string | null>(null);
  const [isStopped, setStopped] = useState(false);
  useEffect(() => setToken(globalThis.location.hash.slice(1)), []);
  const stop = useAction(
    async (shown: string) => {
      const calls = await import("#contract/compliance/recovery/recovery.ts");
      if (shown) await page.call(calls.stopRecovery, { body: { token: shown } });
      else await page.call(calls.stopOwnRecovery, {});
      setStopped(true);
    },
    { quiet: true },
  );
  const mayStop = Boolean(token) || waitsUntil !== null;
  return (
    <AuthCard title={t("recovery.stop.title")}>
      {isStopped && (
        <>
          <Alert kind="success">{t("recovery.stop.done")}</Alert>
          <LinkButton size="lg" wide href={page.href("forgotPassword", undefined)}>
            {t("recovery.stop.password")}
          </LinkButton>
        </>
      )}
      {!isStopped && token !== null && !mayStop && <Alert kind="info">{t("recovery.stop.none")}</Alert>}
      {!isStopped && mayStop && (
        <>
          <p className="text-sm">{t("recovery.stop.text")}</p>
          {waitsUntil && (
            <p className="text-sm font-semibold">
              {t.rich("recovery.stop.until", { time: () => <LocalTime key="time" at={waitsUntil} /> })}
            </p>
          )}
          {stop.refusal && <Alert kind="danger">{stop.refusal.message}</Alert>}
          <Button look="danger" size="lg" wide isBusy={stop.isRunning} onClick={() => void stop.run(token ?? "")}>
            {t("recovery.stop.confirm")}
          </Button>
        </>
      )}
    </AuthCard>
  );
}
