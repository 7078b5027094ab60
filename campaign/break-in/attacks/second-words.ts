/** With the login of the web: an award above a thousand dollars, by what a second moderator does not say, or not any more. */
import { deciding, openDisputeAndTake } from "../../../server/testing/market/disputes.ts";
import { type Ask, type Attempt, call } from "../attempt.ts";
import { aModerator, moveTrade } from "./people.ts";
import { passkeyOver, proveAs } from "../send-away.ts";
import type { Stage } from "../stage.ts";

/** A dispute about more than a thousand dollars, which one moderator has; the thief may use the proofs of the other. */
async function aLargeCase(stage: Stage) {
  const [one, other] = [await aModerator(stage), await aModerator(stage)];
  const hash = await openDisputeAndTake(stage.market, { moderator: one.client });
  for (const text of [
    "update trades set usd_cents = 100001 where hash = $1",
    "update disputes set usd_cents = 100001 where trade_hash = $1",
  ])
    await stage.app.owner.query(text, [hash]);
  return { hash, one: one.id, other: other.id, proposes: deciding(one.client, hash) };
}

const freeze = ({ app }: Stage, id: bigint) =>
  app.owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1::bigint, 'frozen', 'test', 'case ' || $1, now(), now())`,
    [id],
  );

type Word = { readonly hash: string; readonly moderator: bigint; readonly now: string };

async function saysBuyer(stage: Stage, { hash, moderator, now }: Word): Promise<void> {
  const wanted = { kind: "award", id: hash, winner: "buyer" } as const;
  await proveAs(stage, moderator, { wanted, shown: passkeyOver(stage, moderator, { wanted, now }) });
}

async function awards(stage: Stage, ask: Ask, { hash, moderator, now }: Word) {
  await saysBuyer(stage, { hash, moderator, now });
  const as = { actor: "moderator", actor_id: String(moderator) };
  return moveTrade(stage, ask, { hash, now, verb: "award_buyer", ...as, status: "dispute_won_buyer" });
}

const propose = (ask: Ask, { hash, moderator, now }: Word) =>
  call(ask, "propose_award", [hash, moderator, "buyer", null, "payment_proven", "seen the receipt", now]);

const WITHOUT_A_SECOND: readonly Omit<Attempt, "as">[] = [
  {
    tries: "awards above a thousand dollars by what a second moderator proposed, and took back for something else",
    run: async (stage, ask, now) => {
      const { hash, other, proposes } = await aLargeCase(stage);
      for (const winner of ["buyer", "seller"] as const) {
        const { code } = await proposes({ winner });
        if (code) throw new Error(`the moderator did not propose: ${code}`);
      }
      return awards(stage, ask, { hash, moderator: other, now });
    },
  },
  {
    tries: "awards above a thousand dollars by a second moderator's proof that ran out before it was a proposal",
    run: async (stage, ask, now) => {
      const { hash, one, other } = await aLargeCase(stage);
      await saysBuyer(stage, { hash, moderator: one, now });
      await stage.app.owner.query("update proofs set expires_at = market_now() where user_id = $1", [one]);
      const said = await propose(ask, { hash, moderator: one, now });
      const awarded = await awards(stage, ask, { hash, moderator: other, now });
      return { rows: [...said.rows, ...awarded.rows] };
    },
  },
  {
    tries: "confirms what a moderator proposed by a second proof of the same moderator",
    run: async (stage, ask, now) => {
      const { hash, one, proposes } = await aLargeCase(stage);
      const { code } = await proposes({ winner: "buyer" });
      if (code) throw new Error(`the moderator did not propose: ${code}`);
      return awards(stage, ask, { hash, moderator: one, now });
    },
  },
  {
    tries: "awards above a thousand dollars by what a second moderator proposed who was frozen since",
    run: async (stage, ask, now) => {
      const { hash, one, other, proposes } = await aLargeCase(stage);
      const { code } = await proposes({ winner: "buyer" });
      if (code) throw new Error(`the moderator did not propose: ${code}`);
      await freeze(stage, one);
      return awards(stage, ask, { hash, moderator: other, now });
    },
  },
  {
    tries: "awards by the proof of a frozen moderator",
    run: async (stage, ask, now) => {
      const { client, id } = await aModerator(stage);
      const hash = await openDisputeAndTake(stage.market, { moderator: client });
      await freeze(stage, id);
      return awards(stage, ask, { hash, moderator: id, now });
    },
  },
  {
    tries: "proposes in the name of a second moderator, who has proved nothing",
    run: async (stage, ask, now) => {
      const { hash, one, other } = await aLargeCase(stage);
      const said = await propose(ask, { hash, moderator: one, now });
      const awarded = await awards(stage, ask, { hash, moderator: other, now });
      return { rows: [...said.rows, ...awarded.rows] };
    },
  },
  {
    tries: "writes into a case what a second moderator has not proposed",
    run: async (stage, ask) => {
      const { hash, one } = await aLargeCase(stage);
      return ask("update disputes set proposed_winner = 'buyer', proposed_by = $2 where trade_hash = $1", [hash, one]);
    },
  },
  {
    tries: "opens a case with a second moderator's proposal in it",
    run: async (stage, ask) => {
      const { hash } = await aLargeCase(stage);
      return ask(
        `insert into disputes (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at,
                               first_look_due_at, evidence_due_at, proposed_winner, proposed_by)
         select trade_hash, 0, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at, due_at, due_at, 'buyer', taken_by
         from disputes where trade_hash = $1`,
        [hash],
      );
    },
  },
];

export const OF_SECOND_WORDS: readonly Attempt[] = WITHOUT_A_SECOND.map((one) => ({ as: "web", ...one }) as const);
