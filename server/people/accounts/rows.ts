/** The SQL of users. */
import type { TourName } from "#contract/people/tours.ts";
import type { NameVisibility } from "#contract/people/name-visibility.ts";
import { sameEmail } from "#contract/people/email-address.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { blindIndex, seal, unseal } from "../../platform/sealed.ts";

export type UserRow = {
  id: bigint;
  external_id: string;
  username: string;
  avatar: string | null;
  username_changes: number;
  email_sealed: Uint8Array;
  email_confirmed_at: Date | null;
  named_at: Date | null;
  level: number;
  first_name_sealed: Uint8Array;
  last_name_sealed: Uint8Array;
  mail_phrase_sealed: Uint8Array | null;
  full_name_visibility: NameVisibility;
  country_iso: string;
  locale: string;
  currency_code: string;
  timezone: string;
  bio: string;
  referral_code: string;
  notify_interval_min: number;
  is_balance_hidden: boolean;
  tours_completed: string[];
  is_demo: boolean;
  registration_group: 1 | 2;
  corporate_since: Date | null;
  company_name_sealed: Uint8Array | null;
  shows_business_name: boolean;
  trading_name: string | null;
  last_seen_at: Date;
  created_at: Date;
};

/** The facts about the viewer on their pages; still sealed. */
export const READER_COLUMNS = sql`
  users.username, users.avatar, users.external_id::text, users.email_sealed, users.first_name_sealed, users.last_name_sealed,
  users.email_confirmed_at, users.named_at, users.country_iso, users.currency_code, users.is_demo, users.is_balance_hidden, users.trades_closed_at`;

export type ReaderRow = Pick<
  UserRow,
  | "username"
  | "avatar"
  | "external_id"
  | "email_sealed"
  | "first_name_sealed"
  | "last_name_sealed"
  | "email_confirmed_at"
  | "named_at"
  | "country_iso"
  | "currency_code"
  | "is_demo"
  | "is_balance_hidden"
> & { readonly trades_closed_at: Date | null };

export type NewUser = {
  externalId: string;
  username: string;
  email: string;
  credential: string | undefined;
  name: { readonly firstName: string; readonly lastName: string; readonly birthDate: string } | undefined;
  countryIso: string;
  locale: string;
  currencyCode: string;
  timezone: string;
  referralCode: string;
  isDemo: boolean;
  emailConfirmed: boolean;
  bio: string;
  nameVisibility: NameVisibility;
};

export function emailMark(email: string): Buffer {
  return blindIndex(sameEmail(email), "users.email");
}

/** Undefined when another account has confirmed an email that this one brings confirmed. */
export async function insertUser(tx: Tx, user: NewUser): Promise<bigint | undefined> {
  const place = (column: string) => `users.${column}:${user.externalId}`;
  const { firstName, lastName, birthDate } = user.name ?? { firstName: "", lastName: "", birthDate: "" };
  const [row] = await tx.rows<{ id: bigint }>`
    insert into users (
      external_id, username, username_skeleton, email_sealed, email_index, email_confirmed_at, credential,
      first_name_sealed, last_name_sealed, birth_date_sealed, named_at, country_iso, locale, currency_code, timezone,
      bio, full_name_visibility, referral_code, is_demo, last_seen_at, created_at)
    values (
      ${user.externalId}, ${user.username}, username_skeleton(${user.username}), ${seal(user.email, place("email"))}, ${emailMark(user.email)},
      ${user.emailConfirmed ? tx.now : null}, ${user.credential ?? null},
      ${seal(firstName, place("first_name"))}, ${seal(lastName, place("last_name"))},
      ${seal(birthDate, place("birth_date"))}, ${user.name ? tx.now : null}, ${user.countryIso}, ${user.locale}, ${user.currencyCode},
      ${user.timezone}, ${user.bio}, ${user.nameVisibility}, ${user.referralCode}, ${user.isDemo}, ${tx.now}, ${tx.now})
    on conflict do nothing
    returning id`;
  return row?.id;
}

/** Whether there is any account of a demo market. */
export async function hasDemoUsers(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows`
    select
    from users
    where is_demo
    limit 1`;
  return rows.length > 0;
}

/** Whether another user has this name or one that looks like it. */
export async function isUsernameTaken(tx: ReadTx, username: string, exceptId: bigint | null = null): Promise<boolean> {
  const rows = await tx.rows`
    select 1
    from users
    where (username_skeleton = username_skeleton(${username}) or lower(username) = lower(${username}))
      and (${exceptId}::bigint is null or id <> ${exceptId})`;
  return rows.length > 0;
}

/** Until the end of the transaction no other user takes a name that looks like this one. */
export async function lockLook(tx: Tx, username: string): Promise<void> {
  await tx.rows`
    select pg_advisory_xact_lock(hashtextextended('username:' || username_skeleton(${username}), 0))`;
}

