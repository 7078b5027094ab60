/** Payment methods and their groups, from the generated table. Old slugs lead to the method that took their place. */
import type { PaymentMethodGroup, PaymentMethodGroupSlug, PaymentMethodShort } from "#contract/reference/catalog.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { METALS, type Metal } from "#contract/money/metals.ts";
import { findText, textOf } from "../../platform/texts.ts";
import { byNameIn } from "./by-name.ts";
import methodRows from "./generated/payment-methods.json" with { type: "json" };

/** Each is read by some code, or it is no rule (`catalog.test.ts`). */
export const METHOD_RULES = [
  "bt-auto",
  "payment-country",
  "location",
  "bin-codes",
  "amazon-regions",
  "bond",
  "fee-5",
  "disabled",
  "risky",
  "id-and-address",
  "legacy",
] as const;
export type MethodRule = (typeof METHOD_RULES)[number] | Lowercase<`metal-${Metal}`>;

export type PaymentMethod = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly group: Exclude<PaymentMethodGroupSlug, "all-payment-methods">;
  readonly categoryId: number;
  /** ISO 2; empty means everywhere. */
  readonly countries: readonly string[];
  readonly reversible: "low" | "medium" | "high";
  readonly windowMinutes: number;
  readonly rules: readonly MethodRule[];
  readonly aliases: readonly string[];
  readonly color: string | null;
};

export const PAYMENT_METHODS = methodRows as readonly PaymentMethod[];
/** The slug that means every method. */
export const ANY_METHOD = "with-any-payment-method";

const byId = new Map(PAYMENT_METHODS.map((method) => [method.id, method]));
const bySlug = new Map(
  PAYMENT_METHODS.flatMap((method) => [method.slug, ...method.aliases].map((slug) => [slug, method] as const)),
);

/** By its slug or an older one. */
export function findPaymentMethod(slug: string): PaymentMethod | undefined {
  return bySlug.get(slug);
}

export function findPaymentMethodById(id: number): PaymentMethod | undefined {
  return byId.get(id);
}

/** Throws for an id that no table ever had. */
export function getPaymentMethod(id: number): PaymentMethod {
  const method = byId.get(id);
  if (!method) throw new Error(`no payment method ${id}`);
  return method;
}

/** Whether new offers may use it: neither the table nor staff have closed it. */
export function isMethodOpen(method: PaymentMethod, disabledSlugs: readonly string[]): boolean {
  return !method.rules.includes("disabled") && !disabledSlugs.includes(method.slug);
}

/** What an offer of the method has to say of where it is paid: its city where it is paid on the spot; null for nothing. */
export function placeNeededBy({ rules }: PaymentMethod): "city" | "country" | null {
  if (rules.includes("location")) return "city";
  return rules.includes("payment-country") ? "country" : null;
}

/** The metal that is handed over where it pays; null of every other method. */
export function metalOf({ rules }: PaymentMethod): Metal | null {
  return METALS.find((metal) => rules.includes(`metal-${metal.toLowerCase()}` as Lowercase<`metal-${Metal}`>)) ?? null;
}

/** Above a sum, a trade by it is started only with a verified identity and address. */
export function needsIdAndAddress({ rules }: PaymentMethod): boolean {
  return rules.includes("id-and-address");
}

/** Whether an offer by it requires its owner's bond to be on the market. */
export function needsBond({ group, rules }: PaymentMethod): boolean {
  return group === "gift-cards" || rules.includes("bond");
}

export function paymentMethodsOfGroup(group: PaymentMethodGroupSlug): readonly PaymentMethod[] {
  return group === "all-payment-methods" ? PAYMENT_METHODS : PAYMENT_METHODS.filter((method) => method.group === group);
}

/** Methods of this country before those of several. */
export function paymentMethodsOfCountry(iso: string): readonly PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => method.countries.includes(iso) && !method.rules.includes("legacy")).sort(
    (a, b) => a.countries.length - b.countries.length,
  );
}

/** The address of a mark; null where none is free. Files are in generated/icons. */
export function iconAddress(method: PaymentMethod): string | null {
  return method.color ? `/assets/icons/${method.slug}.svg` : null;
}

/** In the language where the method is no brand and has a translation. */
export function methodName({ slug, name }: Pick<PaymentMethod, "slug" | "name">, locale: Locale): string {
  return findText(`catalog.methods.${slug}`, locale) ?? name;
}

export function viewMethodShort(method: PaymentMethod, locale: Locale = DEFAULT_LOCALE): PaymentMethodShort {
  return {
    id: method.id,
    slug: method.slug,
    name: { localized: methodName(method, locale), original: method.name },
    group: method.group,
    groupId: method.categoryId,
    icon: iconAddress(method),
    color: method.color,
  };
}

type Group = { readonly id: number; readonly slug: PaymentMethodGroupSlug; readonly isPopular: boolean };

/** The groups by their ids on the wire, which never change; 0 means all. */
export const PAYMENT_METHOD_GROUPS: readonly Group[] = [
  { id: 0, slug: "all-payment-methods", isPopular: false },
  { id: 5, slug: "bank-transfers", isPopular: true },
  { id: 3, slug: "online-transfers", isPopular: true },
  { id: 8, slug: "mobile-money", isPopular: false },
  { id: 1, slug: "gift-cards", isPopular: true },
  { id: 2, slug: "cash-deposits", isPopular: true },
  { id: 4, slug: "debitcredit-cards", isPopular: true },
  { id: 6, slug: "digital-currencies", isPopular: true },
  { id: 7, slug: "goods-and-services", isPopular: false },
  { id: 43, slug: "services", isPopular: false },
];

/** All methods first, then the groups by their names in the language. */
export function viewGroups(locale: Locale): PaymentMethodGroup[] {
  const views = PAYMENT_METHOD_GROUPS.map(({ id, slug, isPopular }) => {
    const [name, description] = [
      textOf(`catalog.groups.${slug}`, locale),
      textOf(`catalog.group_descriptions.${slug}`, locale),
    ];
    const methodCount = paymentMethodsOfGroup(slug).length;
    return { id, slug, name, description, methodCount, isPopular };
  });
  const [all, ...groups] = views;
  return all ? [all, ...groups.sort(byNameIn(locale))] : [];
}
