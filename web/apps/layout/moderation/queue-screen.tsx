/** The staff's queue of offers: reported ones first, then appeals, then all that are off the market; and those that they feature. */
import { lazy, Suspense, useState } from "react";
import type { JudgedOffer, OffersQueue } from "#contract/moderation.ts";
import { OFFER_QUEUES } from "#contract/moderation-names.ts";
import type { StaffOffersProps } from "#contract/page-props.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/queries.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { QueueHead } from "#ui/queue-head.tsx";
import { Segments } from "#ui/segments.tsx";
import { DecideOffer, type OfferDecision } from "./decide-offer.tsx";
import { FeatureCard, FeatureDialog } from "./feature-offer.tsx";
import { JudgedCard } from "./judged-card.tsx";

/** With the proof that it takes, which a page of offers does not bring. */
const CashbackDialog = lazy(() =>
  import("./cashback-dialog.tsx").then((module) => ({ default: module.CashbackDialog })),
);
const ASK_AGAIN_MS = 20_000;

function useQueue({ queue, found: first }: StaffOffersProps) {
  const page = usePage();
  const { data: found = first, refetch } = usePageQuery<OffersQueue>({
    queryKey: ["staff-offers", queue],
    initialData: first,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: "always",
    queryFn: async () => {
      const { listJudgedOffers } = await import("#contract/moderation.ts");
      return (await page.call(listJudgedOffers, { query: { queue } })).data;
    },
  });
  return { found, refresh: () => void refetch() };
}

export function OffersScreen(props: StaffOffersProps) {
  const t = useT();
  const { found, refresh } = useQueue(props);
  const [decision, decide] = useState<OfferDecision | null>(null);
  const [chosen, choose] = useState<JudgedOffer | null>(null);
  const [given, give] = useState<JudgedOffer | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <Head {...props} found={found} />
      {props.queue === "featured" && <FeatureCard most={found.featuredDays} onDone={refresh} />}
      {found.rows.length === 0 ? (
        <EmptyState shape={scale} title={t(`moderation.none_${props.queue}`)} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {found.rows.map((row: JudgedOffer) => (
            <li key={row.hash} data-offer={row.hash}>
              <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
                <JudgedCard
                  row={row}
                  onDecide={decide}
                  onFeature={choose}
                  onCashback={found.mayGiveCashback ? give : undefined}
                />
              </Card>
            </li>
          ))}
        </ul>
      )}
      {decision && <DecideOffer {...decision} onDone={refresh} onClose={() => decide(null)} />}
      {given && (
        <Suspense fallback={null}>
          <CashbackDialog row={given} onDone={refresh} onClose={() => give(null)} />
        </Suspense>
      )}
      {chosen && <FeatureDialog row={chosen} most={found.featuredDays} onDone={refresh} onClose={() => choose(null)} />}
    </div>
  );
}

function Head({ queue, found }: StaffOffersProps) {
  const page = usePage();
  const t = useT();
  const base = page.href("staffOffers", undefined);
  return (
    <QueueHead
      title={t("moderation.title")}
      ways={[
        [t("moderation.disputes"), page.href("staffDisputes", undefined)],
        [t("moderation.restrictions"), page.href("staffRestrictions", undefined)],
      ]}
    >
      <Segments
        label={t("moderation.which")}
        chosen={queue}
        segments={OFFER_QUEUES.map((key) => ({
          key,
          label: t(`moderation.${key}`, { count: found.counts[key] }),
          href: `${base}?queue=${key}`,
        }))}
      />
    </QueueHead>
  );
}
