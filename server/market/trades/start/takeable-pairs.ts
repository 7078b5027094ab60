/** Whether users may start a trade on offers, for many pairs at once, by the rules of a start; without the state of rates and halts. */
import { over } from "#contract/platform/decimal.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { EMAIL_LEVEL, standingsOf } from "../../../people/accounts/index.ts";
import { fiatPerUsd, ratesOf } from "../../../money/rates/index.ts";
import { getFiat, getPaymentMethod } from "../../../reference/catalog/index.ts";
import { addressOf, countryRules, mayOpenTrade, type Offer, priceAt, takersOf } from "../../offers/index.ts";
import { currenciesPaidIn } from "../../payment-accounts/index.ts";
import { limitRefusal, readLimits, readUsage } from "./limits.ts";
import { isNamedByStarter } from "./share-at-start.ts";

type Pair = {
  readonly userId: bigint;
  readonly offer: Offer;
  /** The amount; undefined is the least that the offer takes. */
  readonly fiatUnits: bigint | undefined;
};

/** In the order given. */
export async function takeablePairs(tx: ReadTx, pairs: readonly Pair[]): Promise<boolean[]> {
  const users = [...new Set(pairs.map(({ userId }) => userId))];
  const people = [...new Set([...users, ...pairs.map(({ offer }) => offer.ownerId)])];
  const fiats = [...new Set(pairs.map(({ offer }) => offer.fiat))];
  const [standings, usage, limitsOf, rules, rates, perUsd] = await Promise.all([
    standingsOf(tx, users),
    readUsage(tx, people),
    readLimits(tx),
    countryRules(tx),
    ratesOf(tx, { cryptos: [...new Set(pairs.map(({ offer }) => offer.crypto))], fiats }),
    fiatPerUsd(tx, fiats),
  ]);
  const known = await Promise.all(
    pairs.map(async ({ userId, offer }) => {
      const standing = standings.get(userId);
      const ip = offer.blocksAnonymizers ? await addressOf(tx, userId) : undefined;
      return { viewer: { ...(standing ?? NOBODY), userId, ip }, offer };
    }),
  );
  const takers = await takersOf(tx, known, tx.now);
  const accounts = new Map<bigint, Awaited<ReturnType<typeof currenciesPaidIn>>>();
  for (const { userId, offer } of pairs)
    if (isNamedByStarter(offer) && !accounts.has(userId)) accounts.set(userId, await currenciesPaidIn(tx, userId));
  return pairs.map(({ userId, offer: { ...offer }, fiatUnits = offer.minUnits }, index) => {
    const [standing, taker] = [standings.get(userId), takers[index]];
    const [rate, rateOfUsd] = [rates.get(`${offer.crypto}/${offer.fiat}`)?.rate, perUsd.get(offer.fiat)];
    const [own, owner] = [usage.get(userId), usage.get(offer.ownerId)];
    if (!standing || !taker || !rate || !rateOfUsd || !own || !owner) return false;
    if (standing.level < EMAIL_LEVEL || standing.roles.length > 0) return false;
    const situation = {
      price: priceAt(offer, rate),
      now: tx.now,
      sellerUnits: undefined,
      ...rules(standing.countryIso),
    };
    if (mayOpenTrade(offer, taker, { ...situation, fiatUnits }).length > 0) return false;
    const paidIn = accounts.get(userId);
    const isPaid = offer.noThirdParties ? paidIn?.own : paidIn?.any;
    if (isNamedByStarter(offer) && !isPaid?.includes(offer.fiat)) return false;
    const usdCents = over({ units: fiatUnits, digits: getFiat(offer.fiat).digits }, rateOfUsd, 2, "up").units;
    const counted = { usdCents, limitsOf };
    return (
      !limitRefusal(own, { ...counted, method: getPaymentMethod(offer.methodId) }) && !limitRefusal(owner, counted)
    );
  });
}

/** A user who is gone meanwhile. */
const NOBODY = { level: 0, countryIso: "", restrictions: [], blocks: [] } as const;
