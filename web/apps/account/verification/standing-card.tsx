/** One kind of document: how far it is, and the one thing to do next. */
import { commaOf } from "#contract/platform/locales.ts";
import type { OwnVerification, VerificationStanding } from "#contract/compliance/verification/verification.ts";
import type { Side } from "#contract/compliance/verification/names.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { supportHref } from "#widgets/contact-support.tsx";
import { Alert } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { lostOf } from "./pictures/lost-pictures.ts";

const TONES: Readonly<Record<string, Tone>> = {
  pending: "info",
  approved: "good",
  rejected: "bad",
  ended: "warn",
  corrupted: "warn",
};

type Props = {
  readonly standing: VerificationStanding;
  /** The reader may begin at all. */
  readonly isOpen: boolean;
  readonly needsIdentity: boolean;
  readonly onStart: () => void;
  readonly onContinue: (started: OwnVerification) => void;
};

export function StandingCard({ standing, ...rest }: Props) {
  const t = useT();
  const { kind, isForced, isVerified, latest, expiresOn } = standing;
  const lost = latest ? lostOf(latest) : [];
  const status = standingWord(standing);
  return (
    <Card id={kind} className="grid scroll-mt-20 gap-4 p-5" data-kind={kind} data-status={status}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">{t(`verification.kind.${kind}`)}</h2>
          <p className="text-sm text-muted">{t(`verification.about.${kind}`)}</p>
        </div>
        <Badge tone={TONES[status] ?? "neutral"}>{t(`verification.status.${status}`)}</Badge>
      </div>
      {isForced && <Alert kind="warning">{t("verification.forced")}</Alert>}
      {lost.length > 0 && <Lost kind={kind} lost={lost} />}
      {latest?.status === "pending" && lost.length === 0 && <p className="text-sm">{t("verification.pending_text")}</p>}
      {latest?.status === "rejected" && <Reasons latest={latest} />}
      {isVerified && expiresOn && (
        <p className="text-sm text-muted">
          {t("verification.valid_until")} <LocalTime at={`${expiresOn}T12:00:00.000Z`} dateOnly />
        </p>
      )}
      <NextStep standing={standing} {...rest} />
    </Card>
  );
}

function standingWord({ isVerified, latest }: VerificationStanding) {
  if (isVerified) return "approved";
  if (latest && lostOf(latest).length > 0) return "corrupted";
  return latest?.status ?? "none";
}

function Lost({ kind, lost }: { kind: VerificationStanding["kind"]; lost: readonly Side[] }) {
  const { locale } = usePage();
  const t = useT();
  const sides = lost.map((side) => t(`verification.side.${side}`)).join(commaOf(locale));
  return (
    <Alert kind="warning">
      {kind === "video" ? t("verification.corrupted.video") : t("verification.corrupted.picture", { sides })}
    </Alert>
  );
}

function Reasons({ latest }: { latest: OwnVerification }) {
  const t = useT();
  return (
    <Alert kind="danger" title={t("verification.reasons_title")}>
      <ul className="list-disc ps-5">
        {latest.rejectReasons.map((reason) => (
          <li key={reason}>{t(`verification.reason.${reason}`)}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** A document that ends within a month can be followed by the next one. */
function useIsEnding({ latest, expiresOn }: VerificationStanding): boolean {
  const page = usePage();
  if (latest?.status !== "approved" || expiresOn === null) return false;
  return Date.parse(expiresOn) - page.madeAtMs <= 30 * 86_400_000;
}

function nextWord(latest: OwnVerification | null) {
  if (latest?.status === "started") return "verification.continue";
  return latest ? "verification.again" : "verification.start";
}

function NextStep({ standing, isOpen, needsIdentity, onStart, onContinue }: Props) {
  const t = useT();
  const { isVerified, latest, triesLeft } = standing;
  const isEnding = useIsEnding(standing);
  if (latest?.status === "pending" && lostOf(latest).length > 0)
    return (
      <div>
        <Button disabled={!isOpen} onClick={() => onContinue(latest)}>
          {t("verification.corrupted.again")}
        </Button>
      </div>
    );
  if (latest?.status === "pending" || (isVerified && latest?.status === "approved" && !isEnding)) return null;
  if (triesLeft === 0) return <NoTries />;
  if (needsIdentity) return <p className="text-sm text-muted">{t("verification.id_first")}</p>;
  const isStarted = latest?.status === "started";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button disabled={!isOpen} onClick={() => (isStarted ? onContinue(latest) : onStart())}>
        {t(isEnding ? "verification.renew" : nextWord(latest))}
      </Button>
      {latest?.status === "rejected" && (
        <span className="text-xs text-muted">{t("verification.tries", { count: triesLeft })}</span>
      )}
    </div>
  );
}

/** Staff ask for the document again where they find that it is worth another look. */
function NoTries() {
  const t = useT();
  const page = usePage();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-warn">
      {t("verification.no_tries")}
      <a href={supportHref(page, { topic: "verification" })} className="font-semibold text-brand underline">
        {t("verification.write_support")}
      </a>
    </p>
  );
}
