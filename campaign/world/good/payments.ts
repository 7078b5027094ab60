/** Right arguments for functions of payment accounts. */
import { createHash } from "node:crypto";
import { ids } from "../../../server/platform/ids.ts";
import { aTrade } from "../../../server/testing/index.ts";
import type { Good, Ground } from "../ground.ts";

const FACTS = { country: "US", countryIso: "US", currency: "USD", isPersonal: true };
const FIELDS = { holder_name: "c2VhbGVk" };

export function paymentCalls(ground: Ground): Record<string, Good[]> {
  const { app, market } = ground;
  // The running one of the world is paid: these take one that waits.
  const waiting = async () => aTrade(market);
  const mark = () => createHash("sha256").update(ids.secret()).digest();
  const anAccount = async (userId: bigint): Promise<string> => {
    const publicId = ids.hash();
    await app.owner.query("select save_payment_account($1, $2, true, 'bank', $3, $4, 1, $5, 'US')", [
      ...[userId, publicId, FACTS, FIELDS, mark()],
    ]);
    return publicId;
  };
  return {
    save_payment_account: [
      async () => [market.seller.id, ids.hash(), true, "bank", FACTS, FIELDS, 1, mark(), "US"],
      async () => [market.seller.id, await anAccount(market.seller.id), false, "bank", FACTS, FIELDS, 1, mark(), "US"],
    ],
    delete_payment_account: [async () => [market.seller.id, await anAccount(market.seller.id), "bank", "US"]],
    share_payment_account: [
      async () => [await waiting(), market.seller.id, await anAccount(market.seller.id), ids.hash(), FIELDS, 1],
    ],
    declare_payer: [async () => [await waiting(), market.buyer.id, Buffer.from("sealed")]],
  };
}
