/** The staff's queue of restrictions: appeals first, then what is due for review, then all; and the search for a user. */
import { useState } from "react";
import type { StaffRestrictionsProps } from "#contract/staff/pages.ts";
import { RESTRICTION_REASONS, RESTRICTION_STATES } from "#contract/compliance/restriction-names.ts";
import type { RestrictionsQueue, StaffPerson, StaffRestriction } from "#contract/compliance/restrictions.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueueFilters } from "../console/queue/filters.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { type Decision, DecideRestriction } from "./decide-restriction.tsx";
import { LookUpForm } from "./look-up-form.tsx";
import { PersonPanel } from "./person-panel.tsx";
import { RestrictDialog } from "./restrict-dialog.tsx";
import { useReasonText } from "../../../widgets/restriction-words.ts";
import { RestrictionTable } from "./restriction-table.tsx";

export const screen: PageScreen<"staff-restrictions", typeof QueueScreen> = {
  title: "restrictions.staff.title",
  texts: [
    "restrictions",
    "verification.kind",
    "verification.status",
    "offers.badge",
    "staff.role",
    "proof",
    ...NAV_TEXTS,
    "console.filter",
  ],
};

export default function QueueScreen(props: StaffRestrictionsProps) {
  const t = useT();
  const page = usePage();
  const base = page.href("staffRestrictions", undefined);
  const { after, ...filters } = props.filters;
  const { found, refresh } = useQueue<RestrictionsQueue>({
    name: "restrictions",
    asked: { queue: props.queue, ...props.filters },
    first: props.found,
    load: async (query) => {
      const { listRestrictions } = await import("#contract/compliance/restrictions.ts");
      return (await page.call(listRestrictions, { query })).data;
    },
  });
  const [person, setPerson] = useState<StaffPerson | null>(null);
  const [decision, decide] = useState<Decision | null>(null);
  const [restricting, restrict] = useState<StaffPerson | null>(null);
  const follow = (changed: StaffRestriction) => {
    setPerson((shown) => shown && withChanged(shown, changed));
    refresh();
  };
  return (
    <ConsoleFrame title={t("restrictions.staff.title")} here="staffRestrictions">
      <Queues {...props} found={found} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {found.rows.length === 0 ? (
            <EmptyState shape={scale} title={t(`restrictions.staff.none_${props.queue}`)} />
          ) : (
            <Card className="grid grid-cols-[minmax(0,1fr)] gap-1 p-2">
              <RestrictionTable rows={found.rows} onDecide={decide} />
              <QueuePager
                label={t("restrictions.staff.caption")}
                base={base}
                values={{ queue: props.queue, ...filters }}
                after={after}
                next={found.next}
              />
            </Card>
          )}
        </div>
        <div className="grid gap-5">
          <LookUpForm onFound={setPerson} />
          {person && (
            <PersonPanel
              person={person}
              onRestrict={() => restrict(person)}
              onDecide={decide}
              onTradeView={(areTradesClosed) => setPerson({ ...person, areTradesClosed })}
            />
          )}
        </div>
      </div>
      {decision && <DecideRestriction {...decision} onDone={follow} onClose={() => decide(null)} />}
      {restricting && <RestrictDialog person={restricting} onDone={follow} onClose={() => restrict(null)} />}
    </ConsoleFrame>
  );
}

/** A new one comes first. */
function withChanged(person: StaffPerson, changed: StaffRestriction): StaffPerson {
  if (person.username !== changed.username) return person;
  const isKnown = person.restrictions.some(({ caseNumber }) => caseNumber === changed.caseNumber);
  const restrictions = isKnown
    ? person.restrictions.map((one) => (one.caseNumber === changed.caseNumber ? changed : one))
    : [changed, ...person.restrictions];
  return { ...person, restrictions };
}

function Queues({ queue, found, filters }: StaffRestrictionsProps) {
  const page = usePage();
  const t = useT();
  const reasonText = useReasonText();
  const base = page.href("staffRestrictions", undefined);
  const segment = (key: StaffRestrictionsProps["queue"]) => ({
    key,
    label: t(`restrictions.staff.${key}`, { count: found.counts[key] }),
    href: `${base}?queue=${key}`,
  });
  return (
    <>
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("restrictions.staff.which")}
          chosen={queue}
          segments={[segment("appeals"), segment("due"), segment("standing")]}
        />
      </div>
      <QueueFilters
        isQuiet
        base={base}
        kept={{ queue }}
        fields={[
          { name: "who", label: t("restrictions.staff.user"), value: filters.who },
          {
            name: "state",
            label: t("restrictions.state_label"),
            value: filters.state,
            options: RESTRICTION_STATES.map((state) => [state, t(`restrictions.state.${state}`)] as const),
          },
          {
            name: "reason",
            label: t("restrictions.reason_label"),
            value: filters.reason,
            options: RESTRICTION_REASONS.map((code) => [code, reasonText(code)] as const),
          },
        ]}
      />
    </>
  );
}
