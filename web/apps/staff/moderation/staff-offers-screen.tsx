/** The staff's queue of offers: reported ones first, then appeals, then all that are off the market; and those that they feature. */
import { lazy, Suspense, useState } from "react";
import type { JudgedOffer, OffersQueue } from "#contract/market/offers/moderation.ts";
import { OFFER_QUEUES } from "#contract/market/offers/moderation-names.ts";
import type { StaffOffersProps } from "#contract/staff/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueueCards } from "../console/queue/cards.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { DecideOffer, type OfferDecision } from "./decide-offer.tsx";
import { FeatureCard, FeatureDialog } from "./feature-offer.tsx";
import { JudgedCard } from "./judged-card.tsx";
import { OfferFilterForm } from "./offer-filters.tsx";

export const screen: PageScreen<"staff-offers", typeof OffersScreen> = {
  title: "moderation.title",
  texts: ["moderation", "staff", "disputes.reason", "proof", ...NAV_TEXTS, "console.filter"],
};

/** With the proof that it takes, which a page of offers does not bring. */
const CashbackDialog = lazy(() =>
  import("./cashback-dialog.tsx").then((module) => ({ default: module.CashbackDialog })),
);
export default function OffersScreen(props: StaffOffersProps) {
  const t = useT();
  const page = usePage();
  const base = page.href("staffOffers", undefined);
  const { after, ...filters } = props.filters;
  const { found, refresh } = useQueue<OffersQueue>({
    name: "staff-offers",
    asked: { queue: props.queue, ...props.filters },
    first: props.found,
    load: async (query) => {
      const { listJudgedOffers } = await import("#contract/market/offers/moderation.ts");
      return (await page.call(listJudgedOffers, { query })).data;
    },
  });
  const [decision, decide] = useState<OfferDecision | null>(null);
  const [chosen, choose] = useState<JudgedOffer | null>(null);
  const [given, give] = useState<JudgedOffer | null>(null);
  return (
    <ConsoleFrame title={t("moderation.title")} here="staffOffers">
      <Queues queue={props.queue} found={found} />
      {props.queue === "featured" && <FeatureCard most={found.featuredDays} onDone={refresh} />}
      <OfferFilterForm base={base} queue={props.queue} filters={props.filters} />
      {found.rows.length === 0 ? (
        <EmptyState shape={scale} title={t(`moderation.none_${props.queue}`)} />
      ) : (
        <QueueCards label={t("moderation.title")} rows={found.rows} keyOf={({ hash }) => hash}>
          {(row) => (
            <JudgedCard
              row={row}
              onDecide={decide}
              onFeature={choose}
              onCashback={found.mayGiveCashback ? give : undefined}
            />
          )}
        </QueueCards>
      )}
      <QueuePager
        label={t("moderation.title")}
        base={base}
        values={{ queue: props.queue, ...filters }}
        after={after}
        next={found.next}
      />
      {decision && <DecideOffer {...decision} onDone={refresh} onClose={() => decide(null)} />}
      {given && (
        <Suspense fallback={null}>
          <CashbackDialog row={given} onDone={refresh} onClose={() => give(null)} />
        </Suspense>
      )}
      {chosen && <FeatureDialog row={chosen} most={found.featuredDays} onDone={refresh} onClose={() => choose(null)} />}
    </ConsoleFrame>
  );
}

function Queues({ queue, found }: Pick<StaffOffersProps, "queue" | "found">) {
  const page = usePage();
  const t = useT();
  const base = page.href("staffOffers", undefined);
  return (
    <div className="max-w-full overflow-x-auto">
      <Segments
        label={t("moderation.which")}
        chosen={queue}
        segments={OFFER_QUEUES.map((key) => ({
          key,
          label: t(`moderation.${key}`, { count: found.counts[key] }),
          href: `${base}?queue=${key}`,
        }))}
      />
    </div>
  );
}
