/** Right arguments for the functions of offers that are reported, judged, appealed and featured, and of the OTC desk. */
import { anOffer, aPerson } from "../../../server/testing/index.ts";
import { anExpert } from "../asks/promotion.ts";
import type { Good, Ground } from "../ground.ts";
import { otcCalls } from "./otc.ts";

const WHY = "as two people have reported";

export function moderationCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  const { owner } = app;
  const aModerator = async () => {
    const { id } = await aPerson(app);
    await owner.query("insert into user_roles values ($1, 'moderator', market_now())", [id]);
    return id;
  };
  const anOfferOf = async () => {
    const { id } = await aPerson(app);
    await owner.query("update users set granted_level = 4 where id = $1", [id]);
    return { id, hash: await app.db.tx((tx) => anOffer(tx, id)) };
  };
  const aReported = async (now: string) => {
    const { id, hash } = await anOfferOf();
    const reporter = (await aPerson(app)).id;
    await owner.query("select report_offer($1, $2, 'obvious_scam', null, $3)", [hash, reporter, now]);
    return { id, hash };
  };
  const missed = async () =>
    (await owner.query("select id from offers where hash = $1", [(await anOfferOf()).hash])).rows[0].id;
  const decided: Good = async (now) => [(await aReported(now)).hash, WHY, await aModerator(), now];
  return {
    ...otcCalls(ground),
    "report_offer done": [async (now) => [(await anOfferOf()).hash, (await aPerson(app)).id, "other", WHY, now]],
    "approve_offer done": [decided],
    "reject_offer done": [decided],
    "feature_offer done": [
      async (now) => {
        // As many may be featured already as may be at a time.
        await owner.query(
          "update offers set is_featured = is_stickied, featured_until = null where featured_until is not null",
        );
        return [(await anExpert(app)).offer, 7, WHY, await aModerator(), now];
      },
    ],
    "unfeature_offer done": [
      async (now) => {
        const { offer } = await anExpert(app);
        await owner.query(
          "update offers set is_featured = true, featured_until = market_now() + interval '1 day' where hash = $1",
          [offer],
        );
        return [offer, WHY, await aModerator(), now];
      },
    ],
    add_missed_trades: [async (now) => [[await missed()], ["missedTrade"], [(await aPerson(app)).id], [now]]],
    forget_missed_trades: [async (now) => [[await missed()], [now]]],
    "appeal_offer done": [
      async (now) => {
        const { id, hash } = await aReported(now);
        await owner.query("select reject_offer($1, $2, $3, $4)", [hash, WHY, await aModerator(), now]);
        return [hash, id, WHY.repeat(2), now];
      },
    ],
  };
}