export async function findUserById(tx: ReadTx, id: bigint): Promise<UserRow | undefined> {
  return (await findUsersById(tx, [id])).get(id);
}

/** Locks the row: what follows reads and changes it alone. Undefined where there is none. */
export async function lockUser(tx: Tx, id: bigint): Promise<UserRow | undefined> {
  await tx.rows`
    select
    from users
    where id = ${id}
    for no key update`;
  return findUserById(tx, id);
}

/** By id. */
export async function findUsersById(tx: ReadTx, ids: readonly bigint[]): Promise<Map<bigint, UserRow>> {
  const rows = await tx.rows<UserRow>`
    select id, external_id, username, avatar, username_changes, email_sealed, email_confirmed_at, named_at, level::float8,
           first_name_sealed, last_name_sealed, mail_phrase_sealed, full_name_visibility, country_iso, locale,
           currency_code, timezone, bio, referral_code, notify_interval_min, is_balance_hidden, tours_completed, is_demo, registration_group, corporate_since, company_name_sealed,
           shows_business_name, trading_name,
           last_seen_at, created_at
    from users
    where id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findUserIdByUsername(tx: ReadTx, username: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    select id
    from users
    where lower(username) = lower(${username})`;
  return row?.id;
}

/** The confirmed owner of an address, and the last user who typed it in without confirming it. */
export async function findUsersByEmail(
  tx: ReadTx,
  email: string,
): Promise<{ confirmed: bigint | undefined; unconfirmed: bigint | undefined }> {
  const rows = await tx.rows<{ id: bigint; is_confirmed: boolean }>`
    select distinct on (is_confirmed) id, email_confirmed_at is not null as is_confirmed
    from users
    where email_index = ${emailMark(email)}
    order by is_confirmed, id desc`;
  return {
    confirmed: rows.find((row) => row.is_confirmed)?.id,
    unconfirmed: rows.find((row) => !row.is_confirmed)?.id,
  };
}

/** Users who have typed the address in and not confirmed it, the latest first; so many at most. */
export async function unconfirmedWithEmail(tx: ReadTx, email: string, limit: number): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select id
    from users
    where email_index = ${emailMark(email)} and email_confirmed_at is null
    order by id desc
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The user who has confirmed the address of this mark. */
export async function findUserByEmailMark(tx: ReadTx, mark: Uint8Array): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    select id
    from users
    where email_index = ${mark} and email_confirmed_at is not null`;
  return row?.id;
}

/** Whose code it is: `look_alike` where another user's code only looks like it. */
export async function findReferral(tx: ReadTx, code: string): Promise<"known" | "look_alike" | "unknown"> {
  const rows = await tx.rows<{ state: "known" | "look_alike" | "unknown" }>`
    select state
    from find_referral(${code})`;
  return onlyRow(rows).state;
}

/** Opens what is sealed of a user: only for the user, their emails, and the name that others may see. */
export function openPersonal(
  row: Pick<UserRow, "external_id" | "email_sealed" | "first_name_sealed" | "last_name_sealed">,
) {
  const place = (column: string) => `users.${column}:${row.external_id}`;
  return {
    email: unseal(row.email_sealed, place("email")),
    firstName: unseal(row.first_name_sealed, place("first_name")),
    lastName: unseal(row.last_name_sealed, place("last_name")),
  };
}

/** What the user's emails are known by; null for none. */
export function phraseOf(row: Pick<UserRow, "external_id" | "mail_phrase_sealed">): string | null {
  return row.mail_phrase_sealed && unseal(row.mail_phrase_sealed, `users.mail_phrase:${row.external_id}`);
}

/** An empty one takes it away. */
export async function updatePhrase(tx: Tx, user: Pick<UserRow, "id" | "external_id">, phrase: string): Promise<void> {
  await tx.rows`
    update users
    set mail_phrase_sealed = ${phrase === "" ? null : seal(phrase, `users.mail_phrase:${user.external_id}`)}
    where id = ${user.id}`;
}

/** The user whose emails a signed link is about. */
export async function findUserIdByExternalId(tx: ReadTx, externalId: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    select id
    from users
    where external_id = ${externalId}::uuid`;
  return row?.id;
}

/** Whether the present secret opens what is sealed of the newest account; undefined where there is no account. */
export async function opensEmails(tx: ReadTx): Promise<boolean | undefined> {
  const [row] = await tx.rows<Parameters<typeof openPersonal>[0]>`
    select external_id, email_sealed, first_name_sealed, last_name_sealed
    from users
    order by id desc
    limit 1`;
  if (!row) return undefined;
  try {
    return openPersonal(row).email !== "";
  } catch {
    // Sealed with another secret.
    return false;
  }
}

