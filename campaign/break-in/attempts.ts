/**
 * The attempts of an attacker in a process, with its login to the database and its way to the signer: each attempt
 * is described in a sentence. The runner measures the losses and the losers: a new attempt is an element of this list.
 */
import { AS_WEB } from "./as-web.ts";
import { almost, type Attempt, BEFORE_ITS_TIME, call, rightful, statement } from "./attempt.ts";
import { OF_CARDS } from "./attacks/cards.ts";
import { OF_COINS } from "./attacks/coins.ts";
import { OF_COLD } from "./attacks/cold.ts";
import { OF_DIVISIONS } from "./attacks/divisions.ts";
import { OF_LIGHTNING } from "./attacks/lightning.ts";
import { OF_HEDGING } from "./attacks/hedging.ts";
import { OF_PEOPLE } from "./attacks/people.ts";
import { OF_PROVIDERS } from "./attacks/providers.ts";
import { OF_SECOND_WORDS } from "./attacks/second-words.ts";
import { OF_SPOT } from "./attacks/spot.ts";
import { OF_STAFF } from "./attacks/staff.ts";
import { OF_STARTS } from "./attacks/starts.ts";

const WORKER: readonly Omit<Attempt, "as">[] = [
  {
    tries: "acts in the trade of a user who is no robot",
    run: async (world, ask, now) => call(ask, "move_trades", await almost(world, "move_trades", now)),
  },
  {
    tries: "takes an offer in the name of a person",
    run: async (world, ask, now) => call(ask, "open_trades", await almost(world, "open_trades", now)),
  },
  BEFORE_ITS_TIME,
  {
    tries: "reserves a balance",
    run: async (world, ask, now) => call(ask, "reserve_send_outs", await almost(world, "reserve_send_outs", now)),
  },
  {
    tries: "converts a user's coins",
    run: async (world, ask, now) => call(ask, "convert_coins", await almost(world, "convert_coins", now)),
  },
  {
    tries: "credits a deposit",
    run: async (world, ask, now) => call(ask, "credit_deposits", await almost(world, "credit_deposits", now)),
  },
  { tries: "moves deadlines back", run: (_, ask, now) => call(ask, "extend_deadlines", [-3600, now]) },
  { tries: "lifts a halt", run: statement("delete from halts") },
  { tries: "writes a balance", run: statement("update ledger_accounts set balance_units = balance_units + 1") },
];

const CHAIN: readonly Omit<Attempt, "as">[] = [
  {
    tries: "settles a send-out whose payment has not ended",
    run: async (world, ask, now) => {
      const [id] = await almost(world, "post_payment_ends", now);
      await world.app.owner.query(
        "update chain_payments set status = 'confirming', outcome = null where id = any($1)",
        [[id].flat()],
      );
      return call(ask, "post_payment_ends", [[id].flat(), now]);
    },
  },
  {
    tries: "gives back a send-out that is settled",
    run: async (world, ask, now) => {
      // Another sum of the same person is held: there is something to take.
      await almost(world, "cancel_send_outs", now);
      const values = await almost(world, "post_payment_ends", now);
      await call(rightful(world), "post_payment_ends", values);
      await ask("update chain_payments set status = 'failed', outcome = 'conflicted' where id = any($1)", [values[0]]);
      await ask(
        "update send_outs set status = 'failed' where hash in (select subject from chain_payments where id = any($1))",
        [values[0]],
      );
      return call(ask, "post_payment_ends", values);
    },
  },
  {
    tries: "credits a deposit twice",
    run: async (world, ask, now) => {
      const values = await almost(world, "credit_deposits", now);
      await call(rightful(world), "credit_deposits", values);
      return call(ask, "credit_deposits", values);
    },
  },
  {
    tries: "sets a credited deposit back, to credit it again",
    run: async (world, ask, now) => {
      const [[id]] = (await almost(world, "credit_deposits", now)) as [[string]];
      await call(rightful(world), "credit_deposits", [[id], [0], now]);
      await ask("update deposits set status = 'incoming' where id = $1", [id]);
      return call(ask, "credit_deposits", [[id], [1], now]);
    },
  },
  {
    tries: "makes a deposit larger than it came",
    run: statement("update deposits set units = units * 2, chain_units = chain_units * 2"),
  },
  {
    tries: "credits what came to an address that the signer did not attest",
    run: async (world, ask, now) => {
      const values = await almost(world, "credit_deposits", now);
      await rightful(world)("update wallet_addresses set attestation = null");
      const answer = await call(ask, "credit_deposits", values);
      await rightful(world)("update wallet_addresses set attestation = 'the word of the signer'");
      return answer;
    },
  },
  {
    tries: "lets what waits for its address leave now",
    run: statement("update send_outs set due_at = created_at"),
  },
  {
    tries: "gives its own address the signer's word",
    run: statement("update wallet_addresses set attestation = 'the word of a thief'"),
  },
  {
    tries: "opens a trade",
    run: async (world, ask, now) => call(ask, "open_trades", await almost(world, "open_trades", now)),
  },
  {
    tries: "releases a trade",
    run: async (world, ask, now) => call(ask, "move_trades", await almost(world, "move_trades", now)),
  },
  {
    tries: "reserves a balance",
    run: async (world, ask, now) => call(ask, "reserve_send_outs", await almost(world, "reserve_send_outs", now)),
  },
  { tries: "lifts a halt", run: statement("delete from halts") },
];

export const ATTEMPTS: readonly Attempt[] = [
  ...AS_WEB.map((one) => ({ as: "web", ...one }) as const),
  ...WORKER.map((one) => ({ as: "worker", ...one }) as const),
  ...CHAIN.map((one) => ({ as: "chain", ...one }) as const),
  ...OF_STARTS,
  ...OF_PEOPLE,
  ...OF_DIVISIONS,
  ...OF_SECOND_WORDS,
  ...OF_COINS,
  ...OF_COLD,
  ...OF_STAFF,
  ...OF_CARDS,
  ...OF_SPOT,
  ...OF_HEDGING,
  ...OF_LIGHTNING,
  ...OF_PROVIDERS,
];
