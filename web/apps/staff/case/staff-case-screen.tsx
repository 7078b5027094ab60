/** Before a trade that was brought to the staff: only staff who have taken it read it, for a recorded reason. */
import { useState } from "react";
import type { StaffCaseProps } from "#contract/market/disputes/appeals.ts";
import { CaseReason } from "#widgets/case-reason.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";

export const screen: PageScreen<"staff-case", typeof CaseScreen> = {
  title: "dashboard.disputes.door.title",
  texts: ["dashboard.disputes", "disputes.look"],
};

type Wish = "take" | StaffCaseProps["inPlace"][number];

export default function CaseScreen({ hash, mayTake, takenBy, appeal, inPlace }: StaffCaseProps) {
  const t = useT();
  const page = usePage();
  const [wish, setWish] = useState<Wish | null>(null);
  const act = async (reason: string) => {
    if (wish !== null && wish !== "take") {
      const { actInPlace } = await import("#contract/market/disputes/disputes-in-place.ts");
      await page.call(actInPlace, { params: { id: hash }, body: { ...wish, reason } });
    } else if (appeal) {
      const { takeDisputeAppeal } = await import("#contract/market/disputes/appeals.ts");
      await page.call(takeDisputeAppeal, { params: { id: appeal }, body: { reason } });
    } else {
      const { takeDispute } = await import("#contract/market/disputes/disputes.ts");
      await page.call(takeDispute, { params: { id: hash }, body: { reason } });
    }
    location.reload();
  };
  const isWaiting = mayTake || appeal !== null;
  const text = isWaiting
    ? t("dashboard.disputes.door.text")
    : inPlace.length > 0
      ? t("dashboard.disputes.door.in_place")
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
              <Button onClick={() => setWish("take")}>
                {t(appeal ? "dashboard.disputes.door.appeal" : "dashboard.disputes.take")}
              </Button>
            )}
            {inPlace.map((one) => (
              <Button key={`${one.of} ${one.step}`} look="secondary" onClick={() => setWish(one)}>
                {t.maybe(`dashboard.disputes.door.${one.step}_${one.of}`, one.step)}
              </Button>
            ))}
            <LinkButton look="secondary" href={page.href("staffDisputes", undefined)}>
              {t("dashboard.disputes.title")}
            </LinkButton>
          </>
        }
      >
        {text}
      </EmptyState>
      {wish && <CaseReason onOpen={act} onClose={() => setWish(null)} />}
    </div>
  );
}
