/** The SQL of exchanging the secret that numbers are sealed with: as the owner of the tables. */
import type { Tx } from "../../platform/postgres/db.ts";
import type { SealedPin } from "./pin-rows.ts";

export async function dropLookUps(tx: Tx): Promise<void> {
  await tx.rows`delete from top_up_lookups`;
}

type SealedPhone = { quote_id: bigint; user_id: bigint; phone_sealed: Buffer };

export function lockPhonesBefore(
  tx: Tx,
  { version, limit }: { version: number; limit: number },
): Promise<SealedPhone[]> {
  return tx.rows<SealedPhone>`
    select quote_id, user_id, phone_sealed
    from top_ups
    where length(phone_sealed) > 0 and get_byte(phone_sealed, 0) <> ${version}
    order by quote_id
    limit ${limit}
    for no key update`;
}

type Anew = { readonly quoteId: bigint; readonly sealed: Buffer; readonly mark: Buffer };

export async function putPhonesAnew(tx: Tx, anew: readonly Anew[]): Promise<void> {
  await tx.rows`
    update top_ups known
    set phone_sealed = anew.sealed, phone_index = anew.mark
    from unnest(
      ${anew.map(({ quoteId }) => quoteId)}::bigint[], ${anew.map(({ sealed }) => sealed)}::bytea[],
      ${anew.map(({ mark }) => mark)}::bytea[]) as anew (quote_id, sealed, mark)
    where known.quote_id = anew.quote_id`;
}

type Bound = { readonly version: number; readonly limit: number };

export function lockPinsBefore(tx: Tx, { version, limit }: Bound): Promise<SealedPin[]> {
  return tx.rows<SealedPin>`
    select quote_id, code_sealed, serial_sealed
    from top_up_pins
    where get_byte(code_sealed, 0) <> ${version}
    order by quote_id
    limit ${limit}
    for no key update`;
}

type Pin = { readonly quoteId: bigint; readonly code: Buffer; readonly serial: Buffer | null; readonly mark: Buffer };

export async function putPinsAnew(tx: Tx, anew: readonly Pin[]): Promise<void> {
  await tx.rows`
    update top_up_pins known
    set code_sealed = anew.code, serial_sealed = anew.serial, mark = anew.mark
    from unnest(
      ${anew.map(({ quoteId }) => quoteId)}::bigint[], ${anew.map(({ code }) => code)}::bytea[],
      ${anew.map(({ serial }) => serial)}::bytea[], ${anew.map(({ mark }) => mark)}::bytea[]) as anew (quote_id, code, serial, mark)
    where known.quote_id = anew.quote_id`;
}

export function lockOwnPinsBefore(
  tx: Tx,
  { version, limit }: Bound,
): Promise<{ reference: string; code_sealed: Buffer }[]> {
  return tx.rows<{ reference: string; code_sealed: Buffer }>`
    select reference::text as reference, code_sealed
    from house_telco_pins
    where get_byte(code_sealed, 0) <> ${version}
    order by reference
    limit ${limit}
    for no key update`;
}

type OwnPin = { readonly reference: string; readonly code: Buffer; readonly mark: Buffer };

export async function putOwnPinsAnew(tx: Tx, anew: readonly OwnPin[]): Promise<void> {
  await tx.rows`
    update house_telco_pins known
    set code_sealed = anew.code, mark = anew.mark
    from unnest(
      ${anew.map(({ reference }) => reference)}::uuid[], ${anew.map(({ code }) => code)}::bytea[], ${anew.map(({ mark }) => mark)}::bytea[])
      as anew (reference, code, mark)
    where known.reference = anew.reference`;
}

export function lockRulesBefore(
  tx: Tx,
  { version, limit }: Bound,
): Promise<{ id: bigint; user_id: bigint; phone_sealed: Buffer }[]> {
  return tx.rows<{ id: bigint; user_id: bigint; phone_sealed: Buffer }>`
    select id, user_id, phone_sealed
    from top_up_rules
    where length(phone_sealed) > 0 and get_byte(phone_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

type Rule = { readonly id: bigint; readonly sealed: Buffer; readonly mark: Buffer };

export async function putRulesAnew(tx: Tx, anew: readonly Rule[]): Promise<void> {
  await tx.rows`
    update top_up_rules known
    set phone_sealed = anew.sealed, phone_index = anew.mark
    from unnest(
      ${anew.map(({ id }) => id)}::bigint[], ${anew.map(({ sealed }) => sealed)}::bytea[],
      ${anew.map(({ mark }) => mark)}::bytea[]) as anew (id, sealed, mark)
    where known.id = anew.id`;
}
