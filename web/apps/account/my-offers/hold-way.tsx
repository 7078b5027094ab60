/** Where an owner goes whose offers are held for what they are, or lack. */
import type { OfferHold } from "#contract/market/offers/offer-fields.ts";
import { usePage, useT } from "#sdk/page-kit.ts";

const WAYS = {
  restricted: "accountRestrictions",
  identity: "kycVerification",
  place: "wallet",
  level: "kycVerification",
} as const;

export function HoldWay({ hold }: { hold: OfferHold }) {
  const page = usePage();
  const t = useT();
  if (hold !== "restricted" && hold !== "identity" && hold !== "place" && hold !== "level") return null;
  return (
    <a href={page.href(WAYS[hold], undefined)} className="font-medium text-brand underline">
      {t(`myoffers.way.${hold}`)}
    </a>
  );
}
