/** Valid arguments for the functions of the buyer's files. */
import { ids } from "../../../server/platform/ids.ts";
import { aTrade } from "../../../server/testing/index.ts";
import { aPicture, uploadAs } from "../../../server/testing/people/upload.ts";
import type { Good, Ground } from "../ground.ts";

export function attachmentCalls(ground: Ground): Record<string, Good[]> {
  const { app, market } = ground;
  const aFile = async () => (await uploadAs(app, market.buyer.client, await aPicture())).id;
  const anAttachment = async (now: string) => {
    const [trade, id] = [await aTrade(market), ids.hash()];
    await app.owner.query("select attach_to_trade($1, $2, 'receipt', $3, $4, $5)", [
      ...[trade, market.buyer.id, await aFile(), id, now],
    ]);
    return { trade, id };
  };
  return {
    attach_to_trade: [
      async (now) => [await aTrade(market), market.buyer.id, "receipt", await aFile(), ids.hash(), now],
    ],
    judge_attachment: [
      async (now) => {
        const { trade, id } = await anAttachment(now);
        return [trade, market.seller.id, id, "rejected", "Another sum", now];
      },
    ],
    remove_attachment: [
      async (now) => {
        const { trade, id } = await anAttachment(now);
        return [trade, market.buyer.id, id, now];
      },
    ],
    ask_requirement: [async (now) => [await aTrade(market), market.seller.id, "bank_statement", now]],
  };
}
