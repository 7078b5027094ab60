/** Starts of trades that are no right ones, with the login of the web. */
import { almost, type Ask, type Attempt, call } from "../attempt.ts";
import type { Stage } from "../stage.ts";

/** A right start, but that the offer is special meanwhile. */
async function onSpecial(
  world: Stage,
  ask: Ask,
  now: string,
  { partner, ends }: { partner: bigint | "starter"; ends: string },
): Promise<unknown> {
  const values = (await almost(world, "open_trades", now)) as [[Record<string, unknown>]];
  const [[{ offer_hash, starter_id, price }]] = values;
  const { owner } = world.app;
  const { rows } = await owner.query("select margin_bp, fixed_price, hold from offers where hash = $1", [offer_hash]);
  await owner.query(
    `update offers
     set partner_id = $2, chat_hash = 'a chat', special_until = $3::timestamptz + $4::interval, hold = 'special',
         margin_bp = null, fixed_price = $5
     where hash = $1`,
    [offer_hash, partner === "starter" ? starter_id : partner, now, ends, price],
  );
  try {
    return await call(ask, "open_trades", values);
  } finally {
    await owner.query(
      `update offers
       set partner_id = null, chat_hash = null, special_until = null, margin_bp = $2, fixed_price = $3, hold = $4
       where hash = $1`,
      [offer_hash, rows[0].margin_bp, rows[0].fixed_price, rows[0].hold],
    );
  }
}

const STARTING: readonly Omit<Attempt, "as">[] = [
  {
    tries: "opens a trade that pays the operator all of it as a fee",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, { change: (row) => ({ ...row, fee_units: 1_000_000 }) }),
      ),
  },
  {
    tries: "opens a trade on an offer with a buyer who did not take it",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, { change: (row) => ({ ...row, buyer_id: String(world.thief) }) }),
      ),
  },
  {
    tries: "opens a trade that names another reference of payment than its offer",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, { change: (row) => ({ ...row, bank_reference: "Account 4711" }) }),
      ),
  },
  {
    tries: "opens a trade that anybody may pay although its offer does not say so",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, {
          change: (row) => ({ ...row, no_third_parties: row.no_third_parties !== true }),
        }),
      ),
  },
  {
    tries: "opens a trade of play money between people who have real money",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, { change: (row) => ({ ...row, is_demo: row.is_demo !== true }) }),
      ),
  },
  {
    tries: "opens a trade on an offer that was made for another user alone",
    run: (world, ask, now) => onSpecial(world, ask, now, { partner: world.thief, ends: "1 day" }),
  },
  {
    tries: "opens a trade at the locked price of an offer that has ended",
    run: async (world, ask, now) => onSpecial(world, ask, now, { partner: "starter", ends: "-1 second" }),
  },
  {
    tries: "opens a trade that is paid already",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, {
          change: (row) => ({ ...row, status: "paid", paid_at: now, was_ever_paid: true }),
        }),
      ),
  },
  {
    tries: "opens a trade above what the offer takes",
    run: async (world, ask, now) =>
      call(
        ask,
        "open_trades",
        await almost(world, "open_trades", now, { change: (row) => ({ ...row, fiat_units: 999_999_999 }) }),
      ),
  },
];

export const OF_STARTS: readonly Attempt[] = STARTING.map((one) => ({ as: "web", ...one }) as const);
