/**
 * What somebody tries who has taken over a process and has its login to the database: each attempt is SQL of its own, told
 * in a sentence. What left people who did nothing is measured by who runs them.
 */
import { AS_WEB } from "./as-web.ts";
import { almost, type Attempt, BEFORE_ITS_TIME, call, rightful, statement } from "./attempt.ts";

const WORKER: readonly Omit<Attempt, "as">[] = [
  {
    tries: "acts in the trade of somebody who is no robot",
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
    tries: "converts somebody's coins",
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
];
