/** The wait for the approval of another browser: the number to choose there, and the result. */
import { useEffect, useEffectEvent, useState } from "react";
import type { WatchedApproval } from "#contract/people/sign-in/sign-in-approvals.ts";
import { type Declined, isDeclined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { AuthCard } from "./auth-card.tsx";

type Props = {
  readonly asked: WatchedApproval;
  readonly onApproved: () => Promise<void>;
  /** Why nobody is in although it was approved; null while that is on its way. */
  readonly refusal: Declined | null;
  /** Another way, while the sign-in waits. */
  readonly onOther: () => void;
  /** The password has to be typed again. */
  readonly onBack: (why: string | null) => void;
};

const EVERY_MS = 2000;

export function ApprovalWait({ asked, onApproved, refusal, onOther, onBack }: Props) {
  const page = usePage();
  const t = useT();
  const [{ state, number }, setAsked] = useState(asked);
  const ask = useEffectEvent(async () => {
    const { watchApproval } = await import("#contract/people/sign-in/sign-in-approvals.ts");
    try {
      const { data } = await page.call(watchApproval, {});
      setAsked(data);
    } catch (error) {
      // The line is away for a moment: it is asked again.
      if (isDeclined(error) && error.code === "auth.sign_in_gone") onBack(error.message);
    }
  });
  useEffect(() => {
    if (state !== "pending") return undefined;
    const timer = setInterval(() => void ask(), EVERY_MS);
    return () => clearInterval(timer);
  }, [state]);
  // Also where it was approved while another way was looked at.
  const goOn = useEffectEvent(onApproved);
  useEffect(() => {
    if (state === "approved") void goOn();
  }, [state]);
  if (state === "approved")
    return (
      <AuthCard title={t("auth.approval.title")} lead={refusal ? "" : t("auth.approval.approved")}>
        {refusal && (
          <div className="grid gap-4">
            <Alert kind="danger">{refusal.message}</Alert>
            <Button onClick={() => void onApproved()}>{t("auth.approval.again")}</Button>
          </div>
        )}
      </AuthCard>
    );
  const isOver = state === "denied" || state === "expired";
  return (
    <AuthCard title={t("auth.approval.title")} lead={isOver ? "" : t("auth.approval.lead")}>
      <div className="grid gap-4">
        {isOver ? (
          <Alert kind={state === "denied" ? "danger" : "warning"}>{t(`auth.approval.${state}`)}</Alert>
        ) : (
          <>
            <output dir="ltr" className="rounded-lg bg-sunken py-6 text-center text-3xl font-bold tabular-nums">
              {number}
            </output>
            <p role="status" className="text-center text-sm text-muted">
              {t("auth.approval.waiting")}
            </p>
            <Button look="quiet" size="sm" className="justify-self-start" onClick={onOther}>
              {t("auth.approval.other")}
            </Button>
          </>
        )}
        <Button
          look={isOver ? "primary" : "quiet"}
          size="sm"
          className="justify-self-start"
          onClick={() => onBack(null)}
        >
          {t("auth.second.back")}
        </Button>
      </div>
    </AuthCard>
  );
}
