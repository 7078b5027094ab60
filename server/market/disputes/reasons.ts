/** Why a dispute may be opened: five reasons that either party may give, and those of one side. Ids never change. */
import type { DisputeReasonSlug } from "#contract/market/disputes/reasons.ts";

export type Reason = {
  readonly id: number;
  readonly slug: DisputeReasonSlug;
  readonly text: string;
  readonly role: "buyer" | "seller" | "any";
};

export const DISPUTE_REASONS: readonly Reason[] = [
  { id: 1, slug: "outside_escrow", text: "The other side wants to trade outside of escrow", role: "any" },
  { id: 2, slug: "bad_offer_terms", text: "The offer's terms are not kept or were changed", role: "any" },
  { id: 3, slug: "obvious_scam", text: "This looks like fraud", role: "any" },
  { id: 4, slug: "negotiation", text: "The other side wants to change price or amount", role: "any" },
  { id: 5, slug: "other", text: "Something else", role: "any" },
  { id: 11, slug: "buyer_unresponsive_vendor", text: "I paid and the seller does not answer", role: "buyer" },
  { id: 12, slug: "buyer_payment_issue", text: "I paid and the seller says it did not arrive", role: "buyer" },
  { id: 13, slug: "buyer_other", text: "Another problem with the seller", role: "buyer" },
  { id: 21, slug: "vendor_coinlocker", text: "The buyer marked paid but did not pay", role: "seller" },
  {
    id: 22,
    slug: "vendor_payment_issue",
    text: "The payment is wrong, reversed or from somebody else",
    role: "seller",
  },
  { id: 23, slug: "vendor_other", text: "Another problem with the buyer", role: "seller" },
];

/** The reason of a case that was opened. */
export function getReason(id: number): Reason {
  const reason = DISPUTE_REASONS.find((one) => one.id === id);
  if (!reason) throw new Error(`no dispute reason ${id}`);
  return reason;
}

export function reasonBySlug(slug: DisputeReasonSlug): Reason {
  const reason = DISPUTE_REASONS.find((one) => one.slug === slug);
  if (!reason) throw new Error(`no dispute reason ${slug}`);
  return reason;
}

export function reasonsFor(role: "buyer" | "seller" | undefined): readonly Reason[] {
  return DISPUTE_REASONS.filter((reason) => role === undefined || reason.role === "any" || reason.role === role);
}
