/** An opened trading name: the company's legal name, its documents, names like it and names before it, and the decision. */
import type { OpenedTradingName } from "#contract/compliance/trading-names.ts";
import { holdsRight } from "#contract/staff/rights.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { ApproveName, EndName } from "./decide-name.tsx";
import { NameTable } from "./name-table.tsx";

type Props = {
  readonly opened: OpenedTradingName;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** Opens the documents of the company. */
  readonly onLook: () => void;
};

export function NamePanel({ opened, onDone, onClose, onLook }: Props) {
  const t = useT();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5" data-opened={opened.reference}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">
          <bdi>{opened.name}</bdi>
        </h2>
        <Button size="sm" look="secondary" onClick={onClose}>
          {t("verification.staff.close")}
        </Button>
      </div>
      {opened.status === "waiting" && (
        <Alert kind="info" size="sm">
          {t("tradingname.staff.two", {
            count: opened.approvedBy.length,
            names: opened.approvedBy.join(", ") || "–",
          })}
        </Alert>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <Company opened={opened} onLook={onLook} />
        <Similar similar={opened.similar} />
      </div>
      <Decision opened={opened} onDone={onDone} />
      {opened.others.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">{t("tradingname.staff.others")}</h3>
          <NameTable rows={opened.others} />
        </section>
      )}
    </Card>
  );
}

function Company({ opened, onLook }: Pick<Props, "opened" | "onLook">) {
  const page = usePage();
  const t = useT();
  const { documents, username } = opened;
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-sm font-semibold">{t("tradingname.staff.company")}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("tradingname.legal"), opened.legalName ?? t("tradingname.staff.unverified")],
            [
              t("tradingname.staff.account"),
              <a key="user" href={page.href("user", { username })} className="hover:underline">
                {username}
              </a>,
            ],
            [t("verification.staff.country"), opened.countryIso],
            ...(documents
              ? ([
                  [t("verification.form.legal_form"), t(`verification.document.${documents.legalForm}`)],
                  [t("tradingname.staff.verified"), <LocalTime key="at" at={documents.decidedAt} dateOnly />],
                  [
                    t("tradingname.staff.documents"),
                    documents.sides.map((side) => t(`verification.side.${side}`)).join(", "),
                  ],
                ] as const)
              : []),
          ]}
        />
      </dl>
      {documents && (
        <Button size="sm" look="secondary" className="justify-self-start" onClick={onLook}>
          {t("verification.staff.look")}
        </Button>
      )}
    </section>
  );
}

function Similar({ similar }: Pick<OpenedTradingName, "similar">) {
  const page = usePage();
  const t = useT();
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-sm font-semibold">{t("tradingname.staff.similar")}</h3>
      {similar.length === 0 ? (
        <p className="text-sm text-muted">{t("tradingname.staff.no_similar")}</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {similar.map(({ name, username, kind, percent }) => (
            <li key={`${kind} ${username} ${name}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={percent >= 95 ? "bad" : "warn"}>{percent}%</Badge>
              <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
              <span className="text-xs text-muted">
                {t(`tradingname.staff.kind.${kind}`)} ·{" "}
                <a href={page.href("user", { username })} className="hover:underline">
                  <bdi>{username}</bdi>
                </a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Decision({ opened, onDone }: Pick<Props, "opened" | "onDone">) {
  const t = useT();
  const session = useSession();
  const { status, isOwn, approvedBy } = opened;
  if (isOwn || (status !== "waiting" && status !== "approved")) return null;
  if (!holdsRight(session?.roles ?? [], "companies"))
    return <p className="border-t border-line pt-5 text-sm text-muted">{t("verification.staff.senior")}</p>;
  const hasApproved = session !== null && approvedBy.includes(session.username);
  return (
    <div className="grid gap-5 border-t border-line pt-5 md:grid-cols-2">
      {status === "waiting" &&
        (hasApproved ? (
          <p className="text-sm text-muted">{t("verification.staff.other_needed")}</p>
        ) : (
          <ApproveName opened={opened} onDone={onDone} />
        ))}
      <EndName opened={opened} onDone={onDone} />
    </div>
  );
}
