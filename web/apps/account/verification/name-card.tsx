/** The name and birth date among the verifications: their state, why they were not accepted, and the step that gives them. */
import type { VerificationPageProps } from "#contract/compliance/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { stepHref } from "#sdk/sign-in-first.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

const TONES: Readonly<Record<string, Tone>> = { pending: "info", approved: "good", rejected: "bad" };
const REASONS = ["name_mismatch", "underage"] as const;

export function NameCard({ state, isOpen }: VerificationPageProps["name"]) {
  const page = usePage();
  const t = useT();
  const status = state.isRejected ? "rejected" : state.isVerified ? "approved" : "none";
  const reasons = REASONS.filter((reason) => state.rejectReasons.includes(reason));
  return (
    <Card id="name" className="grid scroll-mt-20 gap-4 p-5" data-kind="name" data-status={status}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">{t("verification.name.card.kind")}</h2>
          <p className="text-sm text-muted">{t("verification.name.card.about")}</p>
        </div>
        <Badge tone={TONES[status] ?? "neutral"}>{t(`verification.status.${status}`)}</Badge>
      </div>
      {state.isRejected && (
        <Alert kind="danger" title={t("verification.reasons_title")}>
          <ul className="list-disc ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{t(`verification.reason.${reason}`)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {isOpen && (
        <LinkButton
          className="justify-self-start"
          href={stepHref(page, "accountName", page.href("kycVerification", undefined))}
        >
          {t(state.isRejected ? "verification.name.card.correct" : "verification.name.card.start")}
        </LinkButton>
      )}
    </Card>
  );
}
