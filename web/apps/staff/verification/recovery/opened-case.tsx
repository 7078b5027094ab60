/** An opened recovery: the new pictures beside the verified ones, the statement, and the decision. */
import type { OpenedRecovery } from "#contract/compliance/recovery/recovery.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { ApproveCase } from "./approve-case.tsx";
import { DrawnPicture } from "../pictures/drawn-picture.tsx";
import { CaseTable } from "./case-table.tsx";
import { RejectCase } from "./reject-case.tsx";

type Props = { readonly opened: OpenedRecovery; readonly onDone: () => void; readonly onClose: () => void };

export function OpenedCase({ opened, onDone, onClose }: Props) {
  const t = useT();
  const session = useSession();
  const isOpen = opened.endedAt === null;
  const hasApproved = session !== null && opened.approvedBy.includes(session.username);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5" data-opened={opened.reference}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          {t("recovery.staff.case")} <bdi className="font-mono">{opened.code}</bdi>
        </h2>
        <Button size="sm" look="secondary" onClick={onClose}>
          {t("recovery.staff.close")}
        </Button>
      </div>
      {isOpen && opened.fault && <Alert kind="danger">{t(`recovery.fault.${opened.fault}`)}</Alert>}
      <div className="grid gap-5 md:grid-cols-2">
        <Pictures title={t("recovery.staff.sent")} pictures={opened.pictures} none={t("recovery.staff.erased")} />
        <Pictures title={t("recovery.staff.verified")} pictures={opened.verified} none={t("recovery.staff.nothing")} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("recovery.staff.named"), <bdi key="named">{opened.account}</bdi>],
            [t("recovery.staff.account"), <bdi key="name">{opened.username ?? t("recovery.staff.nobody")}</bdi>],
            ...(opened.fullName
              ? [[t("recovery.staff.full_name"), <bdi key="full">{opened.fullName}</bdi>] as const]
              : []),
            [t("recovery.staff.email"), <bdi key="email">{opened.email}</bdi>],
            [t("recovery.staff.since"), <LocalTime key="since" at={opened.confirmedAt} />],
            ...(opened.waitsUntil
              ? [[t("recovery.staff.until"), <LocalTime key="until" at={opened.waitsUntil} />] as const]
              : []),
          ]}
        />
      </dl>
      <section className="grid gap-1">
        <h3 className="text-sm font-semibold">{t("recovery.staff.story")}</h3>
        <p className="text-sm break-words whitespace-pre-wrap">
          <bdi>{opened.story}</bdi>
        </p>
      </section>
      {isOpen && !opened.isOwn && (
        <div className="grid gap-5 border-t border-line pt-5 md:grid-cols-2">
          {opened.status === "pending" && !opened.fault && !hasApproved && (
            <ApproveCase opened={opened} onDone={onDone} />
          )}
          {hasApproved && opened.status === "pending" && (
            <p className="text-sm text-muted">{t("recovery.staff.other_needed")}</p>
          )}
          <RejectCase reference={opened.reference} onDone={onDone} />
        </div>
      )}
      {opened.others.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">{t("recovery.staff.others")}</h3>
          <CaseTable rows={opened.others} />
        </section>
      )}
    </Card>
  );
}

type PicturesProps = {
  readonly title: string;
  readonly pictures: OpenedRecovery["pictures"];
  readonly none: string;
};

/** The server draws the reader's name across each. */
function Pictures({ title, pictures, none }: PicturesProps) {
  const t = useT();
  return (
    <section className="grid content-start gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      {pictures.length === 0 && <p className="text-sm text-muted">{none}</p>}
      {pictures.map(({ side, url }) => (
        <figure key={url} className="grid gap-1.5">
          <DrawnPicture
            url={url}
            alt={`${title}: ${t(`verification.side.${side}`)}`}
            className="max-h-136 w-full rounded-lg bg-sunken object-contain"
          />
          <figcaption className="text-xs text-muted">{t(`verification.side.${side}`)}</figcaption>
        </figure>
      ))}
    </section>
  );
}