/** Seen again; written at most once a minute, so that reading pages stays cheap. */
export async function touchLastSeen(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    update users
    set last_seen_at = ${tx.now}
    where id = ${userId} and last_seen_at < ${tx.now}::timestamptz - interval '1 minute'`;
}

/** People were here at these instants; never back in time. */
export async function recordLastSeen(tx: Tx, seen: readonly { userId: bigint; at: Date }[]): Promise<void> {
  if (seen.length === 0) return;
  await tx.rows`
    update users
    set last_seen_at = visit.at
    from unnest(${seen.map(({ userId }) => userId)}::bigint[], ${seen.map(({ at }) => at)}::timestamptz[]) as visit (user_id, at)
    where users.id = visit.user_id and users.last_seen_at < visit.at`;
}

/** Returns false when another account has confirmed this email. The caller has locked the user's row. */
export async function confirmEmail(tx: Tx, userId: bigint): Promise<boolean> {
  if (await isEmailOfOther(tx, userId)) return false;
  try {
    await tx.attempt(
      () => tx.rows`
        update users
        set email_confirmed_at = ${tx.now}
        where id = ${userId}`,
    );
  } catch (error) {
    // Another account confirmed it in the meantime: by registering, by a change of email or by a recovery.
    if ((error as { code?: unknown }).code === "23505") return false;
    throw error;
  }
  return true;
}

/** Whether another account has confirmed the email of this one. */
export async function isEmailOfOther(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows`
    select
    from users
    join users other on other.email_index = users.email_index and other.email_confirmed_at is not null
    where users.id = ${userId} and other.id <> users.id`;
  return rows.length > 0;
}

export async function replaceEmail(tx: Tx, user: Pick<UserRow, "id" | "external_id">, email: string): Promise<void> {
  await tx.rows`
    update users
    set email_sealed = ${seal(email, `users.email:${user.external_id}`)}, email_index = ${emailMark(email)}
    where id = ${user.id}`;
}

export async function hasCompletedTour(
  tx: ReadTx,
  { userId, tourName }: { userId: bigint; tourName: TourName },
): Promise<boolean> {
  const [row] = await tx.rows<{ is_completed: boolean }>`
    select ${tourName} = any(tours_completed) as is_completed
    from users
    where id = ${userId}`;
  return row?.is_completed ?? false;
}

export async function completeTour(
  tx: Tx,
  { userId, tourName }: { userId: bigint; tourName: TourName },
): Promise<string[]> {
  const [row] = await tx.rows<{ tours_completed: string[] }>`
    update users
    set tours_completed = case when ${tourName} = any(tours_completed) then tours_completed
                               else (tours_completed || ${tourName}::text)[1:50] end
    where id = ${userId}
    returning tours_completed`;
  return row?.tours_completed ?? [];
}

/** Level 4 has no limits. */
export async function grantLevel(tx: Tx, userIds: readonly bigint[], level: number): Promise<void> {
  await tx.rows`
    update users
    set granted_level = ${level}
    where id = any(${userIds}::bigint[])`;
}

/** Absent fields stay as they are. */
export async function updateSettings(tx: Tx, userId: bigint, settings: NewSettings): Promise<void> {
  await tx.rows`
    update users
    set bio = coalesce(${settings.bio ?? null}, bio),
        notify_interval_min = coalesce(${settings.intervalMin ?? null}, notify_interval_min),
        locale = coalesce(${settings.locale ?? null}, locale),
        currency_code = coalesce(${settings.currencyCode ?? null}, currency_code),
        timezone = coalesce(${settings.timezone ?? null}, timezone),
        full_name_visibility = coalesce(${settings.fullNameVisibility ?? null}, full_name_visibility),
        is_balance_hidden = coalesce(${settings.isBalanceHidden ?? null}, is_balance_hidden)
    where id = ${userId}`;
}

export type NewSettings = {
  readonly bio?: string | undefined;
  readonly intervalMin?: number | undefined;
  readonly locale?: string | undefined;
  readonly currencyCode?: string | undefined;
  readonly timezone?: string | undefined;
  readonly fullNameVisibility?: NameVisibility | undefined;
  readonly isBalanceHidden?: boolean | undefined;
};

/** Locks the user's row. */
export async function lockUsername(
  tx: Tx,
  userId: bigint,
): Promise<{ username: string; username_changes: number } | undefined> {
  const [row] = await tx.rows<{ username: string; username_changes: number }>`
    select username, username_changes
    from users
    where id = ${userId}
    for update`;
  return row;
}

export async function updateUsername(tx: Tx, userId: bigint, username: string): Promise<void> {
  await tx.rows`
    update users
    set username = ${username}, username_skeleton = username_skeleton(${username}), username_changed_at = ${tx.now},
      username_changes = username_changes + 1
    where id = ${userId}`;
}
