/** What the store sells: the list with its filters, and a product. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { StoreProduct, StoreProductPage } from "#contract/products/store/gift-card-store.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { findPaymentMethodById } from "../../reference/catalog/index.ts";
import * as rows from "./product-rows.ts";
import { isSimulated } from "./store-provider.ts";

const MOST = 60;

export async function listProducts(tx: ReadTx, filter: rows.Filter, coin: CryptoCode) {
  const found = await rows.productsOf(tx, filter, { coin, feeBp: await feeOf(tx) }, MOST + 1);
  return {
    products: found.slice(0, MOST).map((row) => viewProduct(row, coin)),
    hasMore: found.length > MOST,
    ...(await rows.facetsOf(tx, filter.provider)),
    simulated: isSimulated(filter.provider),
  };
}

type Asked = {
  readonly provider: string;
  readonly id: bigint;
  readonly coin: CryptoCode;
  readonly userId: bigint | undefined;
  readonly locale: string;
};

/** Refuses store.unknown. */
export async function getProduct(tx: ReadTx, { provider, id, coin, userId, locale }: Asked): Promise<StoreProductPage> {
  const row = await rows.findProduct(tx, provider, id, { coin, feeBp: await feeOf(tx) });
  if (!row) throw new Refusal("store.unknown");
  const pausedUntil = await rows.pausedUntil(tx, provider, row.country);
  return {
    product: viewProduct(row, coin),
    redeem: row.redeem[locale] ?? row.redeem.en ?? "",
    pausedUntil: pausedUntil?.toISOString() ?? null,
    limit: userId === undefined ? null : await limitOf(tx, userId),
    simulated: isSimulated(provider),
  };
}

async function feeOf(tx: ReadTx): Promise<number> {
  return (await readSettings(tx, ["store.fee_bp"]))["store.fee_bp"];
}

async function limitOf(tx: ReadTx, userId: bigint) {
  const { is_new, cents } = await rows.orderedToday(tx, userId);
  const set = await readSettings(tx, ["store.user_usd_day", "store.new_user_usd_day"]);
  const day = BigInt(set[is_new ? "store.new_user_usd_day" : "store.user_usd_day"]) * 100n;
  return { dayUsd: displayFromUnits(day, 2), leftUsd: displayFromUnits(day > cents ? day - cents : 0n, 2) };
}

function viewProduct(row: rows.ProductRow, coin: CryptoCode): StoreProduct {
  const face = (units: bigint | string) => displayFromUnits(BigInt(units), fiatDigitsOf(row.currency));
  const price = (place: number) => {
    const units = row.prices[place];
    return units == null ? null : displayFromUnits(BigInt(units), CRYPTO[coin].digits);
  };
  return {
    ...{ id: String(row.id), brand: row.brand, name: row.name, countryIso: row.country, currencyCode: row.currency },
    category: row.category,
    amounts:
      row.kind === "fixed" ? row.amounts.map((units, place) => ({ amount: face(units), price: price(place) })) : [],
    range:
      row.min_units === null || row.max_units === null
        ? null
        : { least: face(row.min_units), most: face(row.max_units), price: price(0) },
    inStock: row.is_in_stock,
    vaultMethod: row.method_id === null ? null : (findPaymentMethodById(row.method_id)?.name ?? null),
  };
}
