/** What an offer may say about itself in one word, and with which methods. */
import type { TagOnWire } from "#contract/catalog.ts";
import type { PaymentMethod } from "./payment-methods.ts";

type Group = PaymentMethod["group"];
type Tag = TagOnWire & {
  /** Groups of methods that it fits; absent means all. */
  readonly fits?: readonly Group[];
};

const BANKS: readonly Group[] = ["bank-transfers", "mobile-money"];
const ONLINE: readonly Group[] = ["online-transfers", "bank-transfers", "debitcredit-cards", "mobile-money"];
const CARDS: readonly Group[] = ["gift-cards"];
const CASH: readonly Group[] = ["cash-deposits"];

/** In the order of their names, as they are shown. */
export const TAGS: readonly Tag[] = (
  [
    ["no-id-needed", "No ID needed", "Nobody asks for a document.", "verification"],
    ["photo-id-required", "Photo ID required", "The other side shows a document with a photo.", "verification"],
    ["video-call-required", "Video call required", "A short video call comes before the payment.", "verification"],
    [
      "verified-paypal-only",
      "Verified PayPal only",
      "The PayPal account has to be verified.",
      "verification",
      ["online-transfers"],
    ],
    ["verified-users-only", "Verified users only", "Only people with a verified identity.", "verification"],
    ["no-verification-needed", "No verification needed", "Level one is enough.", "verification"],
    ["no-new-users", "No new users", "Not for the first trade.", "verification"],
    ["same-bank-only", "Same bank only", "Both accounts are with one bank.", "payment", BANKS],
    ["no-third-parties", "No third parties", "The account's owner and the trader are one person.", "payment"],
    [
      "friends-and-family-only",
      "Friends and family",
      "Sent as a payment between friends.",
      "payment",
      ["online-transfers"],
    ],
    [
      "balance-only",
      "Balance only",
      "Paid from the wallet's balance, not from a card.",
      "payment",
      ["online-transfers"],
    ],
    ["instant-payment-only", "Instant payment only", "The money has to arrive at once.", "payment", ONLINE],
    ["online-payments", "Online payments", "Paid through the internet.", "payment", ONLINE],
    ["cash-only", "Cash only", "Notes, nothing else.", "payment", CASH],
    [
      "pin-required",
      "PIN required",
      "The payer gives the PIN of the transfer.",
      "payment",
      ["cash-deposits", "mobile-money", "debitcredit-cards"],
    ],
    ["bank-statement-required", "Bank statement required", "The payer shows a statement.", "payment", BANKS],
    [
      "invoices-are-not-accepted",
      "Invoices are not accepted",
      "No payment by invoice.",
      "payment",
      ["online-transfers"],
    ],
    ["e-codes-accepted", "E-codes accepted", "Codes without a plastic card.", "gift-card", CARDS],
    ["physical-cards-only", "Physical cards only", "A photo of the plastic card.", "gift-card", CARDS],
    [
      "receipt-required",
      "Receipt required",
      "With the receipt of the purchase.",
      "gift-card",
      ["gift-cards", "cash-deposits", "bank-transfers"],
    ],
    ["no-receipt-needed", "No receipt needed", "The code alone is enough.", "gift-card", CARDS],
    ["large-denominations", "Large denominations", "Cards of 100 and more.", "gift-card", CARDS],
    ["country-specific-cards", "Country-specific cards", "Cards of the named countries only.", "gift-card", CARDS],
    ["gcc-instantly", "Instant codes", "The code is handed over by the market.", "gift-card", CARDS],
    ["self-checkout", "Self checkout", "Bought at a till without staff.", "gift-card", CARDS],
    ["bin-restricted", "BIN restricted", "Only cards whose number begins as named.", "gift-card", CARDS],
    ["no-negotiation", "No negotiation", "The price is the price.", "conduct"],
    ["no-vpn", "No VPN", "Not through a connection that hides where it comes from.", "conduct"],
    ["guided-trade", "Guided trade", "The owner leads through every step.", "conduct"],
    ["fast-release", "Fast release", "Released within minutes of the payment.", "conduct"],
    ["reply-guaranteed", "Reply guaranteed", "Somebody answers at once.", "conduct"],
    ["newbie-friendly", "Newbie friendly", "Patient with first trades.", "conduct"],
  ] as [string, string, string, TagOnWire["group"], (readonly Group[])?][]
)
  .map(([slug, name, description, group, fits]): Tag => ({ slug, name, description, group, ...(fits ? { fits } : {}) }))
  .sort(byName);

/** Without regard to case. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name.localeCompare(other.name, "en", { sensitivity: "base" });
}

const bySlug = new Map(TAGS.map((tag) => [tag.slug, tag]));

export function findTag(slug: string): TagOnWire | undefined {
  const tag = bySlug.get(slug);
  return tag && viewTag(tag);
}

export function tagFits(slug: string, group: Group): boolean {
  const tag = bySlug.get(slug);
  return tag !== undefined && (tag.fits?.includes(group) ?? true);
}

/** Tags that fit at least one of the groups, by name; all of them when no group is named. */
export function tagsOf(groups: readonly Group[]): TagOnWire[] {
  return TAGS.filter((tag) => groups.length === 0 || !tag.fits || tag.fits.some((group) => groups.includes(group))).map(
    viewTag,
  );
}

function viewTag({ slug, name, description, group }: Tag): TagOnWire {
  return { slug, name, description, group };
}
