/** Right calls about disputes: evidence, questions and appeals, each about a case of its own. */
import * as chargebacks from "#contract/chargebacks.ts";
import * as appeals from "#contract/dispute-appeals.ts";
import { openDisputeAndTake } from "../../server/testing/disputes.ts";
import { aPicture, uploadAs } from "../../server/testing/upload.ts";
import type { World } from "./open-world.ts";

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
  const REPORT = {
    isVerifiedCorrectly: true,
    reason: "payment_reversed",
    text: "The payment was taken back",
    payer_name: "Max Payer",
  } as const;
  const released = async () => {
    const { own, hash } = await aTradeOf("released");
    return { own, hash, by: own.seller.client.token, other: tokens.stranger };
  };
  const reported = async (step: "reported" | "taken" | "confirmed" = "reported") => {
    const { own, hash } = await released();
    const body = { ...REPORT, id_hashed: hash };
    const { data } = await own.seller.client.call(chargebacks.reportChargeback, { body });
    const id = data.report?.caseNumber ?? "";
    const staff = app.client(tokens.moderator);
    if (step !== "reported")
      await staff.call(chargebacks.takeChargeback, { params: { id }, body: { reason: "next in the queue" } });
    if (step === "confirmed")
      await staff.call(chargebacks.decideChargeback, {
        params: { id },
        body: { outcome: "confirmed", answer: "The notice shows it." },
      });
    return { own, hash, id };
  };
  const ofStaff = async (step: "reported" | "taken") => {
    const { own, id } = await reported(step);
    return { by: tokens.moderator, other: own.seller.client.token, params: { id } };
  };
  return {
    getChargeback: async () => {
      const { hash, by, other } = await released();
      return { by, other, params: { id: hash } };
    },
    reportChargeback: async () => {
      const { hash, by, own } = await released();
      return { by, other: own.buyer.client.token, body: { ...REPORT, id_hashed: hash } };
    },
    repayChargeback: async () => {
      const { own, hash } = await reported("confirmed");
      return { by: own.seller.client.token, other: own.buyer.client.token, params: { id: hash } };
    },
    listChargebacks: async () => ({ by: tokens.moderator, other: tokens.stranger }),
    takeChargeback: async () => ({ ...(await ofStaff("reported")), body: { reason: "next in the queue" } }),
    decideChargeback: async () => ({
      ...(await ofStaff("taken")),
      body: { outcome: "confirmed", answer: "The notice of the provider shows it." },
    }),
    getDispute: async () => inRoom(),
    handInEvidence: async () => ({ ...(await inRoom()), body: { text: "The statement shows it", is_last: false } }),
    askForEvidence: async () => {
      const { own } = await aTradeOf("paid");
      const hash = await openDisputeAndTake(own, { moderator: app.client(tokens.moderator) });
      const body = { of: "both", text: "The statement of that day, please" };
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
