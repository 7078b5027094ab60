/** The status of a case, without data of the account. */
import type { RecoveryState } from "#contract/compliance/recovery/recovery.ts";
import type { RecoveryStatus } from "#contract/compliance/recovery/names.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { SupportLink } from "#widgets/contact-support.tsx";

const LOOK: Readonly<Record<RecoveryStatus, "info" | "success" | "warning" | "danger">> = {
  started: "info",
  submitted: "info",
  pending: "info",
  approved: "success",
  ready: "success",
  done: "success",
  rejected: "danger",
  stopped: "danger",
  expired: "warning",
};

export function CaseState({ state: { code, status, reason, waitsUntil } }: { readonly state: RecoveryState }) {
  const t = useT();
  return (
    <div className="grid gap-3" data-status={status}>
      <p className="text-sm text-muted">
        {t("recovery.state.case")}{" "}
        <bdi className="font-mono">
          {code.slice(0, 4)} {code.slice(4)}
        </bdi>
      </p>
      <Alert kind={LOOK[status]} title={t(`recovery.state.${status}`)}>
        {status === "approved" && waitsUntil
          ? t.rich("recovery.state.approved_text", { time: () => <LocalTime key="time" at={waitsUntil} /> })
          : t(`recovery.state.${status}_text`)}
        {status === "stopped" && (
          <p>
            <SupportLink about={{ topic: "security" }} />
          </p>
        )}
        {status === "rejected" && reason && <p className="mt-1">{t(`recovery.reason.${reason}`)}</p>}
      </Alert>
    </div>
  );
}
