/** With what the workers write, and with what the watcher of the chains asks of the signer: prices, deposits, payments. */
import { HOT } from "../../../server/platform/outside/chains/chain-keys.ts";
import type { EthereumPlan } from "../../../server/platform/outside/signer/signer.ts";
import { ids } from "../../../server/platform/ids.ts";
import { anOffer, aTrade, giveCoins, signIn } from "../../../server/testing/index.ts";
import { type Ask, type Attempt, almost, call, rightful } from "../attempt.ts";
import { commit, FEE, honestWeb, reserveAway, sendAway, TEN_BITCOIN, word } from "../send-away.ts";
import { SURPLUS } from "../own-node.ts";
import { DEPOSIT, ELSEWHERE, FAR, type Stage } from "../stage.ts";

const FAR_ETHER = "0x000000000000000000000000000000000000bEEF";
export const ETHER: EthereumPlan = {
  chain: "ethereum",
  from: HOT,
  nonce: 1,
  to: FAR_ETHER,
  value: "1000000000000000000",
  gasLimit: "21000",
  maxFeePerGasWei: "3000000000",
  tipWei: "2000000000",
};

const UNITS = 1000n;
/** As it was reserved and proved. */
const JUST = { units: UNITS, feeUnits: FEE, to: FAR };

/** An honest follower's request for a reserved and proved send-out, with one change. */
const paying = (tries: string, change: (stage: Stage, hash: string) => Promise<unknown>): Attempt => ({
  as: "chain",
  tries,
  run: async (stage, ask, now) => {
    const rightly = { ...stage, verifier: stage.app.ports.verifier };
    const hash = await reserveAway(rightly, honestWeb(stage), { userId: stage.market.seller.id, units: UNITS, now });
    await ask("select 1");
    return change(stage, hash);
  },
});

const moving = (
  tries: string,
  requestOf: (stage: Stage) => { purpose: "sweep" | "gas"; plan: EthereumPlan },
): Attempt => ({
  as: "chain",
  tries,
  run: async (stage, ask) => {
    await ask("select 1");
    return stage.sign({ id: ids.hash(), ...requestOf(stage) });
  },
});

