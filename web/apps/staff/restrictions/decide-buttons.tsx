/** The decisions of the reader about one restriction, or the reason why they may not decide. */
import type { StaffRestriction } from "#contract/compliance/restrictions.ts";
import { useSession, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import type { Decision } from "./decide-restriction.tsx";

export function DecideButtons({ row, onDecide }: { row: StaffRestriction; onDecide: (decision: Decision) => void }) {
  const t = useT();
  const session = useSession();
  if (row.liftedAt !== null) return null;
  if (!row.mayDecide) {
    const isOwn = row.setBy !== null && row.setBy === session?.username;
    return (
      <span className="text-xs text-muted">
        {t(isOwn ? "restrictions.staff.own_case" : "restrictions.staff.not_yours")}
      </span>
    );
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" look="secondary" onClick={() => onDecide({ kind: "lift", row })}>
        {t("restrictions.staff.lift")}
      </Button>
      <Button size="sm" look="quiet" onClick={() => onDecide({ kind: "keep", row })}>
        {t("restrictions.staff.keep")}
      </Button>
      {row.state === "banned" && !row.isLeaveAllowed && (
        <Button size="sm" look="quiet" onClick={() => onDecide({ kind: "allow", row })}>
          {t("restrictions.staff.allow")}
        </Button>
      )}
    </span>
  );
}
