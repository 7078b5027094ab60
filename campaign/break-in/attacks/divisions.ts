/** With the login of the web: a disputed escrow is divided without a moderator's word, or otherwise than they said. */
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import { escrowRow, openDisputeAndTake } from "../../../server/testing/market/disputes.ts";
import { almost, type Ask, type Attempt, call } from "../attempt.ts";
import { aModerator, moveTrade } from "./people.ts";
import { passkeyOver, proveAs } from "../send-away.ts";
import type { Stage } from "../stage.ts";

type Case = { readonly hash: string; readonly moderator: bigint; readonly units: bigint };

/** A dispute that a moderator has taken. */
async function aCase(stage: Stage): Promise<Case> {
  const { id, client } = await aModerator(stage);
  const hash = await openDisputeAndTake(stage.market, { moderator: client });
  return { hash, moderator: id, units: (await escrowRow(stage.app, hash)).units };
}

type Division = { readonly now: string; readonly share: bigint; readonly winner: "buyer" | "seller" };

function divide(stage: Stage, ask: Ask, { hash, moderator }: Case, { now, share, winner }: Division) {
  const moderated = { actor: "moderator", actor_id: String(moderator) };
  const status = `dispute_won_${winner}`;
  return moveTrade(stage, ask, { hash, now, verb: `award_${winner}`, ...moderated, status, share: String(share) });
}

type Word = Omit<Extract<ProofFor, { kind: "award" }>, "kind" | "id">;

/** A moderator's passkey says yes to just this. */
async function says(
  stage: Stage,
  { hash, moderator }: Case,
  { word, now }: { word: Word; now: string },
): Promise<string> {
  const wanted = { kind: "award", id: hash, ...word } as const;
  return proveAs(stage, moderator, { wanted, shown: passkeyOver(stage, moderator, { wanted, now }) });
}

/** As if the signer had written it. */
async function proofWritten({ app }: Stage, { hash, moderator }: Case, what: string): Promise<void> {
  const { id } = await escrowRow(app, hash);
  await app.owner.query(
    `insert into proofs (subject, user_id, method, proved_at, expires_at)
     values ($1, $2, 'passkey', market_now(), market_now() + interval '15 minutes')`,
    [`staff_award:${id}:1:${what}`, moderator],
  );
}

const DIVIDING: readonly Omit<Attempt, "as">[] = [
  {
    tries: "divides an escrow in the name of a moderator who has proved nothing",
    run: async (stage, ask, now) => {
      const found = await aCase(stage);
      return divide(stage, ask, found, { now, share: found.units - 1n, winner: "buyer" });
    },
  },
  {
    tries: "turns a moderator's word about a small share into a larger one",
    run: async (stage, ask, now) => {
      const found = await aCase(stage);
      await says(stage, found, { word: { winner: "seller", buyer_share_units: "1000" }, now });
      return divide(stage, ask, found, { now, share: found.units / 2n, winner: "seller" });
    },
  },
  {
    tries: "turns a moderator's word that the seller gets all into a division",
    run: async (stage, ask, now) => {
      const found = await aCase(stage);
      await says(stage, found, { word: { winner: "seller" }, now });
      return divide(stage, ask, found, { now, share: found.units / 2n, winner: "seller" });
    },
  },
  {
    tries: "turns a moderator's word about a share of one dispute into that of another",
    run: async (stage, ask, now) => {
      const [said, other] = [await aCase(stage), await aCase(stage)];
      await says(stage, said, { word: { winner: "seller", buyer_share_units: "1000" }, now });
      return divide(stage, ask, { ...other, moderator: said.moderator }, { now, share: 1000n, winner: "seller" });
    },
  },
  {
    tries: "divides an escrow above a thousand dollars by the word of one moderator",
    run: async (stage, ask, now) => {
      const found = await aCase(stage);
      await stage.app.owner.query("update trades set usd_cents = 100001 where hash = $1", [found.hash]);
      await says(stage, found, { word: { winner: "buyer", buyer_share_units: String(found.units - 1n) }, now });
      return divide(stage, ask, found, { now, share: found.units - 1n, winner: "buyer" });
    },
  },
  {
    tries: "gives the buyer nine tenths and calls it a division that the seller has won",
    run: async (stage, ask, now) => {
      const found = await aCase(stage);
      const share = (found.units * 9n) / 10n;
      await proofWritten(stage, found, `seller:${share}`);
      return divide(stage, ask, found, { now, share, winner: "seller" });
    },
  },
  {
    tries: "releases a trade with a share that nobody awarded",
    run: async (world, ask, now) =>
      call(
        ask,
        "move_trades",
        await almost(world, "move_trades", now, {
          change: (move) => ({ ...move, share: "1000" }),
        }),
      ),
  },
  {
    tries: "opens a trade that is divided already",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, { change: (row) => ({ ...row, buyer_share_units: 1000 }) }),
      ),
  },
];

export const OF_DIVISIONS: readonly Attempt[] = DIVIDING.map((one) => ({ as: "web", ...one }) as const);
