/**
 * Whether the coins that are ours cover what users and trades are owed, by the signer's own look at its own nodes. Who
 * follows the chains says what came; this is why a follower that lies cannot have what never came sent out.
 */
import { CHAIN_OF, type ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { NodeSilent } from "../../platform/outside/chains/bitcoin-node.ts";
import { type ColdAccount, type PaymentPlan, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { type BitcoinCoins, openBitcoinCoins, type OwnBitcoinNode } from "../signing/bitcoin-coins.ts";
import type { CoinSource } from "../factors/counting.ts";
import { owedAndHeld } from "./coverage-rows.ts";
import { openEthereumCoins, type OwnEthereumNode } from "../signing/ethereum-coins.ts";
import type { Keys } from "../addresses/own-addresses.ts";
import type { SignedJournal } from "../signing/signed/journal.ts";

export type Coverage = {
  /** Refuses signer.not_covered and signer.no_coin; a node that gives no answer is a thrown NodeSilent. */
  assertCovered(plan: PaymentPlan, currency: CryptoCode): Promise<void>;
};

type Ports = {
  readonly db: Db;
  readonly journal: Pick<SignedJournal, "all">;
  readonly keys: Keys;
  /** Counts too: it is ours, though nothing here can move it. */
  readonly cold?: ColdAccount;
  readonly token: string;
  /** Of the signer's own; absent where there is no such chain. */
  readonly nodes: { readonly bitcoin?: OwnBitcoinNode | undefined; readonly ethereum?: OwnEthereumNode | undefined };
};

export function openCoverage({ db, journal, keys, cold = {}, token, nodes }: Ports): Coverage {
  const bitcoin = nodes.bitcoin && openBitcoinCoins({ db, node: nodes.bitcoin, keys, cold, journal });
  const ethereum = nodes.ethereum && openEthereumCoins({ db, node: nodes.ethereum, keys, cold, journal, token });
  const sources: Readonly<Record<ChainName, readonly (CoinSource | undefined)[]>> = {
    bitcoin: [bitcoin],
    ethereum: [ethereum],
  };
  const openSendOuts = followSendOuts(journal);
  return {
    async assertCovered(plan, currency) {
      if (plan.chain === "bitcoin") await there(bitcoin).assertThere(plan);
      const mine = openSendOuts.of(currency);
      const { owedUnits, held } = await db.read((tx) => owedAndHeld(tx, { currency, sendOuts: mine }));
      openSendOuts.keep(currency, held);
      let units = 0n;
      for (const source of sources[CHAIN_OF[currency]]) {
        units += await there(source).count({ currency, held, enoughUnits: owedUnits - units });
        if (units >= owedUnits) return;
      }
      throw new SignerRefusal("signer.not_covered", `${units} of ${currency} are there, ${owedUnits} are owed`);
    },
  };
}

function there<T extends CoinSource | BitcoinCoins>(source: T | undefined): T {
  if (!source) throw new NodeSilent("the signer has no node of its own for this coin");
  return source;
}

/** The send-outs of the journal that had not ended in the ledger at the last check; an end is final. */
function followSendOuts(journal: Pick<SignedJournal, "all">) {
  let read = 0;
  const open = new Map<string, Set<string>>();
  return {
    of(currency: CryptoCode): readonly string[] {
      const entries = journal.all();
      for (; read < entries.length; read++) {
        const entry = entries[read];
        if (!entry?.payment.startsWith("send_out:")) continue;
        const mine = open.get(entry.currency) ?? new Set();
        open.set(entry.currency, mine.add(entry.payment.slice("send_out:".length)));
      }
      return [...(open.get(currency) ?? [])];
    },
    keep(currency: CryptoCode, held: ReadonlyMap<string, bigint>): void {
      open.set(currency, new Set(held.keys()));
    },
  };
}
