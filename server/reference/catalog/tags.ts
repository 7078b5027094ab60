/** What an offer may say about itself in one word, and with which methods. Its texts are in web/i18n/catalog. */
import type { TagOnWire } from "#contract/reference/catalog.ts";
import type { Namespaces } from "#i18n/namespaces.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { textOf } from "../../platform/texts.ts";
import { byNameIn } from "./by-name.ts";
import type { PaymentMethod } from "./payment-methods.ts";

type Group = PaymentMethod["group"];
type Slug = keyof Namespaces["catalog"]["tags"];
type Tag = {
  readonly slug: Slug;
  readonly group: TagOnWire["group"];
  /** Groups of methods that it fits; absent means all. */
  readonly fits?: readonly Group[];
};

const BANKS: readonly Group[] = ["bank-transfers", "mobile-money"];
const ONLINE: readonly Group[] = ["online-transfers", "bank-transfers", "debitcredit-cards", "mobile-money"];
const CARDS: readonly Group[] = ["gift-cards"];
const CASH: readonly Group[] = ["cash-deposits"];

/** In an order of their own, which the demo market is drawn from: they are shown by name. */
export const TAGS: readonly Tag[] = [
  { slug: "balance-only", group: "payment", fits: ["online-transfers"] },
  { slug: "bank-statement-required", group: "payment", fits: BANKS },
  { slug: "bin-restricted", group: "gift-card", fits: CARDS },
  { slug: "cash-only", group: "payment", fits: CASH },
  { slug: "country-specific-cards", group: "gift-card", fits: CARDS },
  { slug: "e-codes-accepted", group: "gift-card", fits: CARDS },
  { slug: "fast-release", group: "conduct" },
  { slug: "friends-and-family-only", group: "payment", fits: ["online-transfers"] },
  { slug: "guided-trade", group: "conduct" },
  { slug: "gcc-instantly", group: "gift-card", fits: CARDS },
  { slug: "instant-payment-only", group: "payment", fits: ONLINE },
  { slug: "invoices-are-not-accepted", group: "payment", fits: ["online-transfers"] },
  { slug: "large-denominations", group: "gift-card", fits: CARDS },
  { slug: "newbie-friendly", group: "conduct" },
  { slug: "no-id-needed", group: "verification" },
  { slug: "no-negotiation", group: "conduct" },
  { slug: "no-new-users", group: "verification" },
  { slug: "no-receipt-needed", group: "gift-card", fits: CARDS },
  { slug: "no-third-parties", group: "payment" },
  { slug: "no-verification-needed", group: "verification" },
  { slug: "no-vpn", group: "conduct" },
  { slug: "online-payments", group: "payment", fits: ONLINE },
  { slug: "photo-id-required", group: "verification" },
  { slug: "physical-cards-only", group: "gift-card", fits: CARDS },
  { slug: "pin-required", group: "payment", fits: ["cash-deposits", "mobile-money", "debitcredit-cards"] },
  { slug: "receipt-required", group: "gift-card", fits: ["gift-cards", "cash-deposits", "bank-transfers"] },
  { slug: "reply-guaranteed", group: "conduct" },
  { slug: "same-bank-only", group: "payment", fits: BANKS },
  { slug: "self-checkout", group: "gift-card", fits: CARDS },
  { slug: "verified-paypal-only", group: "verification", fits: ["online-transfers"] },
  { slug: "verified-users-only", group: "verification" },
  { slug: "video-call-required", group: "verification" },
];

const bySlug = new Map<string, Tag>(TAGS.map((tag) => [tag.slug, tag]));

export function findTag(slug: string, locale: Locale = DEFAULT_LOCALE): TagOnWire | undefined {
  const tag = bySlug.get(slug);
  return tag && viewTag(tag, locale);
}

export function tagFits(slug: string, group: Group): boolean {
  const tag = bySlug.get(slug);
  return tag !== undefined && fitsOneOf(tag, [group]);
}

/** Tags that fit at least one of the groups, by their names in the language; all of them when no group is named. */
export function tagsOf(groups: readonly Group[], locale: Locale = DEFAULT_LOCALE): TagOnWire[] {
  return TAGS.filter((tag) => groups.length === 0 || fitsOneOf(tag, groups))
    .map((tag) => viewTag(tag, locale))
    .sort(byNameIn(locale));
}

function fitsOneOf({ fits }: Tag, groups: readonly Group[]): boolean {
  return !fits || fits.some((group) => groups.includes(group));
}

function viewTag({ slug, group }: Tag, locale: Locale): TagOnWire {
  const [name, description] = [
    textOf(`catalog.tags.${slug}`, locale),
    textOf(`catalog.tag_descriptions.${slug}`, locale),
  ];
  return { slug, name, description, group };
}
