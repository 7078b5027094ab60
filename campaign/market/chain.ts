/** The chains of a random market, and what its tables say of whatever came and left over them. */
import { hex } from "@scure/base";
import { Address } from "@scure/btc-signer";
import { houseAddress } from "../../server/money/custody/index.ts";
import type { ReadTx } from "../../server/platform/postgres/db.ts";
import { bitcoinNetwork } from "../../server/platform/outside/chains/chain-keys.ts";
import type { scriptedWorld } from "../../server/testing/outside/scripted/world.ts";
import type { Draw } from "./types.ts";

export type World = Awaited<ReturnType<typeof scriptedWorld>>;

/** More than people are given and convert in all schedules; each payment needs a coin of its own while it is under way. */
const HOUSE_COINS = { count: 50, units: 200_000_000_000n };
const HOUSE_TOKENS = 10n ** 13n;

/** The operator has coins on both chains, and they are deep. */
export async function enrich({ db, bitcoin, ethereum, scan }: World): Promise<void> {
  await scan();
  const [coins, tokens] = await db.tx(async (tx) => [await houseAddress(tx, "BTC"), await houseAddress(tx, "USDT")]);
  const { count, units } = HOUSE_COINS;
  bitcoin.pay(Array.from({ length: count }, () => ({ address: coins.address, units })));
  ethereum.giveTokens({ to: tokens.address, units: HOUSE_TOKENS });
  bitcoin.mine(3);
  ethereum.mine(3);
  await scan();
}

const HASH_BYTES = 20;

/** A user's address outside the market. */
export function farAddress(random: Draw): string {
  const hash = hex.decode(Array.from({ length: HASH_BYTES * 2 }, () => random.below(16).toString(16)).join(""));
  return Address(bitcoinNetwork("regtest")).encode({ type: "wpkh", hash });
}

type Traces = {
  readonly people: readonly { readonly id: bigint }[];
  readonly deposits: readonly string[];
  readonly quotes: readonly string[];
  readonly start: Date;
  readonly loss: bigint;
};
type Rows = { readonly held: bigint[]; readonly deposits: string[]; readonly sendings: string[] };

/** The held amounts of each user, the status of each deposit, and for each quote its send-out and earliest time. */
export async function walletOf(tx: ReadTx, { people, deposits, quotes, start, loss }: Traces): Promise<Rows> {
  const names = people.map(({ id }) => `user:${id}:BTC:held`);
  const [accounts, came, leaving] = await Promise.all([
    tx.rows<{ name: string; units: bigint }>`
      select name, balance_units as units from ledger_accounts where name = any(${names})`,
    tx.rows<{ txid: string; status: string; owed: bigint }>`
      select txid, status, coalesce(owed_units, 0) as owed
      from deposits
      left join wallet_holds on deposit_id = deposits.id and lifted_at is null
      where txid = any(${deposits})`,
    tx.rows<{ quote: string; status: string; due_at: Date }>`
      select quote.hash as quote, send_outs.status, due_at
      from send_outs
      join send_out_quotes quote on quote.id = quote_id
      where quote.hash = any(${quotes})`,
  ]);
  return {
    held: names.map((name) => accounts.find((account) => account.name === name)?.units ?? 0n),
    deposits: [
      `loss ${(await lossIn(tx)) - loss}`,
      ...deposits.map((txid) => {
        const row = came.find((one) => one.txid === txid);
        return `${row?.status ?? "nothing"} ${row?.owed ?? 0n}`;
      }),
    ],
    sendings: quotes.map((hash) => {
      const row = leaving.find(({ quote }) => quote === hash);
      return row ? `${row.status} from ${(row.due_at.getTime() - start.getTime()) / 60_000}` : "quoted";
    }),
  };
}

/** Of the operator's wallet. */
export async function hasCoinWithin(
  { world }: { readonly world: World },
  least: bigint,
  most: bigint,
): Promise<boolean> {
  const { rows } = await world.owner.query("select from coins where units between $1 and $2 limit 1", [least, most]);
  return rows.length > 0;
}

/** Of the operator, so far: below zero. */
export async function lossIn(tx: ReadTx): Promise<bigint> {
  const [row] = await tx.rows<{ units: bigint }>`
    select balance_units as units from ledger_accounts where name = 'house:BTC:loss'`;
  return row?.units ?? 0n;
}
