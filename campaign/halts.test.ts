// Guards: a halt binds where money is posted, for each kind of movement, chain and coin, and for nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HALT_NAMES } from "../server/money/ledger/index.ts";
import { moneyWorld } from "./world/money-world.ts";

const { app, pool } = await moneyWorld();
const { owner } = app;

/** Rightful movements of bitcoin, and a conversion from USDT to ether. */
const MOVEMENTS = {
  start: ["open_trades", 0],
  release: ["move_trades", 0],
  return: ["move_trades", 2],
  "send-out": ["reserve_send_outs", 0],
  conversion: ["convert_coins", 0],
  "top-up": ["reserve_top_ups", 0],
  "card money": ["top_up_cards", 0],
  sale: ["reserve_off_ramps", 0],
  "gift cards": ["reserve_store_order", 0],
  deposit: ["credit_deposits", 0],
} as const;
type Movement = keyof typeof MOVEMENTS;
const DONE = ["locked", "moved", "reserved", "converted", "credited", "topped_up"];

const STOPS: Record<(typeof HALT_NAMES)[number], readonly Movement[]> = {
  money_out: ["send-out", "conversion", "top-up", "card money", "sale", "gift cards"],
  bitcoin_out: ["send-out"],
  ethereum_out: [],
  bitcoin_in: ["deposit"],
  ethereum_in: [],
  new_trades: ["start"],
  releases: ["release"],
  conversions: ["conversion"],
  ledger: ["start", "release", "return", "send-out", "conversion", "top-up", "card money", "sale", "gift cards"],
  coin_BTC: ["start", "release", "send-out"],
  coin_ETH: ["conversion"],
  coin_USDT: ["conversion", "top-up", "card money", "sale", "gift cards"],
  top_up: ["top-up"],
  store: ["gift cards"],
  card_top_up: ["card money"],
  card_payments: [],
  spot: [],
  // Lightning: server/products/lightning.
  lightning_out: [],
  lightning_in: [],
  // A purchase: its own test.
  on_ramp: [],
  off_ramp: ["sale"],
};

async function attempt(movement: Movement, halt: string | undefined): Promise<string> {
  const [name, which] = MOVEMENTS[movement];
  const now = ((await owner.query("select market_now() as now")).rows[0].now as Date).toISOString();
  const values = (await pool.good[name]?.[which]?.(now)) ?? [];
  const given = values.map((value) => (typeof (value as unknown[])[0] === "object" ? JSON.stringify(value) : value));
  if (halt) await owner.query("insert into halts (name, reason, since) values ($1, 'test', market_now())", [halt]);
  const { rows } = await owner.query(
    `select outcome from ${name}(${values.map((_, index) => `$${index + 1}`).join(", ")})`,
    given,
  );
  await owner.query("delete from halts");
  return rows[0].outcome;
}

for (const halt of HALT_NAMES) {
  test(`${halt} stops ${STOPS[halt].join(", ") || "nothing of bitcoin"}, and that is all`, async () => {
    for (const movement of Object.keys(MOVEMENTS) as Movement[]) {
      const outcome = await attempt(movement, halt);
      if (STOPS[halt].includes(movement)) assert.match(outcome, /^halted:/, `${movement}: ${outcome}`);
      else assert.ok(DONE.includes(outcome), `${movement}: ${outcome}`);
    }
  });
}
