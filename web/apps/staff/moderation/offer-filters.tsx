/** The filters of the offer queue: owner, coin, currency, reason of the report, and status. */
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { OFF_MARKET_STATES, REPORT_REASONS } from "#contract/market/offers/moderation-names.ts";
import type { StaffOffersProps } from "#contract/staff/pages.ts";
import { useT } from "#sdk/page-kit.ts";
import { type QueueFilter, QueueFilters } from "../console/queue/filters.tsx";

type Props = Pick<StaffOffersProps, "queue" | "filters"> & { readonly base: string };

export function OfferFilterForm({ base, queue, filters }: Props) {
  const t = useT();
  const reason: QueueFilter = {
    name: "reason",
    label: t("moderation.filter.reason"),
    value: filters.reason,
    options: REPORT_REASONS.map(({ slug }) => [slug, t(`disputes.reason.${slug}`)]),
  };
  const state: QueueFilter = {
    name: "state",
    label: t("moderation.filter.state"),
    value: filters.state,
    options: OFF_MARKET_STATES.map((one) => [one, t(`moderation.state.${one}`)]),
  };
  return (
    <QueueFilters
      base={base}
      kept={{ queue }}
      fields={[
        { name: "who", label: t("console.filter.who"), value: filters.who },
        {
          name: "coin",
          label: t("moderation.filter.coin"),
          value: filters.coin,
          options: CRYPTO_CODES.map((code) => [code, code] as const),
        },
        {
          name: "fiat",
          label: t("moderation.filter.fiat"),
          hint: t("moderation.filter.fiat_hint"),
          value: filters.fiat,
        },
        ...(queue === "reports" ? [reason] : queue === "rejected" ? [state] : []),
      ]}
    />
  );
}
