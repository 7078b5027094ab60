/** The SQL of telephone numbers. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { CodeChannel } from "../../platform/outside/providers/code-carrier.ts";

export type PhoneRow = {
  readonly number_sealed: Uint8Array | null;
  readonly calling_code: string | null;
  readonly confirmed_at: Date | null;
  readonly code_expires_at: Date | null;
  readonly tries_left: number;
  readonly blocked_until: Date | null;
};

export async function findPhone(tx: ReadTx, userId: bigint): Promise<PhoneRow | undefined> {
  const [row] = await tx.rows<PhoneRow>`
    select number_sealed, calling_code, confirmed_at, code_expires_at, tries_left, blocked_until
    from phones
    where user_id = ${userId}`;
  return row;
}

export type LastMessage = {
  readonly channel: CodeChannel;
  readonly state: "waiting" | "sent" | "failed" | "right" | "settled";
  readonly error_code: number | null;
  readonly made_at: Date;
};

export async function lastMessage(tx: ReadTx, userId: bigint): Promise<LastMessage | undefined> {
  const [row] = await tx.rows<LastMessage>`
    select channel, state, error_code, made_at
    from phone_messages
    where user_id = ${userId}
    order by id desc
    limit 1`;
  return row;
}

/** Whether a worker that sends was there a moment ago. */
export async function hasCarrier(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows`
    select
    from phone_carrier
    where seen_at > ${tx.now}::timestamptz - interval '5 minutes'`;
  return rows.length > 0;
}

export type NewCode = {
  readonly userId: bigint;
  readonly numberSealed: Uint8Array;
  readonly numberIndex: Uint8Array;
  readonly country: string;
  readonly callingCode: string;
  readonly hint: string;
  readonly channel: CodeChannel;
  readonly codeMark: Uint8Array;
  readonly codeSealed: Uint8Array;
  readonly network: string;
};

/** 'sent', 'confirmed', 'off', 'limit:<time>' or 'blocked:<time>'. One at a time in the market. */
export async function askPhoneCode(tx: Tx, code: NewCode): Promise<string> {
  const [row] = await tx.rows<{ outcome: string }>`
    select ask_phone_code(
      ${code.userId}, ${code.numberSealed}, ${code.numberIndex}, ${code.country}, ${code.callingCode}, ${code.hint},
      ${code.channel}, ${code.codeMark}, ${code.codeSealed}, ${code.network}) as outcome`;
  return row?.outcome ?? "off";
}

/** 'confirmed', 'wrong:<tries left>', 'blocked:<time>', 'expired' or 'taken'. */
export async function tryPhoneCode(
  tx: Tx,
  { userId, codeMark }: Pick<NewCode, "userId" | "codeMark">,
): Promise<string> {
  const [row] = await tx.rows<{ outcome: string }>`select try_phone_code(${userId}, ${codeMark}) as outcome`;
  return row?.outcome ?? "expired";
}

/** none: there was no number. factor: codes by text are on, which need it. */
export async function removePhone(tx: Tx, userId: bigint): Promise<"done" | "none" | "factor"> {
  const [row] = await tx.rows<{ outcome: "done" | "none" | "factor" }>`select reset_phone(${userId}) as outcome`;
  return row?.outcome ?? "none";
}

export type Numbered = { readonly user_id: bigint; readonly external_id: string; readonly number_sealed: Uint8Array };

/** Numbers that were sealed with another version of the secret. */
export function lockNumbersBefore(tx: Tx, { version, limit }: { version: number; limit: number }): Promise<Numbered[]> {
  return tx.rows<Numbered>`
    select phones.user_id, users.external_id, phones.number_sealed
    from phones
    join users on users.id = phones.user_id
    where get_byte(phones.number_sealed, 0) <> ${version}
    order by phones.user_id
    limit ${limit}
    for no key update of phones`;
}

/** Confirmed numbers whose kind of line nobody has named; each is one transaction's. */
export function unnamedLines(tx: Tx, limit: number): Promise<Numbered[]> {
  return tx.rows<Numbered>`
    select phones.user_id, users.external_id, phones.number_sealed
    from phones
    join users on users.id = phones.user_id
    where phones.confirmed_at is not null and phones.line_type is null
    order by phones.user_id
    limit ${limit}
    for no key update of phones skip locked`;
}

export async function putLineTypes(
  tx: Tx,
  named: readonly { readonly userId: bigint; readonly lineType: string }[],
): Promise<void> {
  await tx.rows`
    update phones
    set line_type = named.line_type
    from unnest(${named.map(({ userId }) => userId)}::bigint[], ${named.map(({ lineType }) => lineType)}::text[])
      as named (user_id, line_type)
    where phones.user_id = named.user_id`;
}

export type Anew = { readonly userId: bigint; readonly numberSealed: Uint8Array; readonly numberIndex: Uint8Array };

/** Codes that are on their way end: they were marked with the previous secret. */
export async function putNumbersAnew(tx: Tx, anew: readonly Anew[]): Promise<void> {
  const users = anew.map(({ userId }) => userId);
  const marks = anew.map(({ numberIndex }) => numberIndex);
  await tx.rows`
    update phone_messages
    set number_index = anew.mark, code_sealed = null
    from unnest(${users}::bigint[], ${marks}::bytea[]) as anew (user_id, mark)
    join phones on phones.user_id = anew.user_id
    where phone_messages.number_index = phones.number_index`;
  await tx.rows`
    update phones
    set number_sealed = anew.sealed, number_index = anew.mark, code_mark = null, code_expires_at = null
    from unnest(${users}::bigint[], ${anew.map(({ numberSealed }) => numberSealed)}::bytea[], ${marks}::bytea[])
      as anew (user_id, sealed, mark)
    where phones.user_id = anew.user_id`;
}

/** By their own choice, with what else they confirm by. */
export async function wantsNoTexts(tx: ReadTx, userId: bigint): Promise<boolean> {
  const [row] = await tx.rows<{ is_chosen: boolean }>`
    select texts_stopped(${userId}) is not distinct from 'texts_off' as is_chosen`;
  return row?.is_chosen ?? false;
}
