/** The staff's queue of trading names; one is opened beside what is known of the company, and decided. */
import { useState } from "react";
import { TRADING_NAME_QUEUES } from "#contract/compliance/trading-name-names.ts";
import type { OpenedTradingName, StaffTradingName, TradingNameList } from "#contract/compliance/trading-names.ts";
import type { OpenedVerification } from "#contract/compliance/verification/verification.ts";
import type { StaffTradingNamesProps } from "#contract/staff/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { shieldCheck } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueueFilters } from "../console/queue/filters.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { LookDialog } from "../verification/pictures/look-dialog.tsx";
import { ReviewPanel } from "../verification/panel.tsx";
import { NamePanel } from "./name-panel.tsx";
import { NameTable } from "./name-table.tsx";

export const screen: PageScreen<"staff-trading-names", typeof TradingNamesScreen> = {
  title: "tradingname.staff.title",
  texts: ["tradingname", "verification", "proof", ...NAV_TEXTS, "console.filter"],
};

export default function TradingNamesScreen({ queue, found: first, filters }: StaffTradingNamesProps) {
  const page = usePage();
  const t = useT();
  const [opened, open] = useState<OpenedTradingName | null>(null);
  const { found, refresh } = useQueue<TradingNameList>({
    name: "staff-trading-names",
    asked: { queue, ...filters },
    first,
    load: async (query) => {
      const { listTradingNames } = await import("#contract/compliance/trading-names.ts");
      return (await page.call(listTradingNames, { query })).data;
    },
  });
  const show = useAction(async ({ reference }: Pick<StaffTradingName, "reference">) => {
    const { openTradingName } = await import("#contract/compliance/trading-names.ts");
    open((await page.call(openTradingName, { query: { reference } })).data);
  });
  const base = page.href("staffTradingNames", undefined);
  const kept = queue === "waiting" ? "" : queue;
  return (
    <ConsoleFrame title={t("tradingname.staff.title")} here="staffTradingNames">
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("tradingname.staff.which")}
          chosen={queue}
          segments={TRADING_NAME_QUEUES.map((key) => ({
            key,
            label: t(`tradingname.staff.${key}`, { count: found.waiting }),
            href: key === "waiting" ? base : `${base}?queue=${key}`,
          }))}
        />
      </div>
      <QueueFilters
        base={base}
        kept={{ queue: kept }}
        fields={[{ name: "who", label: t("console.filter.who"), value: filters.who }]}
      />
      {opened && (
        <Opened
          key={opened.reference}
          opened={opened}
          onClose={() => open(null)}
          onDone={() => {
            open(null);
            refresh();
          }}
        />
      )}
      {found.rows.length === 0 ? (
        <EmptyState shape={shieldCheck} title={t(`tradingname.staff.none_${queue}`)} />
      ) : (
        <Card className="p-2">
          <NameTable rows={found.rows} onOpen={(row) => void show.run({ reference: row.reference })} />
          <QueuePager
            label={t("tradingname.staff.title")}
            base={base}
            values={{ queue: kept, who: filters.who }}
            after={filters.after}
            next={found.next}
          />
        </Card>
      )}
    </ConsoleFrame>
  );
}

type OpenedProps = {
  readonly opened: OpenedTradingName;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** The company's documents are opened below the name, for a reason, as in their own queue. */
function Opened({ opened, onDone, onClose }: OpenedProps) {
  const page = usePage();
  const t = useT();
  const [isAsking, ask] = useState(false);
  const [papers, showPapers] = useState<OpenedVerification | null>(null);
  const { documents } = opened;
  return (
    <>
      <NamePanel opened={opened} onDone={onDone} onClose={onClose} onLook={() => ask(true)} />
      {papers && <ReviewPanel opened={papers} onDone={() => showPapers(null)} onClose={() => showPapers(null)} />}
      {isAsking && documents && (
        <LookDialog
          of="verification"
          title={t("verification.staff.look_title", { name: opened.username })}
          isPending={false}
          onClose={() => ask(false)}
          onLook={async (reason) => {
            const { lookAtVerification } = await import("#contract/compliance/verification/verification.ts");
            const { data } = await page.call(lookAtVerification, {
              body: { reference: documents.reference, reason },
            });
            ask(false);
            showPapers(data);
          }}
        />
      )}
    </>
  );
}
