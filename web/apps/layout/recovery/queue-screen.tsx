/** The staff's queue of recoveries; one is opened for a reason, beside what was verified, and decided. */
import { useState } from "react";
import type { StaffRecoveriesProps } from "#contract/page-props.ts";
import type { OpenedRecovery, RecoveriesQueue, StaffRecovery } from "#contract/recovery.ts";
import { RECOVERY_QUEUES } from "#contract/recovery-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/queries.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { shieldCheck } from "#ui/icons/shapes.ts";
import { QueueHead } from "#ui/queue-head.tsx";
import { Segments } from "#ui/segments.tsx";
import { CaseTable } from "./case-table.tsx";
import { LookDialog } from "../verification/look-dialog.tsx";
import { OpenedCase } from "./opened-case.tsx";

const ASK_AGAIN_MS = 20_000;

export function RecoveriesScreen({ queue, found: first }: StaffRecoveriesProps) {
  const page = usePage();
  const t = useT();
  const [asked, ask] = useState<StaffRecovery | null>(null);
  const [opened, open] = useState<OpenedRecovery | null>(null);
  const { data: found = first, refetch } = usePageQuery<RecoveriesQueue>({
    queryKey: ["staff-recoveries", queue],
    initialData: first,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: "always",
    queryFn: async () => {
      const { listRecoveries } = await import("#contract/recovery.ts");
      return (await page.call(listRecoveries, { query: { queue } })).data;
    },
  });
  const base = page.href("staffRecoveries", undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <QueueHead
        title={t("recovery.staff.title")}
        ways={[[t("recovery.staff.documents"), page.href("staffVerifications", undefined)]]}
      >
        <Segments
          label={t("recovery.staff.which")}
          chosen={queue}
          segments={RECOVERY_QUEUES.map((key) => ({
            key,
            label: t(`recovery.staff.${key}`, { count: found.waiting }),
            href: key === "pending" ? base : `${base}?queue=${key}`,
          }))}
        />
      </QueueHead>
      {opened && (
        <OpenedCase
          key={opened.reference}
          opened={opened}
          onDone={() => {
            open(null);
            void refetch();
          }}
          onClose={() => open(null)}
        />
      )}
      {found.rows.length === 0 ? (
        <EmptyState shape={shieldCheck} title={t("recovery.staff.none")} />
      ) : (
        <Card className="p-2">
          <CaseTable rows={found.rows} onOpen={ask} />
        </Card>
      )}
      {asked && (
        <LookDialog
          of="recovery"
          title={t("recovery.staff.look_title", { code: asked.code })}
          isPending={asked.status === "pending"}
          onClose={() => ask(null)}
          onLook={async (reason) => {
            const { lookAtRecovery } = await import("#contract/recovery.ts");
            const { data: shown } = await page.call(lookAtRecovery, { body: { reference: asked.reference, reason } });
            ask(null);
            open(shown);
          }}
        />
      )}
    </div>
  );
}
