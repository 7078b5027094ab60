/** The rules of may-open-trade as conditions on the offers of a list, which has active offers only; each names the offers that it leaves out. */
import { type Fragment, joinFragments, sql } from "../../../platform/postgres/db.ts";

/** Every offer. */
export const ALL: Fragment = sql`true`;

/** None of these conditions; `true` leaves out all offers. */
export function noneOf(conditions: readonly (Fragment | true)[]): Fragment {
  if (conditions.includes(true)) return sql`false`;
  return joinFragments(
    conditions.map((condition) => sql`(${condition}) is not true`),
    " and ",
  );
}

export const LEFT_OUT = {
  ofOwners: (ids: readonly bigint[]) => sql`offers.owner_id = any (${ids}::bigint[])`,
  ofDemo: (isDemo: boolean) => sql`(select is_demo from users where users.id = offers.owner_id) <> ${isDemo}`,
  closedTo: (countryIso: string) => sql`not ${opensTo(countryIso)}`,
  ofOtherCurrency: (fiat: string | null | undefined) =>
    sql`offers.matches_country and offers.fiat is distinct from ${fiat ?? null}::text`,
  forVerified: () => sql`offers.requires_verified_id`,
  forTrusted: (by: readonly bigint[]) => sql`offers.trusted_only and offers.owner_id <> all (${by}::bigint[])`,
  closedToAnonymizers: () => sql`offers.blocks_anonymizers`,
  forNamed: (to: readonly bigint[]) => sql`offers.requires_full_name and offers.owner_id <> all (${to}::bigint[])`,
  forExperienced: (pastTrades: number) => sql`offers.min_past_trades > ${pastTrades}`,
  offDuty: (now: Date) =>
    sql`offers.duty_hours <> '[]' and not is_on_duty(offers.duty_hours, offers.timezone, ${now}::timestamptz)`,
} as const;

/** By the offer's own rule of countries. */
export const opensTo = (countryIso: string): Fragment => opensToColumn(sql`${countryIso}`);

/** The same for the country in an expression. */
export function opensToColumn(countryIso: Fragment): Fragment {
  return sql`(offers.country_rule = 'none'
    or (offers.country_rule = 'allowed') = (${countryIso} = any (offers.countries)))`;
}

/** The least amount of an offer from that sum on, in fiat units; null where none of its amounts is so large. */
export function leastAmount(min: Fragment | undefined): Fragment {
  if (!min) return sql`offers.min_units`;
  return sql`(case offers.amount_type
    when 'min_max' then greatest(offers.min_units, ${min})
    else (select min(one) from unnest(offers.predefined_units) as one where one >= ${min})
  end)`;
}

/** amountRefusalsOf for that amount: the sum for a first trade, and what is left of the cap. */
export function takesAmount(leastUnits: Fragment, { pastTrades }: { readonly pastTrades: number }): Fragment {
  const first = sql`and (offers.new_buyer_max_units is null or offers.new_buyer_max_units >= ${leastUnits})`;
  return sql`(not offers.cap_active or offers.cap_units - offers.cap_used_units >= ${leastUnits})
    ${pastTrades === 0 ? first : sql``}`;
}

/** A start that names a bank account of the taker can name one: in the offer's currency, and in the taker's own name where it must be. */
export function isPaidTo({ any, own }: { readonly any: readonly string[]; readonly own: readonly string[] }): Fragment {
  return sql`(offers.flow_type <> 'bt-auto' or offers.side <> 'buy'
    or offers.fiat = any (case when offers.no_third_parties then ${own}::text[] else ${any}::text[] end))`;
}
