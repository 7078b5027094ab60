/** Right calls about offers that are reported, judged and featured, each about an offer of its own, and about the OTC desk. */
import { aPerson } from "../../../server/testing/index.ts";
import type { World } from "../open-world.ts";
import { otcAsks } from "./products/otc.ts";
import { anExpert } from "./promotion.ts";

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
    ...otcAsks({ app, tokens }),
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
    featureOffer: async () => {
      // As many may be featured already as may be at a time.
      await app.owner.query(
        "update offers set is_featured = is_stickied, featured_until = null where featured_until is not null",
      );
      const { offer } = await anExpert(app);
      return { by: tokens.moderator, other: tokens.stranger, params: { id: offer }, body: { days: 7, reason: WHY } };
    },
    unfeatureOffer: async () => {
      const { offer } = await anExpert(app);
      await app.owner.query(
        "update offers set is_featured = true, featured_until = market_now() + interval '1 day' where hash = $1",
        [offer],
      );
      return { by: tokens.moderator, other: tokens.stranger, params: { id: offer }, body: { reason: WHY } };
    },
  };
}
