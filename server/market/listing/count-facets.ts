/** The numbers beside the filters: active offers by method, group and currency. */
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { countOfferFacets } from "#contract/market/offers/offers.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { findPaymentMethodById } from "../../reference/catalog/index.ts";
import { countByFiat, countByMethod } from "./market-rows.ts";

export async function countFacets(
  tx: ReadTx,
  { side, crypto, fiat }: { side: OfferType; crypto: CryptoCode; fiat: string | undefined },
): Promise<ReplyOf<typeof countOfferFacets>> {
  const [byMethod, byFiat] = await Promise.all([
    countByMethod(tx, { side, crypto, fiat }),
    countByFiat(tx, { side, crypto }),
  ]);
  const methods = byMethod.flatMap(({ method_id, count }) => {
    const method = findPaymentMethodById(method_id);
    return method ? [{ id: method.id, slug: method.slug, group: method.group, count }] : [];
  });
  const groups = new Map<(typeof methods)[number]["group"], number>();
  for (const { group, count } of methods) groups.set(group, (groups.get(group) ?? 0) + count);
  return {
    methods: methods.map(({ id, slug, count }) => ({ id, slug, count })),
    groups: [...groups].map(([slug, count]) => ({ slug, count })).sort((a, b) => b.count - a.count),
    currencies: byFiat.map(({ fiat: code, count }) => ({ code, count })),
  };
}
