/** Cases of the partner program, and the shares of the fee by version with what they cost. */
import { useState } from "react";
import type { PartnerCase } from "#contract/reach/partner/partner.ts";
import type { StaffPartnersProps } from "#contract/staff/pages.ts";
import { countText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { Table } from "#ui/table.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { DecideCase } from "./decide-case.tsx";
import { RatesCard } from "./rates-card.tsx";

export const screen: PageScreen<"staff-partners", typeof StaffPartnersScreen> = {
  title: "partners.nav",
  texts: ["partners.staff", "partners.days", "staff.ambassador_level", "refusals", ...NAV_TEXTS, "console.filter"],
};

const LISTS = ["open", "decided"] as const satisfies readonly StaffPartnersProps["show"][];

export default function StaffPartnersScreen({ show, cases, next, after, rates, thought }: StaffPartnersProps) {
  const page = usePage();
  const t = useT();
  const [asked, ask] = useState<PartnerCase | null>(null);
  const [decided, setDecided] = useState<readonly PartnerCase[]>([]);
  const base = page.href("staffPartners", undefined);
  const rows = cases.map((row) => decided.find(({ number }) => number === row.number) ?? row);
  return (
    <ConsoleFrame title={t("partners.nav")} here="staffPartners">
      <p className="max-w-3xl text-sm text-muted">{t("partners.staff.about")}</p>
      <Segments
        label={t("partners.staff.cases")}
        chosen={show}
        segments={LISTS.map((key) => ({
          key,
          label: t(`partners.staff.${key}`),
          href: key === "open" ? base : `${base}?show=${key}`,
        }))}
      />
      {rows.length === 0 ? (
        <EmptyState shape={check} title={t("partners.staff.none")} />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <CaseTable rows={rows} onDecide={ask} />
        </Card>
      )}
      <QueuePager
        label={t("partners.staff.cases")}
        base={base}
        values={show === "open" ? {} : { show }}
        after={after}
        next={next}
      />
      <RatesCard rates={rates} thought={thought} />
      {asked && (
        <DecideCase
          asked={asked}
          onClose={() => ask(null)}
          onDone={(row) => {
            setDecided([...decided, row]);
            ask(null);
          }}
        />
      )}
    </ConsoleFrame>
  );
}

function CaseTable({ rows, onDecide }: { rows: readonly PartnerCase[]; onDecide: (row: PartnerCase) => void }) {
  const page = usePage();
  const t = useT();
  return (
    <Table
      caption={t("partners.staff.cases")}
      head={[
        t("partners.staff.number"),
        t("partners.staff.rule_head"),
        t("partners.staff.people"),
        t("partners.staff.findings"),
        t("partners.staff.since"),
        "",
      ]}
      numbers={[3]}
      wide={[0, 3, 4]}
    >
      {rows.map((row) => (
        <tr key={row.number} className="align-top">
          <td className="font-mono text-xs max-sm:hidden">{row.number}</td>
          <td>{t(`partners.staff.rule.${row.rule}`)}</td>
          <td>
            <ul className="flex max-w-md flex-wrap gap-x-3">
              {row.people.map((name) => (
                <li key={name}>
                  <a
                    className="inline-flex min-h-6 items-center underline"
                    href={page.href("user", { username: name })}
                  >
                    <bdi>{name}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </td>
          <td className="text-end tabular-nums max-sm:hidden">{countText(page.locale, row.findings)}</td>
          <td className="max-sm:hidden">
            <LocalTime at={row.openedAt} />
          </td>
          <td>
            {row.status === "open" ? (
              <Button
                look="secondary"
                size="sm"
                aria-label={t("partners.staff.decide", { number: row.number })}
                onClick={() => onDecide(row)}
              >
                {t("partners.staff.decide_short")}
              </Button>
            ) : (
              <span className="grid justify-items-start gap-1 text-xs">
                <Badge tone={row.status === "confirmed" ? "bad" : "good"}>
                  {t(`partners.staff.status.${row.status}`)}
                </Badge>
                {row.decision && (
                  <span className="max-w-64 text-muted">
                    <bdi>{row.decision.by}</bdi>: <bdi>{row.decision.why}</bdi>
                  </span>
                )}
              </span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
