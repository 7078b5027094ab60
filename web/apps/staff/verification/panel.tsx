/** Opened documents: pictures side by side, what was typed beside what the account says, and the decision. */
import { useState } from "react";
import { holdsRight } from "#contract/staff/rights.ts";
import type { OpenedVerification } from "#contract/compliance/verification/verification.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { ApproveForm } from "./forms/approve-form.tsx";
import { RejectForm } from "./forms/reject-form.tsx";
import { ReviewTable } from "./table.tsx";
import { ShownPicture } from "./pictures/shown-picture.tsx";

type Props = { readonly opened: OpenedVerification; readonly onDone: () => void; readonly onClose: () => void };

export function ReviewPanel({ opened, onDone, onClose }: Props) {
  const t = useT();
  const session = useSession();
  // A video is shown beside the pictures of another document.
  const isOwn = (url: string) => url.includes(`/${opened.reference}/`);
  const [isLost, lose] = useState(opened.pictures.some(({ url, isCorrupted }) => isCorrupted && isOwn(url)));
  const mayDecide = holdsRight(session?.roles ?? [], opened.kind === "company" ? "companies" : "documents");
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5" data-opened={opened.reference}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          <bdi>{opened.username}</bdi> · {t(`verification.document.${opened.documentType}`)} ·{" "}
          <bdi>{opened.countryIso3}</bdi>
        </h2>
        <Button size="sm" look="secondary" onClick={onClose}>
          {t("verification.staff.close")}
        </Button>
      </div>
      {opened.sameDocument.length > 0 && (
        <Alert kind="danger">{t("verification.staff.same", { names: opened.sameDocument.join(", ") })}</Alert>
      )}
      {opened.hasPassedProvider && <Alert kind="info">{t("verification.staff.passed")}</Alert>}
      {opened.hasProviderToken && <Alert kind="warning">{t("verification.staff.elsewhere")}</Alert>}
      {opened.approvers > 1 && (
        <Alert kind="info" size="sm">
          {t("verification.staff.two", { count: opened.approvedBy.length, names: opened.approvedBy.join(", ") || "–" })}
        </Alert>
      )}
      <Screened watchList={opened.watchList} />
      <ul className="grid gap-4 md:grid-cols-2">
        {opened.pictures.map((picture) => (
          <li key={picture.url}>
            <ShownPicture
              picture={picture}
              username={opened.username}
              isPending={opened.status === "pending" && isOwn(picture.url)}
              onCorrupted={() => isOwn(picture.url) && lose(true)}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-5 md:grid-cols-2">
        <Typed opened={opened} />
        <Account opened={opened} />
      </div>
      {opened.status === "pending" && !opened.isOwn && !mayDecide && (
        <p className="border-t border-line pt-5 text-sm text-muted">{t("verification.staff.senior")}</p>
      )}
      {opened.status === "pending" && !opened.isOwn && mayDecide && (
        <div className="grid gap-5 border-t border-line pt-5 md:grid-cols-2">
          {isLost ? (
            <div>
              <Alert kind="warning">{t("verification.staff.corrupted_waits")}</Alert>
            </div>
          ) : (
            <Approval opened={opened} onDone={onDone} />
          )}
          <RejectForm opened={opened} onDone={onDone} />
        </div>
      )}
      {opened.earlier.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">{t("verification.staff.earlier")}</h3>
          <ReviewTable rows={opened.earlier} />
        </section>
      )}
    </Card>
  );
}

function Approval({ opened, onDone }: Pick<Props, "opened" | "onDone">) {
  const t = useT();
  const session = useSession();
  if (session && opened.approvedBy.includes(session.username))
    return <p className="text-sm text-muted">{t("verification.staff.other_needed")}</p>;
  return <ApproveForm opened={opened} onDone={onDone} />;
}

/** Whether the name is like one on the operator's list, or that there is none. */
function Screened({ watchList }: Pick<OpenedVerification, "watchList">) {
  const t = useT();
  if (watchList === null)
    return (
      <Alert kind="light" size="sm">
        {t("verification.staff.unscreened")}
      </Alert>
    );
  if (watchList.length === 0) return null;
  return (
    <Alert kind="danger" title={t("verification.staff.listed")}>
      <ul className="list-disc ps-5">
        {watchList.map(({ name, percent }) => (
          <li key={name}>
            <bdi>{name}</bdi> ({percent}%)
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const FIELDS = [
  "first_name_original",
  "middle_name_original",
  "last_name_original",
  "document_number",
  "address_line_1",
  "address_line_2",
  "city_name",
  "region_name",
  "zip_code",
  "nga_nin",
  "nga_bvn",
  "legal_name",
  "registration_number",
  "position",
  "video_code",
] as const;

/** Of a company: each owner with the share. */
function ownersOf(details: OpenedVerification["details"]): [string, string][] {
  return Object.entries(details).flatMap(([field, name]) => {
    const place = /^owner_(\d)_name$/.exec(field)?.[1];
    return place === undefined ? [] : [[name, `${details[`owner_${place}_share`] ?? ""} %`] as [string, string]];
  });
}

function Typed({ opened: { details } }: Pick<Props, "opened">) {
  const t = useT();
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-sm font-semibold">{t("verification.staff.typed")}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            ...FIELDS.flatMap((field) => {
              const value = details[field];
              return value === undefined ? [] : [[t(`verification.staff.field.${field}`), value] as const];
            }),
            ...ownersOf(details).map(
              ([name, share]) => [t("verification.staff.owner", { share }), <bdi key={name}>{name}</bdi>] as const,
            ),
          ]}
        />
      </dl>
    </section>
  );
}

function Account({ opened: { account, submittedAt } }: Pick<Props, "opened">) {
  const t = useT();
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-sm font-semibold">{t("verification.staff.account")}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("verification.staff.name"), account.fullName],
            [t("verification.staff.birth"), account.birthDate],
            [t("verification.staff.country"), account.countryIso],
            [t("verification.staff.level"), account.level],
            [t("verification.staff.submitted"), <LocalTime key="at" at={submittedAt} />],
          ]}
        />
      </dl>
    </section>
  );
}
