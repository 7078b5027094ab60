/** Offers that are paid with something else than money: cards, other coins, goods, metals. */
import type { PaymentMethodGroupSlug } from "./catalog.ts";
import { ANY_METHOD } from "../market/offers/listing/paths.ts";

/** Groups of payment methods, by slug. */
const ASSET_GROUPS = [
  "gift-cards",
  "digital-currencies",
  "goods-and-services",
  "services",
] as const satisfies readonly PaymentMethodGroupSlug[];

/** Users below this level cannot start trades, and see these lists only on request. */
export const ASSETS_LEVEL = 1;

function isOfAssets(group: string): boolean {
  return ASSET_GROUPS.some((one) => one === group);
}

/** A listing of such offers alone. `methodGroup` is the group of its method; null for any method. */
export function listsAssets(
  { group, method }: { readonly group: string | null; readonly method: string },
  methodGroup: string | null,
): boolean {
  if (method !== ANY_METHOD) return methodGroup !== null && isOfAssets(methodGroup);
  return group !== null && isOfAssets(group);
}
