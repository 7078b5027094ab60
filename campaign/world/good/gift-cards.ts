/** Right arguments for functions of gift cards. */
import { ids } from "../../../server/platform/ids.ts";
import { GIFT_CARD_OFFER, aCardTrade, aGiftMarket } from "../../../server/testing/market/gift-cards.ts";
import { getPaymentMethod, findPaymentMethod } from "../../../server/reference/catalog/index.ts";
import { type Good, type Ground, one } from "../ground.ts";

const METHOD = getPaymentMethod(findPaymentMethod(GIFT_CARD_OFFER.payment_method)?.id ?? 0).id;

const facts = (ownerId: bigint, hash: string) => [
  ...[ownerId, hash, METHOD, "e-card", "USD", 2, "10000"],
  ...[Buffer.from("sealed"), Buffer.from(ids.secret(), "base64url").subarray(0, 32)],
];

/** In the vault of the buyer. */
async function aCardOf(ground: Ground, ownerId: bigint): Promise<string> {
  const hash = ids.hash();
  await ground.app.owner.query(
    "select add_gift_card($1, $2, $3, $4, $5, $6, $7, $8, $9, market_now())",
    facts(ownerId, hash),
  );
  return hash;
}

export function giftCardCalls(ground: Ground): Record<string, Good[]> {
  const { app, market } = ground;
  const { id: owner } = market.buyer;
  return {
    add_gift_card: [async (now) => [...facts(owner, ids.hash()), now]],
    delete_gift_card: [async (now) => [owner, await aCardOf(ground, owner), now]],
    may_check_gift_card: [async () => [owner, await aCardOf(ground, owner)]],
    note_gift_card_check: [async (now) => [owner, await aCardOf(ground, owner), "fits", "ABC234", now]],
    place_gift_card: [async (now) => [owner, await aCardOf(ground, owner), null, now]],
    use_gift_card: [
      async (now) => {
        const own = await aGiftMarket(app);
        const { hash, card } = await aCardTrade(own);
        const trade = await one<{ id: string }>(ground, "select id from trades where hash = $1", [hash]);
        return [own.buyer.id, card, trade.id, now];
      },
    ],
  };
}
