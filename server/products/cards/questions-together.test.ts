// Guards: questions of merchants that are decided together get what they would get one after the other, and hold the same money.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../platform/ids.ts";
import { cardWorld } from "../../testing/market/cards.ts";
import { eachSeed } from "../../testing/seeds.ts";
import type { Question } from "./rows.ts";

const world = await cardWorld();
const holders = [await world.ready("100"), await world.ready("30", { payment_limit: "9" }), await world.ready("20")];
const cards = [...holders.map(({ card }) => card.id), "cardofnobody00"];

/** What it answers, and what is kept and held after it; nothing of it stays. */
async function after(lists: readonly (readonly Question[])[]) {
  const { owner } = world;
  await owner.query("begin");
  try {
    const outcomes: string[] = [];
    for (const list of lists) {
      const { rows } = await owner.query<{ external_id: string; outcome: string }>(
        "select * from decide_card_authorizations($1, market_now())",
        [JSON.stringify(list)],
      );
      outcomes.push(...rows.map(({ external_id, outcome }) => `${external_id} ${outcome}`));
    }
    const kept = await owner.query(
      `select external_id, card_id, status, decline_code, usd_units::text, held_units::text, merchant, ended_at is null as is_open
       from card_authorizations order by external_id`,
    );
    const held = await owner.query(
      "select name, balance_units::text from ledger_accounts where name like 'user:%:USD:card%' and balance_units <> 0 order by name",
    );
    return { outcomes, kept: kept.rows, held: held.rows };
  } finally {
    await owner.query("rollback");
  }
}

test("a list of questions is decided as they would be one by one", async (t) => {
  await eachSeed(t, { suite: "card-questions", fresh: 5 }, async (seed) => {
    const random = seededRandom(String(seed));
    const pick = (most: number) => random.bytes(2).reduce((sum, byte) => sum * 256 + byte, 0) % most;
    const questions = Array.from({ length: 24 }, (_, place): Question => {
      // Some come again, and some of these have grown.
      const id = `asked_again_${pick(4) === 0 ? pick(place + 1) : place}`;
      const usd = String(100 + pick(1200));
      return {
        ...{
          id,
          card: cards[pick(cards.length)] ?? "",
          merchant: `M${pick(3)}`,
          merchant_group: "shop",
          country: "US",
        },
        ...{ currency: "USD", amount_units: usd, ...(pick(2) ? { usd_units: usd } : {}), is_online: pick(4) === 0 },
      };
    });
    const alone = await after(questions.map((question) => [question]));
    assert.ok(alone.outcomes.some((outcome) => outcome.endsWith(" approved")));
    assert.deepEqual(await after([questions]), alone);
  });
});
