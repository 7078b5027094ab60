/** Valid calls about the buyer's files, each about its own trade. */
import * as calls from "#contract/market/trades/attachments.ts";
import { aPicture, uploadAs } from "../../../server/testing/people/upload.ts";
import type { World } from "../open-world.ts";

export function attachmentAsks({ app, aTradeOf }: Pick<World, "app" | "aTradeOf">) {
  const waiting = async () => {
    const made = await aTradeOf("active_funded");
    const { url } = await uploadAs(app, made.own.buyer.client, await aPicture());
    const body = { requirements: [{ requirementId: "receipt" as const, url }] };
    return { ...made, body };
  };
  return {
    getTradeUploads: async () => {
      const { hash, buyer } = await aTradeOf("paid");
      return { by: buyer, params: { id: hash } };
    },
    submitRequirements: async () => {
      const { hash, buyer, seller, body } = await waiting();
      return { by: buyer, other: seller, params: { id: hash }, body };
    },
    askRequirement: async () => {
      const { hash, buyer, seller } = await aTradeOf("paid");
      return { by: seller, other: buyer, params: { id: hash }, body: { requirementId: "bank_statement" } };
    },
    actOnAttachment: async () => {
      const { own, hash, buyer, seller, body } = await waiting();
      const { data } = await own.buyer.client.call(calls.submitRequirements, { params: { id: hash }, body });
      const id = data.list[0]?.id ?? "";
      return { by: seller, other: buyer, params: { id: hash }, body: { action: "reject", id, reason: "Another sum" } };
    },
    readPolicy: async () => {
      const { hash, buyer } = await aTradeOf("paid");
      return { by: buyer, params: { id: hash }, body: { url: "/dispute-rules" } };
    },
  };
}
