/** Steps on the chain of a random market: strangers pay, blocks arrive, and two jobs of the market follow and pay. */
import assert from "node:assert/strict";
import { count, type Run } from "../asking.ts";
import { NodeSilent } from "../../../server/platform/outside/chains/bitcoin-node.ts";
import type { World } from "../chain.ts";
import { freshRates, type Place } from "../offers/place.ts";
import type { Away, Command, Model, ModelDeposit, WalletCommand } from "../types.ts";

type OfChain = Exclude<WalletCommand, { readonly kind: "send" | "take back" }>;

/** Steps that no user requests. */
export async function actOnChain(place: Place, command: OfChain): Promise<void> {
  const { world } = place.market;
  switch (command.kind) {
    case "deposit": {
      const address = place.addresses[command.owner];
      place.deposits.push(world.bitcoin.pay([{ address, units: command.units }]));
      return;
    }
    case "mine":
      return world.bitcoin.mine(command.blocks);
    case "reorganise": {
      const lost = command.lost.map((index) => place.deposits[index] ?? "");
      world.bitcoin.cut(world.bitcoin.height() - command.depth + 1, { drop: lost });
      return world.bitcoin.mine(command.depth + 1, command.isEmpty ? { only: [] } : {});
    }
    case "pay":
      return world.runJob("pay-bitcoin");
    case "away":
      return leave(world, command.who);
    case "back":
      Object.assign(world.signer, { isSilent: false });
      if (!world.bitcoin.mood.isSilent) return;
      world.bitcoin.mood.isSilent = false;
      await freshRates(place);
      return world.runJob("scan-bitcoin");
    default:
      world.bitcoin.said.feeRate = command.feePerKvb;
      await freshRates(place);
      return world.runJob("scan-bitcoin");
  }
}

/** A node that does not answer closes deposits and send-outs at the next look. */
async function leave(world: World, who: Away): Promise<void> {
  if (who === "signer") {
    world.signer.isSilent = true;
    return;
  }
  world.bitcoin.mood.isSilent = true;
  await assert.rejects(world.runJob("scan-bitcoin"), NodeSilent);
}

const DEEPEST = 3;
/** Where it takes back what is spent already, which is rare. */
const DEEPEST_OF_SPENT = 12;

/** A user whose deposit was reversed would owe it. */
export const exposedIn = ({ place, model }: Run): ModelDeposit | undefined =>
  model.deposits.find(
    ({ owner, units, seen, block = 0 }) =>
      seen === "credited" &&
      block > Math.max(model.height - DEEPEST_OF_SPENT, place.firstHeight) &&
      units > (model.available.get(owner) ?? 0n),
  );

/**
 * Another branch with one block more, and the market looks at it. Of the deposits in the blocks that go some are lost, but
 * for those whose coins are spent: what spends them would be lost with them.
 */
export function drawReorganisation(run: Run): Command[] {
  const { place, model, random } = run;
  const { bitcoin } = place.market.world;
  if (model.away.has("node")) return [];
  const exposed = exposedIn(run)?.block;
  const wished = exposed === undefined ? 1 + random.below(DEEPEST) : model.height - exposed + 1;
  const depth = Math.min(wished, model.height - place.firstHeight);
  const fork = model.height - depth;
  const isIn = ({ block }: { readonly block: number | undefined }) => (block ?? 0) > fork;
  if (depth < 1 || ![...model.deposits, ...model.sendings].some(isIn)) return [];
  // Coins of a plan are not spent yet, and would be lost to it.
  const isPlanning = model.sendings.some(({ status, isPlanned }) => status === "pending" && isPlanned);
  const lost = [...(isPlanning ? [] : model.deposits.entries())].flatMap(([index, deposit]) =>
    isIn(deposit) && !bitcoin.isSpent(place.deposits[index] ?? "") && random.below(2) === 0 ? [index] : [],
  );
  const isEmpty = exposed !== undefined || random.below(2) === 0;
  if (lost.some((index) => model.deposits[index]?.seen === "credited")) count(run, "a credited deposit lost");
  return [
    { kind: "reorganise", depth, lost, isEmpty },
    { kind: "scan", feePerKvb: model.feePerKvb },
  ];
}

/**
 * What left by the chain itself: each send-out that the model calls signed once, to its address and in full, and nothing
 * else. What the network took of it is read there.
 */
export function assertPaid({ market, far, txids }: Place, { sendings }: Model): void {
  const paid = market.world.bitcoin.shown(far);
  for (const sending of sendings) {
    if (!["broadcast", "confirming", "completed"].includes(sending.status)) continue;
    const place = paid.findIndex(({ address, units }) => address === sending.address && units === sending.units);
    const [payment] = place < 0 ? [] : paid.splice(place, 1);
    assert.ok(payment, `nothing on the chain pays ${sending.units} to ${sending.address}`);
    assert.ok(
      payment.feeUnits <= sending.fee,
      `the network took ${payment.feeUnits}, and was paid for with ${sending.fee}`,
    );
    sending.network = payment.feeUnits;
    txids.set(sending.quote, payment.txid);
  }
  assert.deepEqual(paid, [], "something left that nobody asked for");
}
