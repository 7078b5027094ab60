/** An owner makes an offer. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { refuseBeyondLimit } from "./switching/active-limit.ts";
import { hasTwin, lockOwner } from "./owners/owner-rows.ts";
import { refuseBelowCreationLevel } from "./owners/creation-level.ts";
import { refuseNewCap, refuseNewCardFlow } from "./offer-cap.ts";
import { refuseStrangeAccount } from "./terms/named-account.ts";
import { termsFrom } from "./terms/terms.ts";
import { reconsiderOffers, refreshOwnerFacts } from "./owners/owner.ts";
import { insertOffer, lockOwnOffer, setSwitch } from "./rows.ts";
import { lockedTerms, type Special, specialFrom } from "./promotion/special.ts";

export type Owner = {
  readonly userId: bigint;
  readonly countryIso: string;
  readonly level: number;
  /** A robot of the demo market. */
  readonly isAutomated?: boolean;
};

/**
 * Returns the public hash. On the market at once unless the body says otherwise; a special one is in no list, and counts neither as a
 * duplicate nor against the limit. Refuses what termsFrom and specialFrom refuse, and offer.level, offer.duplicate,
 * offer.too_many_active, offer.cap_off; of a special one also what lockedTerms refuses. Emits offer.created, and offer.made_for unless the
 * caller says for whom it is: then its partner knows of it.
 */
export async function createOffer(
  tx: Tx,
  { owner, body, special: given }: { owner: Owner; body: OfferBody; special?: Special },
): Promise<string> {
  await refuseBelowCreationLevel(tx, owner.level);
  await lockOwner(tx, owner.userId);
  const isOn = body.is_active ?? true;
  const special = given ?? (await specialFrom(tx, { ownerId: owner.userId, body }));
  if (isOn && !special) await refuseBeyondLimit(tx, owner.userId, 1);

  const asked = await termsFrom(tx, body);
  const terms = special ? await lockedTerms(tx, asked) : asked;
  await refuseStrangeAccount(tx, { ownerId: owner.userId, terms });
  await refuseNewCap(tx, { ownerId: owner.userId, cap: terms });
  await refuseNewCardFlow(tx, { ownerId: owner.userId, flow: terms.flowType });
  const isAlone = special !== undefined || !(await hasTwin(tx, { ...terms, id: null, ownerId: owner.userId }));
  if (isOn && !isAlone) throw new Refusal("offer.duplicate");

  const hash = ids.hash();
  await insertOffer(tx, terms, {
    hash,
    ownerId: owner.userId,
    countryIso: owner.countryIso,
    isAutomated: owner.isAutomated ?? false,
    special,
  });
  const offer = await lockOwnOffer(tx, { hash, ownerId: owner.userId });
  if (!offer) throw new Error(`the offer ${hash} was not written`);
  if (isOn) await setSwitch(tx, [offer.id], true);
  await refreshOwnerFacts(tx, [owner.userId]);
  await reconsiderOffers(tx, [owner.userId]);

  tx.emit({ type: "offer.created", subject: hash, payload: { ownerId: String(owner.userId), side: terms.side } });
  if (special && !given) {
    const payload = { ownerId: String(owner.userId), partnerId: String(special.partnerId) };
    tx.emit({ type: "offer.made_for", subject: hash, payload });
  }
  return hash;
}
