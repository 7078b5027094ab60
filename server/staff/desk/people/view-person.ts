/** A user whom staff look up: the facts for decisions about the account. */
import { FLAG_NAMES } from "#contract/reference/flag-names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { countDisputes } from "../../../market/disputes/index.ts";
import { perksOf } from "../../../market/offers/index.ts";
import { isPhoneConfirmed } from "../../../people/phones/index.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import { viewStandings } from "../../../compliance/verification/index.ts";
import { findLookedUp, type LookUp, noteLook } from "./look-up.ts";
import { type Asker, restrictionsOf, staffView } from "../../../compliance/restrictions/index.ts";
import { ownFlagRows, personRow } from "./person-rows.ts";

type Asked = Omit<LookUp, "staffId"> & { readonly viewer: Asker };

/** Or the refusal account.not_found. Refuses auth.forbidden, staff.look_ups. */
export async function lookUpPerson(tx: Tx, { viewer, reason, ...asked }: Asked): Promise<StaffPerson | Refusal> {
  const staffId = viewer.userId;
  const userId = await findLookedUp(tx, { staffId, reason, ...asked });
  if (userId instanceof Refusal) return userId;
  const [person, restrictions, facts] = await Promise.all([
    personRow(tx, userId),
    restrictionsOf(tx, userId),
    factsOf(tx, userId),
  ]);
  await noteLook(tx, { staffId, userId, reason });
  return {
    username: person.username,
    level: person.level,
    countryIso: person.country_iso,
    signInCountryIso: person.sign_in_country,
    registeredAt: person.created_at.toISOString(),
    isEmailConfirmed: person.is_email_confirmed,
    isDemo: person.is_demo,
    roles: person.roles,
    badge: person.badge,
    tradesTotal: person.trades_total,
    areTradesClosed: person.are_trades_closed,
    ...facts,
    restrictions: restrictions.map((row) => staffView(row, { viewer, now: tx.now })),
  };
}

type Facts = Pick<StaffPerson, "isPhoneConfirmed" | "disputes" | "verifications" | "flags" | "discounts">;

/** Facts of other modules. */
async function factsOf(tx: ReadTx, userId: bigint): Promise<Facts> {
  const [isConfirmed, disputes, standings, flags, perks] = await Promise.all([
    isPhoneConfirmed(tx, userId),
    countDisputes(tx, userId),
    viewStandings(tx, userId),
    ownFlagRows(tx, userId),
    perksOf(tx, userId),
  ]);
  return {
    isPhoneConfirmed: isConfirmed,
    disputes,
    verifications: standings.map(({ kind, isVerified, isForced, latest }) => ({
      ...{ kind, isVerified, isForced },
      latest: latest?.status ?? null,
    })),
    flags: FLAG_NAMES.flatMap((name) => {
      const own = flags.find((flag) => flag.name === name);
      return own ? [{ name, isOn: own.is_on }] : [];
    }),
    discounts: perks.map(({ method_id, fee_bp, valid_until }) => ({
      method: method_id === 0 ? null : getPaymentMethod(method_id).name,
      fee: decimalText({ units: BigInt(fee_bp), digits: 2 }),
      until: valid_until?.toISOString() ?? null,
    })),
  };
}
