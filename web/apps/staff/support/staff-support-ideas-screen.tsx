/** Feature requests of users: staff open them for votes, and say what becomes of them. */
import { useState } from "react";
import { FEATURE_STATUSES, type FeatureStatus } from "#contract/reach/support/names.ts";
import type { StaffSupportIdeasProps } from "#contract/staff/pages.ts";
import type { StaffFeatures } from "#contract/staff/support.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { star } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { QueueCards } from "../console/queue/cards.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { NAV_TEXTS } from "../console/console-nav.tsx";
import { SupportFrame } from "./support-frame.tsx";

export const screen: PageScreen<"staff-support-ideas", typeof IdeasScreen> = {
  title: "support.staff.idea.title",
  texts: ["support.staff", "support.ideas", ...NAV_TEXTS, "console.filter"],
};

const DECISIONS = ["open", "planned", "done", "declined"] as const satisfies readonly FeatureStatus[];

export default function IdeasScreen({ status, found, after }: StaffSupportIdeasProps) {
  const page = usePage();
  const t = useT();
  const [rows, setRows] = useState(found.rows);
  const [waiting, setWaiting] = useState(found.waiting);
  const decide = useAction(
    async (id: string, decided: (typeof DECISIONS)[number]) => {
      const { decideFeature } = await import("#contract/staff/support.ts");
      await page.call(decideFeature, { params: { id }, body: { status: decided } });
      setRows((known) => known.filter((row) => row.id !== id));
      if (status === "new") setWaiting((many) => Math.max(0, many - 1));
      page.toast("success", t("support.staff.idea.decided"));
    },
    { lane: (id) => id },
  );
  const base = page.href("staffSupportIdeas", undefined);
  const kept = status === "new" ? "" : status;
  return (
    <SupportFrame title={t("support.staff.idea.title")} here="ideas">
      <p className="max-w-3xl text-sm text-muted">{t("support.staff.idea.about")}</p>
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("support.staff.idea.title")}
          chosen={status}
          segments={FEATURE_STATUSES.map((key) => ({
            key,
            label:
              key === "new" ? t("support.staff.idea.waiting", { count: waiting }) : t(`support.ideas.status.${key}`),
            href: key === "new" ? base : `${base}?status=${key}`,
          }))}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState shape={star} title={t("support.staff.idea.none")} />
      ) : (
        <QueueCards label={t("support.staff.idea.title")} rows={rows} keyOf={({ id }) => id}>
          {(row) => <Idea row={row} status={status} onDecide={(decided) => void decide.run(row.id, decided)} />}
        </QueueCards>
      )}
      <QueuePager
        label={t("support.staff.idea.title")}
        base={base}
        values={{ status: kept }}
        after={after}
        next={found.next}
      />
    </SupportFrame>
  );
}

type IdeaProps = {
  readonly row: StaffFeatures["rows"][number];
  readonly status: FeatureStatus;
  readonly onDecide: (decided: (typeof DECISIONS)[number]) => void;
};

function Idea({ row, status, onDecide }: IdeaProps) {
  const t = useT();
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {row.text}
      </p>
      <p className="flex flex-wrap gap-3 text-xs text-muted">
        <bdi>{t("support.staff.idea.by", { name: row.username ?? t("support.staff.idea.closed_account") })}</bdi>
        <LocalTime at={row.at} />
        <span>{t("support.ideas.votes", { count: row.votes })}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {DECISIONS.filter((one) => one !== status).map((one) => (
          <Button key={one} size="sm" look="secondary" onClick={() => onDecide(one)}>
            {t(`support.staff.idea.${one}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
