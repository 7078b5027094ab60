/** Virtual cards for administrators. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { PaymentState } from "#contract/products/cards/names.ts";
import type { CardList } from "#contract/products/cards/staff-card-names.ts";
import type { StaffCardLine, StaffCards } from "#contract/products/cards/staff-cards.ts";
import { readSlice } from "../../platform/cursors.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { currentIssuer } from "./issuer.ts";
import * as rows from "./staff-rows.ts";
import { dollars } from "./dollars.ts";

/** Of USDT, in its units: a page of sums has no room for six digits. */
const CENT = 10n ** BigInt(CRYPTO.USDT.digits - 2);

type Query = { readonly show?: CardList | undefined; readonly before?: string | undefined };

export async function viewStaffCards(tx: ReadTx, { show = "disputes", before }: Query): Promise<StaffCards> {
  const from = before === undefined ? null : BigInt(before);
  const found = await readSlice(
    (limit) => rows.staffLines(tx, { show, before: from, limit }),
    ({ row }) => String(row),
  );
  const sums = await rows.staffSums(tx);
  const cards = await rows.cardsByStatus(tx);
  const payments = await rows.paymentsByState(tx);
  const { waiting, unsent, stated_until: statedUntil, ...counts } = await rows.staffCounts(tx);
  return {
    sums: {
      balance: dollars(sums.balance),
      held: dollars(sums.held),
      owed: dollars(sums.owed),
      inventory: dollars(sums.inventory),
      issuer: dollars(sums.issuer),
      inventoryUsdt: displayFromUnits(sums.inventory_usdt / CENT, 2, { pad: true }),
    },
    issuer: currentIssuer().name,
    programEndedAt: sums.ended_at?.toISOString() ?? null,
    cards,
    payments: byState(payments),
    declines: payments.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    counts,
    statedUntil,
    waiting,
    unsent,
    lines: found.rows.map(viewLine),
    next: found.next,
  };
}

function byState(payments: Awaited<ReturnType<typeof rows.paymentsByState>>): StaffCards["payments"] {
  const states = new Map<PaymentState, { count: number; units: bigint }>();
  for (const { state, count, units } of payments) {
    const so = states.get(state) ?? { count: 0, units: 0n };
    states.set(state, { count: so.count + count, units: so.units + units });
  }
  return [...states].map(([state, { count, units }]) => ({ state, count, usd: dollars(units) }));
}

function viewLine(line: rows.StaffLine): StaffCardLine {
  const { row, units, other_units, at, until, ...same } = line;
  return {
    ...same,
    row: String(row),
    usd: units === null ? null : dollars(units),
    otherUsd: other_units === null ? null : dollars(other_units),
    at: at.toISOString(),
    until: until?.toISOString() ?? null,
  };
}
