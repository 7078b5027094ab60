/** Right calls about disputes: evidence, questions and appeals, each about a case of its own. */
import * as appeals from "#contract/market/disputes/appeals.ts";
import { openDisputeAndTake } from "../../../server/testing/market/disputes.ts";
import { aPicture, uploadAs } from "../../../server/testing/people/upload.ts";
import type { World } from "../open-world.ts";

export function disputeAsks({ app, aTradeOf, tokens }: Pick<World, "app" | "aTradeOf" | "tokens">) {
  const decided = async () => {
    const { own } = await aTradeOf("paid");
    const hash = await openDisputeAndTake(own, { winner: "seller" });
    const { id } = await uploadAs(app, own.buyer.client, await aPicture());
    const body = { text: "The statement came today", upload_ids: [id] };
    return { own, hash, body };
  };
  const appealed = async (hasTaken: boolean) => {
    const { own, hash, body } = await decided();
    const { data } = await own.buyer.client.call(appeals.appealDispute, { params: { id: hash }, body });
    const id = data.appeal.made?.caseNumber ?? "";
    if (hasTaken)
      await app
        .client(tokens.moderator)
        .call(appeals.takeDisputeAppeal, { params: { id }, body: { reason: "next in the queue" } });
    return { by: tokens.moderator, other: own.buyer.client.token, params: { id } };
  };
  const inRoom = async () => {
    const { own } = await aTradeOf("paid");
    const hash = await openDisputeAndTake(own);
    return { by: own.buyer.client.token, other: tokens.stranger, params: { id: hash } };
  };
  return {
    getDispute: async () => inRoom(),
    submitEvidence: async () => ({ ...(await inRoom()), body: { text: "The statement shows it", is_last: false } }),
    askForEvidence: async () => {
      const { own } = await aTradeOf("paid");
      const hash = await openDisputeAndTake(own, { moderator: app.client(tokens.moderator) });
      const body = { of: "both", text: "The statement of that day, please" };
      return { by: tokens.moderator, other: own.buyer.client.token, params: { id: hash }, body };
    },
    actInPlace: async () => {
      const { own, hash } = await aTradeOf("paid");
      await app.owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
      await app.owner.query(
        `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
         values ($1, 'frozen', 'test', $2, now(), now())`,
        [own.seller.id, `frozen of ${hash}`],
      );
      const body = { of: "seller", step: "dispute", reason: "The bank confirms the payment" };
      return { by: tokens.moderator, other: own.buyer.client.token, params: { id: hash }, body };
    },
    appealDispute: async () => {
      const { own, hash, body } = await decided();
      return { by: own.buyer.client.token, other: own.seller.client.token, params: { id: hash }, body };
    },
    listDisputeAppeals: async () => ({ by: tokens.moderator, other: tokens.stranger }),
    takeDisputeAppeal: async () => ({ ...(await appealed(false)), body: { reason: "next in the queue" } }),
    decideDisputeAppeal: async () => ({
      ...(await appealed(true)),
      body: { outcome: "upheld", answer: "Nothing new is in the file." },
    }),
  };
}
