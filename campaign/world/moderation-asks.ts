/** Right calls about offers that are reported and judged, each about an offer of its own. */
import { aPerson } from "../../server/testing/index.ts";
import type { World } from "./open-world.ts";

const WHY = "as two people have reported";

export function moderationAsks({ app, tokens, anOwner }: World) {
  const aReported = async () => {
    const { token, offer } = await anOwner();
    const reporter = (await aPerson(app)).id;
    await app.owner.query("select report_offer($1, $2, 'other', 'as I have seen', market_now())", [offer, reporter]);
    return { token, offer };
  };
  const byStaff = async () => {
    const { offer } = await aReported();
    return { by: tokens.moderator, other: tokens.stranger, params: { id: offer }, body: { reason: WHY } };
  };
  return {
    reportOffer: async () => ({
      by: (await aPerson(app)).client.token,
      params: { id: (await anOwner()).offer },
      body: { reason_id: 5, reason_text: "asks for a password" },
    }),
    appealOffer: async () => {
      const { token, offer } = await aReported();
      await app.owner.query(
        `select reject_offer($1, $2, (select min(user_id) from user_roles where role = 'moderator'), market_now())`,
        [offer, WHY],
      );
      return { by: token, other: tokens.stranger, params: { hash: offer }, body: { text: WHY.repeat(3) } };
    },
    approveOffer: byStaff,
    rejectOffer: byStaff,
  };
}
