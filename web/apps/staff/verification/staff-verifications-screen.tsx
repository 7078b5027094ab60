/** The staff's queue of documents; one is opened for a reason, and decided beside it. */
import { useState } from "react";
import type { StaffVerificationsProps } from "#contract/staff/pages.ts";
import type { DecidedHits, ScreeningHit, ScreeningPage } from "#contract/compliance/screening.ts";
import type {
  OpenedVerification,
  StaffVerification,
  VerificationsQueue,
} from "#contract/compliance/verification/verification.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { shieldCheck } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { DecidedHitsCard } from "./decided-hits.tsx";
import { DemandForm } from "./forms/demand-form.tsx";
import { LookDialog } from "./pictures/look-dialog.tsx";
import { ReviewFilterForm } from "./filters.tsx";
import { ReviewPanel } from "./panel.tsx";
import { ReviewTable } from "./table.tsx";
import { ScreeningCard } from "./screening-card.tsx";

export const screen: PageScreen<"staff-verifications", typeof ReviewScreen> = {
  title: "verification.staff.title",
  texts: ["verification", "proof", ...NAV_TEXTS, "console.filter"],
};

type Filters = StaffVerificationsProps["filters"];
const named = ({ kind, country, who }: Filters) => ({ kind, country, who });

export default function ReviewScreen({
  queue,
  found: first,
  screening,
  decidedHits,
  filters,
}: StaffVerificationsProps) {
  const page = usePage();
  const t = useT();
  const [asked, ask] = useState<Pick<StaffVerification, "reference" | "username" | "status"> | null>(null);
  const [opened, open] = useState<OpenedVerification | null>(null);
  const { found, refresh } = useQueue<VerificationsQueue>({
    name: "staff-verifications",
    asked: { queue, ...named(filters), after: filters.after },
    first,
    load: async (query) => {
      const { listStaffVerifications } = await import("#contract/compliance/verification/verification.ts");
      return (await page.call(listStaffVerifications, { query })).data;
    },
  });
  const base = page.href("staffVerifications", undefined);
  return (
    <ConsoleFrame title={t("verification.staff.title")} here="staffVerifications">
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("verification.staff.which")}
          chosen={queue}
          segments={[
            { key: "pending", label: t("verification.staff.pending", { count: found.waiting }), href: base },
            { key: "decided", label: t("verification.staff.decided"), href: `${base}?queue=decided` },
          ]}
        />
      </div>
      <ReviewFilterForm base={base} queue={queue} filters={filters} />
      <WaitingHits
        {...{ queue, screening, filters }}
        onLook={({ document, username }) => ask({ reference: document, username, status: "approved" })}
      />
      {opened && (
        <ReviewPanel
          key={opened.reference}
          opened={opened}
          onDone={() => {
            open(null);
            refresh();
          }}
          onClose={() => open(null)}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start">
        {found.rows.length === 0 ? (
          <EmptyState shape={shieldCheck} title={t(`verification.staff.none_${queue}`)} />
        ) : (
          <Card className="p-2">
            <ReviewTable rows={found.rows} onOpen={ask} />
            <QueuePager
              label={t("verification.staff.caption")}
              base={base}
              values={{ queue, ...named(filters) }}
              after={filters.after}
              next={found.next}
            />
          </Card>
        )}
        <DemandForm />
      </div>
      {decidedHits && <Decided {...{ queue, filters }} hits={decidedHits} />}
      {asked && (
        <LookDialog
          of="verification"
          title={t("verification.staff.look_title", { name: asked.username })}
          isPending={asked.status === "pending"}
          onClose={() => ask(null)}
          onLook={async (reason) => {
            const { lookAtVerification } = await import("#contract/compliance/verification/verification.ts");
            const { data: shown } = await page.call(lookAtVerification, {
              body: { reference: asked.reference, reason },
            });
            ask(null);
            open(shown);
          }}
        />
      )}
    </ConsoleFrame>
  );
}

type HitsProps = Pick<StaffVerificationsProps, "queue" | "filters">;
type WaitingProps = HitsProps & {
  readonly screening: ScreeningPage;
  readonly onLook: (hit: ScreeningHit & { readonly document: string }) => void;
};

function WaitingHits({ queue, filters, screening, onLook }: WaitingProps) {
  const page = usePage();
  const t = useT();
  const { found, refresh } = useQueue<ScreeningPage>({
    name: "screening",
    asked: { who: filters.who, after: filters.waits },
    first: screening,
    load: async (query) => {
      const { listScreening } = await import("#contract/compliance/screening.ts");
      return (await page.call(listScreening, { query })).data;
    },
  });
  return (
    <>
      {found.rows.length > 0 && <ScreeningCard hits={found.rows} onLook={onLook} onDecided={refresh} />}
      <QueuePager
        label={t("verification.screening.title")}
        base={page.href("staffVerifications", undefined)}
        values={{ queue, ...named(filters) }}
        name="waits"
        after={filters.waits}
        next={found.next}
      />
    </>
  );
}

function Decided({ queue, filters, hits }: HitsProps & { readonly hits: DecidedHits }) {
  const page = usePage();
  const t = useT();
  if (hits.rows.length === 0 && filters.hits === "") return null;
  return (
    <>
      <DecidedHitsCard hits={hits.rows} />
      <QueuePager
        label={t("verification.screening.decided_title")}
        base={page.href("staffVerifications", undefined)}
        values={{ queue, ...named(filters) }}
        name="hits"
        after={filters.hits}
        next={hits.next}
      />
    </>
  );
}