export const OF_COINS: readonly Attempt[] = [
  // Before the thief has anything by other attempts.
  {
    as: "chain",
    tries: "writes a deposit of just what the operator has beside what it owes, and sends it out a day later",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      await mint(stage, ask, { units: SURPLUS, now });
      const hash = await reserveAway(stage, honestWeb(stage), { userId: stage.thief, units: SURPLUS - FEE, now });
      await stage.app.owner.query("update proved_send_outs set proved_at = proved_at - interval '1 day'");
      return word(await stage.pay(hash));
    },
  },
  {
    as: "worker",
    tries: "writes a price of ten times as much, at which a thief converts",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      const { app, thief } = stage;
      await app.db.tx((tx) => giveCoins(tx, thief, "BTC", 10_000_000n));
      // Prices are compared with the earlier ones, which are restored when the thief has converted.
      await ask("update rates set rate = rate * 10 where (crypto, fiat) = ('BTC', 'USD')");
      await ask("commit");
      const quote = { ...(await conversionOf(stage, 10_000_000n, now)), user_id: String(thief) };
      await call(rightful(stage), "quote_conversions", [[quote], now]);
      await app.owner.query(
        `insert into proofs (subject, user_id, method, proved_at, expires_at)
         values ($1, $2, 'passkey', $3, $3::timestamptz + interval '15 minutes')`,
        [`conversion:${quote.hash}`, thief, now],
      );
      await call(rightful(stage), "convert_coins", [[quote.hash], [thief], now]);
      await ask("begin");
      return ask("update rates set rate = rate / 10 where (crypto, fiat) = ('BTC', 'USD')");
    },
  },
  {
    as: "chain",
    tries: "writes a deposit that is on no chain, and a buyer pays for it",
    acting: ["buyer"],
    run: async (stage, ask, now) => {
      const { app, thief, market } = stage;
      await mint(stage, ask, { units: 20_000_001n, now });
      const client = app.client(await app.db.tx((tx) => signIn(tx, thief)));
      const offer = await app.db.tx((tx) => anOffer(tx, thief));
      await aTrade({ app, seller: { id: thief, client }, buyer: market.buyer, offer }, "released");
      return { rows: [], rowCount: 1, paidUsd: 100 };
    },
  },
  {
    as: "chain",
    tries: "writes deposits that are on no chain, and sends them out a day later until the signer's day is full",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      await mint(stage, ask, { units: 12n * (TEN_BITCOIN + 1000n), now });
      const wish = { userId: stage.thief, units: TEN_BITCOIN, now };
      const hashes: string[] = [];
      for (let times = 0; times < 12; times++) hashes.push(await reserveAway(stage, honestWeb(stage), wish));
      await stage.app.owner.query("update proved_send_outs set proved_at = proved_at - interval '1 day'");
      let said = "";
      for (const hash of hashes) said = await stage.pay(hash);
      return word(said);
    },
  },
  {
    as: "chain",
    tries: "writes deposits that are on no chain, and sends them out at once",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      await mint(stage, ask, { units: TEN_BITCOIN + 1000n, now });
      return sendAway(stage, honestWeb(stage), { userId: stage.thief, units: TEN_BITCOIN, now });
    },
  },
  {
    as: "chain",
    tries: "says that a signed send-out was replaced, and sends what came back out once more",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      const { app, thief } = stage;
      await app.db.tx((tx) => giveCoins(tx, thief, "BTC", 2n * SURPLUS));
      await stage.cover();
      const wish = { userId: thief, units: 2n * SURPLUS - FEE, now };
      const hash = await reserveAway(stage, honestWeb(stage), wish);
      await app.owner.query("update proved_send_outs set proved_at = proved_at - interval '1 day'");
      await stage.pay(hash);
      const payment = await ask(
        `insert into chain_payments (chain, currency, purpose, subject, plan, status, outcome, raw_hex, txid, created_at)
         values ('bitcoin', 'BTC', 'send_out', $1, '{}', 'failed', 'conflicted', '00', $1, $2) returning id`,
        [hash, now],
      );
      await ask("update send_outs set status = 'failed', reason = 'replaced', ended_at = $2 where hash = $1", [
        hash,
        now,
      ]);
      await call(ask, "post_payment_ends", [[payment.rows[0]?.id], now]);
      await commit(ask);
      return sendAway(stage, honestWeb(stage), wish);
    },
  },
  paying("asks for the same send-out to another address", ({ sign, planOf }, id) =>
    sign({ purpose: "send_out", id, plan: planOf({ ...JUST, to: ELSEWHERE }) }),
  ),
  paying("asks for more than was proved of a send-out", ({ sign, planOf }, id) =>
    sign({ purpose: "send_out", id, plan: planOf({ ...JUST, units: 5000n }) }),
  ),
  paying("asks for the change of a send-out to go somewhere else", ({ sign, planOf }, id) => {
    const plan = planOf(JUST);
    const outputs = plan.outputs.map((output) => (output.path ? { ...output, address: ELSEWHERE } : output));
    return sign({ purpose: "send_out", id, plan: { ...plan, outputs } });
  }),
  paying("asks for a second output", ({ sign, planOf }, id) => {
    const plan = planOf(JUST);
    return sign({
      purpose: "send_out",
      id,
      plan: { ...plan, outputs: [...plan.outputs, { address: ELSEWHERE, units: "1" }] },
    });
  }),
  paying("spends a coin that is on no chain, which a thief may bring later", ({ sign, planOf }, id) => {
    const plan = planOf(JUST);
    const made = { txid: "ee".repeat(32), outputIndex: 0, units: "1000", path: { branch: 0, index: 1 } } as const;
    return sign({ purpose: "send_out", id, plan: { ...plan, inputs: [...plan.inputs, made] } });
  }),
  paying("burns a coin as the fee of a send-out", ({ sign, planOf }, id) => {
    const plan = planOf({ ...JUST, feeUnits: 5_000_000n });
    return sign({ purpose: "send_out", id, plan });
  }),
  {
    as: "chain",
    tries: "asks for a send-out that nobody reserved",
    run: async ({ sign, planOf }, ask) => {
      await ask("select 1");
      return sign({ purpose: "send_out", id: ids.hash(), plan: planOf(JUST) });
    },
  },
  {
    as: "chain",
    tries: "asks for a send-out that was reserved and not proved to the signer",
    run: async (stage, ask, now) => {
      const values = await almost(stage, "reserve_send_outs", now);
      await call(rightful(stage), "reserve_send_outs", values);
      await ask("select 1");
      const [[id]] = values as [[string]];
      return stage.sign({
        purpose: "send_out",
        id,
        plan: stage.planOf({ units: 1000n, feeUnits: 10n, to: "bcrt1qaway" }),
      });
    },
  },
  moving("sweeps a deposit to somewhere else", () => ({
    purpose: "sweep",
    plan: { ...ETHER, from: DEPOSIT },
  })),
  moving("says that somewhere else is ours, and sweeps there", () => ({
    purpose: "sweep",
    plan: { ...ETHER, from: DEPOSIT, toPath: HOT },
  })),
  moving("gives somewhere else gas", () => ({ purpose: "gas", plan: { ...ETHER, toPath: DEPOSIT } })),
  moving("burns ether as the fee of a sweep", ({ hotEther }) => ({
    purpose: "sweep",
    plan: { ...ETHER, from: DEPOSIT, toPath: HOT, to: hotEther, maxFeePerGasWei: "9000000000000000" },
  })),
  moving("gives one of our own addresses gas without end", ({ depositEther }) => ({
    purpose: "gas",
    plan: { ...ETHER, toPath: DEPOSIT, to: depositEther },
  })),
];

