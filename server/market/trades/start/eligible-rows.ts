/** "Can I take this" as a condition on the offers of a list. */
import { type Fragment, joinFragments, json, sql } from "../../../platform/postgres/db.ts";
import { ALL, type Barrier, barriersFor, isPaidTo, leastAmount, opensFor, takesAmount } from "../../offers/index.ts";
import { CASH_METHODS, type Eligibility, type UnitsByFiat } from "./eligibility.ts";
import { ownerLeaves } from "./limit-rows.ts";

/** The bounds of a sum that the reader wants to trade, as expressions of fiat units. */
export type SumBounds = { readonly min?: Fragment | undefined; readonly max?: Fragment | undefined };

/** As a condition on the offers of a list: a start with an amount of the offer's, within these bounds, is not refused. */
export function eligible(
  { reader, closedBy, most, mostCash, paidIn, owners, unitsPerCent }: Eligibility,
  { min, max }: SumBounds,
): Fragment {
  if (closedBy) return sql`false`;
  const least = leastAmount(min);
  const within = (units: UnitsByFiat) => sql`${least} <= (${json(units)}::jsonb ->> offers.fiat)::numeric`;
  return joinFragments(
    [
      opensFor(reader),
      takesAmount(least, reader),
      ...(max ? [sql`${least} <= ${max}`] : []),
      ...(most ? [within(most)] : []),
      ...(mostCash
        ? [sql`(offers.method_id <> all (${CASH_METHODS.map(({ id }) => id)}) or ${within(mostCash)})`]
        : []),
      ...(paidIn ? [isPaidTo(paidIn)] : []),
      ownerLeaves(least, { limits: owners, unitsPerCent, at: reader.now }),
    ],
    " and ",
  );
}

/** The same conditions one by one, each with why it leaves offers out; an offer is eligible if none does. */
export function barriers(eligibility: Eligibility, sums: SumBounds): Barrier[] {
  const { reader, closedBy, most, mostCash, paidIn, owners, unitsPerCent } = eligibility;
  if (closedBy) return [{ code: closedBy, hides: ALL }];
  const least = leastAmount(sums.min);
  const above = (units: UnitsByFiat) => sql`(${least} <= (${json(units)}::jsonb ->> offers.fiat)::numeric) is not true`;
  const when = (isAsked: boolean, code: Barrier["code"], hides: () => Fragment) =>
    isAsked ? [{ code, hides: hides() }] : [];
  return [
    ...barriersFor(reader),
    {
      code: reader.pastTrades === 0 ? "offer.new_buyer_limit" : "offer.cap_used",
      hides: sql`(${takesAmount(least, reader)}) is not true`,
    },
    ...when(
      mostCash !== undefined,
      "offer.id_and_address",
      () => sql`offers.method_id = any (${CASH_METHODS.map(({ id }) => id)}) and ${above(mostCash ?? {})}`,
    ),
    ...when(most !== undefined, "max_per_trade_limit", () => above(most ?? {})),
    ...when(paidIn !== undefined, "payment_account.needed", () => sql`not ${isPaidTo(paidIn ?? { any: [], own: [] })}`),
    {
      code: "trade.owner_limit",
      hides: sql`(${ownerLeaves(least, { limits: owners, unitsPerCent, at: reader.now })}) is not true`,
    },
    // What is left: no amount of the offer fits.
    { code: "trade.amount_not_offered", hides: sql`(${eligible(eligibility, sums)}) is not true` },
  ];
}
