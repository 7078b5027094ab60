/** The bitcoin that is ours, counted at a node of the signer's own; the tables only say where to look. */
import type { Db } from "../../platform/postgres/db.ts";
import {
  type BitcoinCoin,
  type BitcoinInput,
  type BitcoinNode,
  NodeSilent,
} from "../../platform/outside/chains/bitcoin-node.ts";
import type { BitcoinChain } from "../../platform/outside/chains/chain-keys.ts";
import { openColdAccount } from "../../platform/outside/chains/cold/account.ts";
import { type BitcoinPlan, type ColdAccount, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import type { CoinSource, Counting } from "../factors/counting.ts";
import {
  type CoinHint,
  coinHints,
  type ColdHint,
  coldHints,
  type TakenBack,
  takenBack,
} from "../records/coverage-rows.ts";
import { addressOf, type Keys, openOwnAddresses } from "../addresses/own-addresses.ts";
import { followBitcoin, placeOf, type SignedBitcoin, type SignedBitcoins } from "./signed/bitcoin.ts";
import type { SignedJournal } from "./signed/journal.ts";

export type OwnBitcoinNode = Pick<BitcoinNode, "tip" | "unspent" | "transaction">;

type Ports = {
  readonly db: Db;
  readonly node: OwnBitcoinNode;
  readonly keys: Keys;
  readonly cold?: ColdAccount;
  readonly journal: Pick<SignedJournal, "all">;
};

const AT_ONCE = 1000;
const TRIES = 3;

export type BitcoinCoins = CoinSource & {
  /** Throws signer.no_coin for an input that neither is there, as the plan says, nor comes from a payment of ours. */
  assertThere(plan: BitcoinPlan): Promise<void>;
};

export function openBitcoinCoins({ db, node, keys, cold = {}, journal }: Ports): BitcoinCoins {
  const follow = followBitcoin(journal, keys.bitcoinChain);
  const coldPlaces = openColdPlaces(cold, keys.bitcoinChain);
  const isOurs = openOwnAddresses(keys);
  const look = openLook(node);
  return {
    assertThere: (plan) =>
      look.atOneTip(async () => {
        const signed = follow();
        await look.up(plan.inputs.map(placeOf));
        for (const input of plan.inputs) {
          const coin = look.at(placeOf(input)) ?? (await changeToCome(placeOf(input), signed, look));
          const isAsPlanned = coin?.units === BigInt(input.units);
          if (!isAsPlanned || coin.address !== addressOf(keys, "bitcoin", input.path))
            throw new SignerRefusal("signer.no_coin", "the signer's own node does not have a coin that this spends");
        }
      }),
    count: (counting) =>
      look.atOneTip(async () => {
        const signed = follow();
        const open = [...counting.held.keys()].flatMap((hash) => signed.bySendOut(hash) ?? []);
        const spentBy = open.map(({ txid }) => txid);
        const [hints, back, inCold] = await db.read(async (tx) => [
          await coinHints(tx, spentBy),
          await takenBack(tx, "bitcoin", "BTC"),
          await coldHints(tx),
        ]);
        const gone = await goneUnits(node, open, counting);
        const owed = await unitsTakenBack(node, look, back);
        const hot = [...hints.filter(isRightly(isOurs)).map(wantedOf), ...changePlaces(open)];
        const places = [...hot, ...coldPlaces(inCold, signed)];
        return gone - owed + (await sumOf({ places, signed, look, counting, without: gone - owed }));
      }),
  };
}

/** The address of an output, and its user. */
type Wanted = { readonly place: string; readonly address: string | undefined };

const wantedOf = ({ txid, output_index, address }: CoinHint): Wanted => ({
  place: placeOf({ txid, outputIndex: output_index }),
  address,
});

/** One output has one name only: in small letters. */
const isNamed = ({ txid }: { readonly txid: string }) => /^[0-9a-f]{64}$/.test(txid);

const isRightly = (isOurs: (hint: CoinHint) => boolean) => (hint: CoinHint) => isNamed(hint) && isOurs(hint);

/**
 * What lies in the account that the signer's settings name, at the addresses that it derives; and what the signer itself
 * moved there, and brought back by the same payment, before the follower has seen it.
 */
function openColdPlaces({ bitcoin }: ColdAccount, chain: BitcoinChain) {
  const account = bitcoin === undefined ? undefined : openColdAccount(bitcoin, chain);
  return (hints: readonly ColdHint[], signed: SignedBitcoins): Wanted[] => [
    ...changePlaces(signed.coldMoves()),
    ...hints.flatMap((hint) =>
      account && isNamed(hint)
        ? [
            {
              place: placeOf({ txid: hint.txid, outputIndex: hint.output_index }),
              address: account.addressAt({ branch: hint.branch, index: hint.path_index }).address,
            },
          ]
        : [],
    ),
  ];
}

/** What our own payments bring back is ours before the follower has seen it. */
const changePlaces = (payments: readonly SignedBitcoin[]): Wanted[] =>
  payments.flatMap(({ change }) => [...change].map(([place, { address }]) => ({ place, address })));

type Look = ReturnType<typeof openLook>;

/** What the node has in its blocks, kept until there is another block. */
function openLook(node: OwnBitcoinNode) {
  const nothing = (tip: string) => ({
    tip,
    coins: new Map<string, BitcoinCoin | undefined>(),
    minable: new Map<SignedBitcoin, Promise<bigint | undefined>>(),
  });
  let seen = nothing("");
  return {
    /** By payment, what goes into it if it can be mined. */
    minable: () => seen.minable,
    at: (place: string) => seen.coins.get(place),
    async up(places: readonly string[]): Promise<void> {
      const unknown = [...new Set(places)].filter((place) => !seen.coins.has(place));
      const found = unknown.length > 0 ? await node.unspent(unknown.map(inputAt)) : [];
      unknown.forEach((place, position) => void seen.coins.set(place, found[position]));
    },
    /** Done again when a block came in between. Throws NodeSilent when they come too fast. */
    async atOneTip<T>(work: () => Promise<T>): Promise<T> {
      for (let tries = 0; tries < TRIES; tries++) {
        const tip = await node.tip();
        if (seen.tip !== tip) seen = nothing(tip);
        const result = await work();
        if ((await node.tip()) === tip) return result;
      }
      throw new NodeSilent("blocks come faster than coins are counted");
    },
  };
}

function inputAt(place: string): BitcoinInput {
  const [txid = "", index] = place.split(":");
  return { txid, outputIndex: Number(index) };
}

/** For send-outs in a block whose sums the ledger still holds. */
async function goneUnits(
  node: OwnBitcoinNode,
  open: readonly SignedBitcoin[],
  { held }: Pick<Counting, "held">,
): Promise<bigint> {
  const mined = await Promise.all(open.map(async ({ txid }) => isMined(node, txid)));
  return open.reduce((sum, { sendOut }, place) => sum + (mined[place] ? (held.get(sendOut) ?? 0n) : 0n), 0n);
}

async function isMined(node: OwnBitcoinNode, txid: string): Promise<boolean> {
  return ((await node.transaction(txid))?.confirmations ?? 0) > 0;
}

/** Owed still: taken back in the ledger, in a block all the same, and spent by us. What is unspent is not counted as ours. */
async function unitsTakenBack(node: OwnBitcoinNode, look: Look, back: readonly TakenBack[]): Promise<bigint> {
  const places = back.map(({ txid, output_index }) => placeOf({ txid, outputIndex: output_index }));
  await look.up(places);
  let sum = 0n;
  for (const [position, { txid, units }] of back.entries())
    if (!look.at(places[position] ?? "") && (await isMined(node, txid))) sum += units;
  return sum;
}

type Summing = {
  readonly places: readonly Wanted[];
  readonly signed: SignedBitcoins;
  readonly look: Look;
  readonly counting: Counting;
  /** What was counted before. */
  readonly without: bigint;
};

/** The coins at these places, each once and until it is enough, less what is signed and may leave although the ledger says it left or came back. */
async function sumOf({ places, signed, look, counting, without }: Summing): Promise<bigint> {
  const counted = new Set<string>();
  const seen = new Set<SignedBitcoin>();
  let sum = 0n;
  for (let first = 0; first < places.length; first += AT_ONCE) {
    const some = places.slice(first, first + AT_ONCE);
    await look.up(some.map(({ place }) => place));
    const spenders: SignedBitcoin[] = [];
    for (const { place, address } of some) {
      const coin = look.at(place);
      if (!coin || coin.address !== address || counted.has(place)) continue;
      counted.add(place);
      sum += coin.units;
      spenders.push(...signed.spendersOf(place));
    }
    sum -= await leavingUnits(spenders, { signed, look, counting, seen });
    if (without + sum >= counting.enoughUnits) break;
  }
  return sum;
}

type Leaving = Pick<Summing, "signed" | "look" | "counting"> & { readonly seen: Set<SignedBitcoin> };

/** Of payments that spend what is unspent, and of those that spend their change: each is looked at once. */
async function leavingUnits(spenders: readonly SignedBitcoin[], at: Leaving): Promise<bigint> {
  const queue = [...spenders];
  let sum = 0n;
  for (let payment = queue.shift(); payment; payment = queue.shift()) {
    if (at.seen.has(payment)) continue;
    at.seen.add(payment);
    const inputUnits = await minableUnits(payment, at.signed, at.look);
    if (inputUnits === undefined) continue;
    if (!at.counting.held.has(payment.sendOut)) sum += inputUnits - changeUnits(payment);
    for (const place of payment.change.keys()) queue.push(...at.signed.spendersOf(place));
  }
  return sum;
}

const changeUnits = ({ change }: SignedBitcoin) => [...change.values()].reduce((sum, { units }) => sum + units, 0n);

/** What goes into a payment that can be mined; undefined when it cannot, because it is mined or something of it is gone. */
function minableUnits(payment: SignedBitcoin, signed: SignedBitcoins, look: Look): Promise<bigint | undefined> {
  const known = look.minable().get(payment) ?? sumOfInputs(payment, signed, look);
  look.minable().set(payment, known);
  return known;
}

async function sumOfInputs(payment: SignedBitcoin, signed: SignedBitcoins, look: Look): Promise<bigint | undefined> {
  await look.up(payment.inputs);
  let sum = 0n;
  for (const place of payment.inputs) {
    const coin = look.at(place) ?? (await changeToCome(place, signed, look));
    if (!coin) return undefined;
    sum += coin.units;
  }
  return sum;
}

/** Change of a payment of ours that can be mined. */
async function changeToCome(place: string, signed: SignedBitcoins, look: Look): Promise<BitcoinCoin | undefined> {
  const maker = signed.byTxid(inputAt(place).txid);
  const coin = maker?.change.get(place);
  return maker && coin && (await minableUnits(maker, signed, look)) !== undefined ? coin : undefined;
}
