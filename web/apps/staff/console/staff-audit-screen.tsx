/** The chain of what staff did, with filters in the address, how far it is signed, and reasons that are opened for a reason. */
import { useState } from "react";
import type { StaffAuditProps } from "#contract/staff/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { AuditFilterForm } from "./audit/filters.tsx";
import { AuditTable } from "./audit/table.tsx";
import { AuditWords } from "./audit/words.tsx";
import { queueHref } from "./queue/filters.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";

export const screen: PageScreen<"staff-audit", typeof AuditScreen> = {
  title: "audit.title",
  texts: ["audit", ...NAV_TEXTS, "console.filter"],
};

export default function AuditScreen({ log, filters }: StaffAuditProps) {
  const t = useT();
  const page = usePage();
  const [words, setWords] = useState<ReadonlyMap<string, string | null>>(new Map());
  const base = page.href("staffAudit", undefined);
  return (
    <ConsoleFrame title={t("audit.title")} here="staffAudit">
      <p className="max-w-3xl text-sm text-muted">{t("audit.about")}</p>
      <Signed log={log} />
      <AuditFilterForm filters={filters} base={base} />
      {log.acts.length === 0 ? (
        <EmptyState shape={scale} title={t("audit.none")} />
      ) : (
        <>
          <AuditWords ids={log.acts.filter(({ about }) => about !== null).map(({ id }) => id)} onRead={setWords} />
          <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
            <AuditTable acts={log.acts} words={words} hrefOf={(about) => queueHref(base, { about })} />
          </Card>
        </>
      )}
      <Pager
        label={t("audit.acts")}
        place={null}
        back={filters.before ? { href: queueHref(base, { ...filters, before: "" }), label: t("audit.newest") } : null}
        on={log.next ? { href: queueHref(base, { ...filters, before: log.next }), label: t("audit.older") } : null}
      />
    </ConsoleFrame>
  );
}

function Signed({ log: { signed, lastAct } }: Pick<StaffAuditProps, "log">) {
  const t = useT();
  if (lastAct === null) return null;
  const isWhole = signed?.lastAct === lastAct;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm" role="status">
      <Badge tone={isWhole ? "good" : "info"}>
        {isWhole ? t("audit.whole") : t("audit.waiting", { act: lastAct })}
      </Badge>
      {signed ? (
        <span className="text-muted">
          {t("audit.signed", { act: signed.lastAct, batch: signed.batch, acts: signed.acts })} ·{" "}
          <LocalTime at={signed.at} />
        </span>
      ) : (
        <span className="text-muted">{t("audit.unsigned")}</span>
      )}
    </p>
  );
}
