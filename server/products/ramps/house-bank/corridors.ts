/** What the demo's bank offers: countries, limits and fees, at the market's own prices of a dollar. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type { RampRail } from "#contract/products/ramps/names.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { fiatPerUsd } from "../../../money/rates/index.ts";
import type { OfferedCorridor } from "../provider.ts";

type Place = {
  readonly country: string;
  readonly currency: string;
  readonly rail: RampRail;
  /** In whole units of the currency. */
  readonly least: number;
  readonly most: number;
  readonly fee: number;
  readonly feeBp: number;
  readonly minutes: number;
  readonly hours?: readonly [opens: number, closes: number];
  readonly networks?: readonly string[];
};

const PLACES: readonly Place[] = [
  { country: "NG", currency: "NGN", rail: "bank", least: 1000, most: 1_500_000, fee: 50, feeBp: 30, minutes: 5 },
  {
    ...{ country: "KE", currency: "KES", rail: "mobile_money", least: 100, most: 150_000, fee: 0, feeBp: 100 },
    ...{ minutes: 1, networks: ["M-Pesa", "Airtel Money"] },
  },
  { country: "KE", currency: "KES", rail: "bank", least: 500, most: 500_000, fee: 40, feeBp: 30, minutes: 30 },
  {
    ...{ country: "GH", currency: "GHS", rail: "mobile_money", least: 10, most: 10_000, fee: 0, feeBp: 100 },
    ...{ minutes: 1, networks: ["MTN Mobile Money", "Vodafone Cash (Telecel Cash)"] },
  },
  {
    ...{ country: "GH", currency: "GHS", rail: "bank", least: 50, most: 50_000, fee: 5, feeBp: 30, minutes: 60 },
    // Its clearing runs in the daytime.
    hours: [6 * 60, 20 * 60],
  },
  { country: "MX", currency: "MXN", rail: "bank", least: 100, most: 50_000, fee: 5, feeBp: 30, minutes: 5 },
  { country: "IN", currency: "INR", rail: "bank", least: 200, most: 200_000, fee: 10, feeBp: 30, minutes: 15 },
];

export async function houseCorridors(tx: ReadTx): Promise<OfferedCorridor[]> {
  const perUsd = await fiatPerUsd(tx, [...new Set(PLACES.map(({ currency }) => currency))]);
  return PLACES.flatMap(({ country, currency, rail, networks = [], ...place }) => {
    const price = perUsd.get(currency);
    if (price === undefined) return [];
    const units = (whole: number) => String(BigInt(whole) * 10n ** BigInt(fiatDigitsOf(currency)));
    return (["buy", "sell"] as const).map((direction) => ({
      ...{ code: `${country}-${rail}`, direction, country, currency, rail },
      networks: networks.map((name) => ({ code: name, name })),
      ...{ lowest: units(place.least), highest: units(place.most), fee_bp: place.feeBp, fee: units(place.fee) },
      ...{ per_usd: decimalText(price), minutes: place.minutes },
      ...{ opens: place.hours?.[0] ?? null, closes: place.hours?.[1] ?? null },
    }));
  });
}
