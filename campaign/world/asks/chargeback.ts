/** Right calls about chargebacks, each about a trade of its own. */
import * as chargebacks from "#contract/market/disputes/chargebacks.ts";
import type { World } from "../open-world.ts";

export function chargebackAsks({ app, aTradeOf, tokens }: Pick<World, "app" | "aTradeOf" | "tokens">) {
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
  };
}
