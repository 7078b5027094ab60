/** With the way that coins go to the cold account, and the way that they come back. */
import { openColdWallet } from "../../../server/demo/coins/cold-wallet.ts";
import { coldAddress } from "../cold-of-stage.ts";
import { type Attempt, rightful, statement } from "../attempt.ts";
import { ETHER, mint } from "./coins.ts";
import { SURPLUS } from "../own-node.ts";
import { commit, FEE, honestWeb, reserveAway, word } from "../send-away.ts";
import { ELSEWHERE, type Stage } from "../stage.ts";

const THIEFS = openColdWallet(new Uint8Array(32).fill(66), "regtest").account.bitcoin;
const COIN = 100_000_000n;

/** Of bitcoin, as an honest watcher asks for it, but for where it goes. */
const moving = (tries: string, to: () => string, before = "select 1"): Attempt => ({
  as: "chain",
  tries,
  run: async ({ sign, planOf }, ask) => {
    await ask(before);
    await commit(ask);
    return sign({
      purpose: "cold",
      id: "BTC-1",
      plan: { ...planOf({ units: 50_000_000n, feeUnits: 500n, to: to() }), coldIndex: 0 },
    });
  },
});

/** Sends out a day later what the ledger has by now. */
async function sendMinted(stage: Stage, units: bigint, now: string) {
  const hash = await reserveAway(stage, honestWeb(stage), { userId: stage.thief, units: units - FEE, now });
  await stage.app.owner.query("update proved_send_outs set proved_at = proved_at - interval '1 day'");
  return word(await stage.pay(hash));
}

const PAYMENT = `insert into chain_payments (chain, currency, purpose, subject, plan, status, created_at)
  values ('bitcoin', 'BTC', 'cold', 'BTC-1', '{}', 'pending', market_now())`;
const RENAMED = `update wallet_rails set cold_account = '${THIEFS?.replaceAll("'", "''")}'`;

export const OF_COLD: readonly Attempt[] = [
  ...(["web", "worker"] as const).flatMap((as): Attempt[] => [
    { as, tries: "plans a move to a cold account of its own", run: statement(PAYMENT) },
    { as, tries: "names a cold account of its own", run: statement(RENAMED) },
    {
      as,
      tries: "says that coins lie in the cold account",
      run: statement("insert into cold_coins select 'a', 0, 'b'"),
    },
  ]),
  moving("moves coins to a cold account that is somewhere else", () => ELSEWHERE),
  moving("names a cold account of its own in the tables, and moves coins there", () => coldAddress(THIEFS), RENAMED),
  {
    as: "chain",
    tries: "moves ether to a cold address that is somewhere else",
    run: async ({ sign }, ask) => {
      await ask("select 1");
      return sign({ purpose: "cold", id: "ETH-1", plan: ETHER });
    },
  },
  {
    as: "chain",
    tries: "moves coins to the cold account with all of them as the fee",
    run: async ({ sign, planOf }, ask) => {
      await ask("select 1");
      const plan = { ...planOf({ units: 1000n, feeUnits: 900_000n, to: coldAddress() }), coldIndex: 0 };
      return sign({ purpose: "cold", id: "BTC-1", plan });
    },
  },
  {
    as: "chain",
    tries: "writes coins into the cold account that are on no chain, and sends out a deposit of as much a day later",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      await ask(
        `insert into cold_coins (txid, output_index, account, branch, path_index, address, units, block_height)
         values ($1, 0, 'theirs', 0, 0, $2, $3, 1) on conflict do nothing`,
        ["ce".repeat(32), coldAddress(), COIN],
      );
      await mint(stage, ask, { units: COIN, now });
      return sendMinted(stage, COIN, now);
    },
  },
  {
    as: "chain",
    tries: "says that a refill is a deposit of its own, and sends it out a day later",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      await mint(stage, ask, { units: 2n * SURPLUS, now });
      const whose = "update coins set address_id = (select id from wallet_addresses where ";
      // The refill's coin is its own from now on, wherever the node says that it lies.
      await ask(`${whose} user_id = $1)`, [stage.thief]);
      await commit(ask);
      const answer = await sendMinted(stage, 2n * SURPLUS, now);
      await rightful(stage)(`${whose} subject = 'the operator''s')`);
      return answer;
    },
  },
];