/** The value of a tenth of a bitcoin in ether at current prices. */
async function conversionOf({ app }: Stage, units: bigint, now: string) {
  const { rows } = await app.owner.query<{ units: string }>(
    `select floor($1 * btc.rate * 1e9 / (eth.rate * 1e8) * 0.99)::bigint as units
     from rates btc, rates eth
     where (btc.crypto, btc.fiat, eth.crypto, eth.fiat) = ('BTC', 'USD', 'ETH', 'USD')`,
    [units],
  );
  return {
    hash: ids.hash(),
    from_currency: "BTC",
    to_currency: "ETH",
    from_units: String(units),
    to_units: rows[0]?.units,
    rate: "10",
    expires_at: new Date(Date.parse(now) + 30_000).toISOString(),
  };
}

/** To the thief, whose address is the signer's, as the chain would have brought it. */
export async function mint(
  { app, thief }: Stage,
  ask: Ask,
  { units, now }: { units: bigint; now: string },
): Promise<void> {
  await app.owner.query(
    `insert into wallet_addresses
       (chain, branch, path_index, address, purpose, user_id, currency, attestation, created_at)
     values ('bitcoin', 0, 901, 'bcrt1qtheirs', 'user', $1, 'BTC', 'the signer''s own word', market_now())
     on conflict do nothing`,
    [thief],
  );
  const { rows } = await app.owner.query("select id from wallet_addresses where user_id = $1", [thief]);
  const deposit = await ask(
    `insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status,
                           block_height, block_hash, first_seen_at)
     values ($1, 'bitcoin', $1, 0, 'BTC', $2, $3::bigint, $3::bigint, 'incoming', 90, 'h90', $4) returning id`,
    [ids.hash(), rows[0].id, units, now],
  );
  await call(ask, "credit_deposits", [[deposit.rows[0]?.id], [0], now]);
  await commit(ask);
}
