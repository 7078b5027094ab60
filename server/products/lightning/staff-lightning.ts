/** The node and the books for administrators. */
import { LIGHTNING_HALTS } from "#contract/products/lightning/names.ts";
import type { NodeChannel, StaffLightning } from "#contract/staff/lightning.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { accountOf, balanceOf } from "../../money/ledger/index.ts";
import { nodeBooks, nodeHalts, type NodeBooks } from "./staff-rows.ts";
import { shownBitcoin } from "./view.ts";

export async function viewStaffLightning(tx: ReadTx): Promise<StaffLightning> {
  const [seen, halts, fees] = await Promise.all([
    nodeBooks(tx),
    nodeHalts(tx, LIGHTNING_HALTS),
    balanceOf(tx, accountOf.house("BTC", "fees_lightning")),
  ]);
  return {
    node: seen ? nodeOf(seen) : null,
    books: seen ? booksOf(seen, fees) : null,
    halts: LIGHTNING_HALTS.map((name) => {
      const standing = halts.find((one) => one.name === name);
      return { name, reason: standing?.reason ?? null, since: standing?.since.toISOString() ?? null };
    }),
  };
}

function nodeOf(seen: NodeBooks): NonNullable<StaffLightning["node"]> {
  return {
    id: seen.node_id,
    seenAt: seen.seen_at.toISOString(),
    isHere: seen.is_here,
    local: shownMsat(seen.local_msat),
    remote: shownMsat(seen.remote_msat),
    inFlight: shownMsat(seen.in_flight_msat),
    closing: shownMsat(seen.closing_msat),
    canSend: shownMsat(seen.payable_msat),
    canReceive: shownMsat(seen.receivable_msat),
    channels: seen.channel_list.map(
      (one): NodeChannel => ({
        ...{ point: one.point, partner: one.partner, state: one.state },
        capacity: shownMsat(BigInt(one.capacityMsat)),
        local: shownMsat(BigInt(one.localMsat)),
        remote: shownMsat(BigInt(one.remoteMsat)),
      }),
    ),
  };
}

function booksOf(seen: NodeBooks, fees: bigint): NonNullable<StaffLightning["books"]> {
  const { own_msat: own, base_msat: expected, in_flight_units: leaving } = seen;
  const missing = expected - own;
  return {
    owed: shownBitcoin(seen.owed_units),
    held: shownBitcoin(leaving),
    waiting: shownBitcoin(seen.waiting_units),
    own: shownMsat(own),
    expected: shownMsat(expected),
    missing: shownMsat(missing > SLACK_MSAT ? missing : 0n),
    fees: shownBitcoin(fees),
    acceptable: own / 1000n === expected / 1000n ? null : String(own / 1000n),
  };
}

/** As L1 has it. */
const SLACK_MSAT = 1_000_000n;

const shownMsat = (msat: bigint) => shownBitcoin(msat / 1000n);
