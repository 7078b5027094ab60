/** The Bitcoin node that the signer asks by itself. It has one coin of ours: what people are owed, and a little more. */
import type { BitcoinPlan } from "../../server/platform/outside/signer/signer.ts";
import type { OwnBitcoinNode } from "../../server/signer/signing/bitcoin-coins.ts";
import { addressOf, type Keys } from "../../server/signer/addresses/own-addresses.ts";
import type { MoneyWorld } from "../world/money-world.ts";

/** The operator's surplus: a hundredth of a bitcoin. */
export const SURPLUS = 1_000000n;

const PLACE = { txid: "cc".repeat(32), outputIndex: 0 };
const PATH = { branch: 1, index: 77 } as const;
const CHANGE = { branch: 1, index: 78 } as const;

export type Wish = { readonly units: bigint; readonly feeUnits: bigint; readonly to: string };
export type OwnNode = {
  readonly node: OwnBitcoinNode;
  /** From now on it has what is owed now; what is owed later for coins that never came is not there. */
  cover(): Promise<void>;
  /** As an honest watcher of the chains plans it: from the one coin, with change. */
  planOf(wish: Wish): BitcoinPlan;
};

export async function openOwnNode({ app }: MoneyWorld, keys: Keys): Promise<OwnNode> {
  const address = addressOf(keys, "bitcoin", PATH);
  let here = SURPLUS;
  await app.owner.query(
    `insert into wallet_addresses
       (chain, branch, path_index, address, purpose, subject, currency, attestation, created_at)
     values ('bitcoin', $1, $2, $3, 'change', 'the operator''s', 'BTC', 'none', market_now())
     on conflict do nothing`,
    [PATH.branch, PATH.index, address],
  );
  await app.owner.query(
    `insert into coins (txid, output_index, address_id, units, is_coinbase, block_height)
     select $1, $2, id, 1, false, 1 from wallet_addresses where address = $3
     on conflict do nothing`,
    [PLACE.txid, PLACE.outputIndex, address],
  );
  const own: OwnNode = {
    node: {
      tip: async () => `a block with ${here}`,
      unspent: async (inputs) =>
        inputs.map(({ txid, outputIndex }) =>
          txid === PLACE.txid && outputIndex === PLACE.outputIndex ? { units: here, address } : undefined,
        ),
      transaction: async () => undefined,
    },
    async cover() {
      const { rows } = await app.owner.query<{ units: string }>(
        `select coalesce(sum(balance_units), 0) as units
         from ledger_accounts
         where kind in ('user', 'trade') and currency = 'BTC'`,
      );
      here = BigInt(rows[0]?.units ?? 0) + SURPLUS;
    },
    planOf: ({ units, feeUnits, to }) => ({
      chain: "bitcoin",
      inputs: [{ ...PLACE, units: String(here), path: PATH }],
      outputs: [
        { address: to, units: String(units) },
        { address: addressOf(keys, "bitcoin", CHANGE), units: String(here - units - feeUnits), path: CHANGE },
      ],
    }),
  };
  await own.cover();
  return own;
}
