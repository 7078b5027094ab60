/** Before a trade that was brought to the staff: it is read by who has taken it, for a reason that is written down. */
import { useState } from "react";
import type { StaffCaseProps } from "#contract/dispute-appeals.ts";
import { CaseReason } from "#sdk/case-reason.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";

export function CaseScreen({ hash, mayTake, takenBy, appeal }: StaffCaseProps) {
  const t = useT();
  const page = usePage();
  const [isAsking, setAsking] = useState(false);
  const take = async (reason: string) => {
    if (appeal) {
      const { takeDisputeAppeal } = await import("#contract/dispute-appeals.ts");
      await page.call(takeDisputeAppeal, { params: { id: appeal }, body: { reason } });
    } else {
      const { takeDispute } = await import("#contract/disputes.ts");
      await page.call(takeDispute, { params: { id: hash }, body: { reason } });
    }
    location.reload();
  };
  const isWaiting = mayTake || appeal !== null;
  const text = isWaiting
    ? t("dashboard.disputes.door.text")
    : takenBy
      ? t("dashboard.disputes.taken_by", { name: takenBy })
      : t("dashboard.disputes.door.closed");
  return (
    <div className="py-6">
      <EmptyState
        shape={scale}
        title={t("dashboard.disputes.door.title")}
        action={
          <>
            {isWaiting && (
              <Button onClick={() => setAsking(true)}>
                {t(appeal ? "dashboard.disputes.door.appeal" : "dashboard.disputes.take")}
              </Button>
            )}
            <LinkButton look="secondary" href={page.href("staffDisputes", undefined)}>
              {t("dashboard.disputes.title")}
            </LinkButton>
          </>
        }
      >
        {text}
      </EmptyState>
      {isAsking && <CaseReason onOpen={take} onClose={() => setAsking(false)} />}
    </div>
  );
}
