/** Reads the typed sum as the page writes numbers, and asks for the first offer of its listing. Loaded with the first change. */
import { CRYPTO } from "#contract/money/money.ts";
import { listOffers } from "#contract/market/offers/offers.ts";
import { readNumber } from "#contract/platform/typed-numbers.ts";
import { numberStyle } from "#sdk/number-input.tsx";
import type { PageKit } from "#sdk/page-kit.ts";
import { youGet } from "../offer-row/you-get.ts";
import { type Asked, type Best, PLAIN } from "./asked-sum.ts";

export async function askBestOffer(
  page: PageKit,
  { side, crypto, fiat, method, text }: Asked,
  signal: AbortSignal,
): Promise<Best> {
  const read = readNumber(text, { style: numberStyle(page.locale) });
  const sum = read.kind === "number" ? read.text : "";
  const isFault = read.kind !== "empty" && !PLAIN.test(sum);
  if (read.kind === "empty" || isFault) return { coins: null, sum: null, isFault };
  const query = {
    type: side === "buy" ? "sell" : "buy",
    crypto_currency_id: String(CRYPTO[crypto].id),
    currency: fiat,
    "fiat-min": sum,
    limit: "1",
    ...(method ? { "payment-method": method } : {}),
  } as const;
  const answer = await page.call(listOffers, { query, signal }).catch(() => null);
  const [offer] = answer?.data ?? [];
  return { coins: offer ? youGet(page.locale, offer, sum) : null, sum, isFault: false };
}
