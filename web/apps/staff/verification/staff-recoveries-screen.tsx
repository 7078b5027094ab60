/** The staff's queue of recoveries; one is opened for a reason, beside what was verified, and decided. */
import { useState } from "react";
import type { StaffRecoveriesProps } from "#contract/staff/pages.ts";
import type { OpenedRecovery, RecoveriesQueue, StaffRecovery } from "#contract/compliance/recovery/recovery.ts";
import { RECOVERY_QUEUES } from "#contract/compliance/recovery/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { shieldCheck } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueueFilters } from "../console/queue/filters.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { CaseTable } from "./recovery/case-table.tsx";
import { LookDialog } from "./pictures/look-dialog.tsx";
import { OpenedCase } from "./recovery/opened-case.tsx";

export const screen: PageScreen<"staff-recoveries", typeof RecoveriesScreen> = {
  title: "recovery.staff.title",
  texts: ["recovery", "verification.side", "proof", ...NAV_TEXTS, "console.filter"],
};

export default function RecoveriesScreen({ queue, found: first, filters }: StaffRecoveriesProps) {
  const page = usePage();
  const t = useT();
  const [asked, ask] = useState<StaffRecovery | null>(null);
  const [opened, open] = useState<OpenedRecovery | null>(null);
  const { found, refresh } = useQueue<RecoveriesQueue>({
    name: "staff-recoveries",
    asked: { queue, ...filters },
    first,
    load: async (query) => {
      const { listRecoveries } = await import("#contract/compliance/recovery/recovery.ts");
      return (await page.call(listRecoveries, { query })).data;
    },
  });
  const base = page.href("staffRecoveries", undefined);
  const kept = queue === "pending" ? "" : queue;
  return (
    <ConsoleFrame title={t("recovery.staff.title")} here="staffRecoveries">
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("recovery.staff.which")}
          chosen={queue}
          segments={RECOVERY_QUEUES.map((key) => ({
            key,
            label: t(`recovery.staff.${key}`, { count: found.waiting }),
            href: key === "pending" ? base : `${base}?queue=${key}`,
          }))}
        />
      </div>
      <QueueFilters
        base={base}
        kept={{ queue: kept }}
        fields={[
          { name: "who", label: t("console.filter.who"), value: filters.who },
          { name: "code", label: t("recovery.staff.case"), value: filters.code },
        ]}
      />
      {opened && (
        <OpenedCase
          key={opened.reference}
          opened={opened}
          onDone={() => {
            open(null);
            refresh();
          }}
          onClose={() => open(null)}
        />
      )}
      {found.rows.length === 0 ? (
        <EmptyState shape={shieldCheck} title={t("recovery.staff.none")} />
      ) : (
        <Card className="p-2">
          <CaseTable rows={found.rows} onOpen={ask} />
          <QueuePager
            label={t("recovery.staff.title")}
            base={base}
            values={{ queue: kept, who: filters.who, code: filters.code }}
            after={filters.after}
            next={found.next}
          />
        </Card>
      )}
      {asked && (
        <LookDialog
          of="recovery"
          title={t("recovery.staff.look_title", { code: asked.code })}
          isPending={asked.status === "pending"}
          onClose={() => ask(null)}
          onLook={async (reason) => {
            const { lookAtRecovery } = await import("#contract/compliance/recovery/recovery.ts");
            const { data: shown } = await page.call(lookAtRecovery, { body: { reference: asked.reference, reason } });
            ask(null);
            open(shown);
          }}
        />
      )}
    </ConsoleFrame>
  );
}
