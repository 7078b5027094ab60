/**
 * Within a minute of its publication a robot takes a newcomer's offer, once, with the least amount. A person who is
 * away is left alone, and nobody is given more than a few such trades a day or two at once.
 */
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { recordLastSeen } from "../../people/accounts/index.ts";
import { openTrades } from "../../market/trades/index.ts";
import { ableRobot, countTry, type FreshOffer, freshOffers, type TakeLimits } from "./take-rows.ts";

const LIMITS: TakeLimits = { afterSec: 10, withinMin: 30, ownerSeenMin: 5, mostADay: 6, mostTries: 5 };

export async function takeOffers({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  const fresh = await db.tx((tx) => freshOffers(tx, LIMITS));
  for (const offer of fresh) {
    const refusal = await db.tx((tx) => take(tx, offer)).catch(codeOfRefusal);
    if (refusal) log.debug({ code: refusal, offer: offer.hash }, "a robot could not take an offer");
  }
}

/** While no trades may start nothing is tried, and so nothing is counted. */
function codeOfRefusal(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  throw error;
}

/** The refusal's code, or undefined when the trade runs. Either way the try is counted. */
async function take(tx: Tx, offer: FreshOffer): Promise<string | undefined> {
  const robot = await chooseRobot(tx, offer);
  if (!robot) return undefined;
  await recordLastSeen(tx, [{ userId: robot.userId, at: tx.now }]);
  const [outcome] = await openTrades(tx, [
    {
      offerHash: offer.hash,
      starter: robot,
      ip: "127.0.0.1",
      fiatAmount: displayFromUnits(offer.min_units, getFiat(offer.fiat).digits),
      cryptoAmount: undefined,
      expectedPrice: "0",
      expectedRevision: undefined,
      acceptChange: true,
    },
  ]);
  if (!outcome) return undefined;
  const refusal = outcome instanceof Refusal ? outcome.code : null;
  const tradeHash = outcome instanceof Refusal ? null : outcome.hash;
  await countTry(tx, offer, { tradeHash, refusal });
  return refusal ?? undefined;
}

/** Undefined when no robot is able. */
async function chooseRobot(tx: Tx, offer: FreshOffer): Promise<Viewer | undefined> {
  const robot = await ableRobot(tx, offer);
  if (!robot) return undefined;
  return {
    userId: robot.id,
    externalId: robot.external_id,
    username: robot.username,
    // It has none: it acts here, not by a call.
    sessionId: 0n,
    tokenHash: "",
    roles: [],
    restrictions: [],
    blocks: [],
    level: 4,
    lacks: null,
    countryIso: robot.country_iso,
    isDemo: true,
    isStrong: false,
  };
}
