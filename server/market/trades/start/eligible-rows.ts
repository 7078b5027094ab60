/** "Can I take this" as a condition on the offers of a list. */
import { type Fragment, joinFragments, json, sql } from "../../../platform/postgres/db.ts";
import { isPaidTo, leastAmount, opensFor, takesAmount } from "../../offers/index.ts";
import { CASH_METHODS, type Eligibility, type UnitsByFiat } from "./eligibility.ts";
import { ownerLeaves } from "./limit-rows.ts";

/** The bounds of a sum that the reader wants to trade, as expressions of fiat units. */
export type SumBounds = { readonly min?: Fragment | undefined; readonly max?: Fragment | undefined };

/** As a condition on the offers of a list: a start with an amount of the offer's, within these bounds, is not refused. */
export function eligible(
  { reader, isClosed, most, mostCash, paidIn, owners, unitsPerCent }: Eligibility,
  { min, max }: SumBounds,
): Fragment {
  if (isClosed) return sql`false`;
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
