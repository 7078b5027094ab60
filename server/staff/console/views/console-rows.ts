/** The SQL of the console: settings and feature flags with who changed them. */
import { type ReadTx, sql } from "../../../platform/postgres/db.ts";

export type SettingRow = { name: string; value: unknown; changed_at: Date; changed_by: string | null };

/** Settings that staff have changed, or the program has set. */
export async function settingRows(tx: ReadTx): Promise<SettingRow[]> {
  return tx.rows<SettingRow>`
    select stored.name, stored.value, stored.changed_at, changer.username as changed_by
    from settings stored
    left join users changer on changer.id = stored.changed_by
    where stored.value <> 'null'`;
}

export type SettingChangeRow = {
  id: bigint;
  value: unknown;
  reason: string | null;
  changed_by: string | null;
  confirmed_by: string | null;
  changed_at: Date;
};

type Slice = { readonly name: string; readonly after: bigint | null; readonly limit: number };

/** The newest first. */
export async function settingChangeRows(tx: ReadTx, { name, after, limit }: Slice): Promise<SettingChangeRow[]> {
  return tx.rows<SettingChangeRow>`
    select change.id, change.value, change.reason, changer.username as changed_by, second.username as confirmed_by, change.changed_at
    from setting_changes change
    left join users changer on changer.id = change.changed_by
    left join users second on second.id = change.confirmed_by
    where change.name = ${name} and (${after}::bigint is null or change.id < ${after}::bigint)
    order by change.id desc
    limit ${limit}`;
}

export type FlagRow = {
  name: string;
  percent: number;
  initial: number;
  changed_at: Date | null;
  changed_by: string | null;
  people: { username: string; isOn: boolean }[];
  people_total: number;
};

const MOST_NAMED = 5;

/** With the first people of each, by name; or what is switched for one of them. */
export async function flagRows(tx: ReadTx, who: string | undefined): Promise<FlagRow[]> {
  return tx.rows<FlagRow>`
    select flag.name, flag.percent, flag.initial, flag.changed_at, changer.username as changed_by,
      coalesce((
        select jsonb_agg(jsonb_build_object('username', named.username, 'isOn', named.is_on) order by named.username)
        from (
          select users.username, theirs.is_on
          from feature_flag_users theirs
          join users on users.id = theirs.user_id
          where theirs.name = flag.name ${who === undefined ? sql`` : sql`and lower(users.username) = lower(${who})`}
          order by users.username
          limit ${MOST_NAMED}) named), '[]') as people,
      (select count(*)::int from feature_flag_users theirs where theirs.name = flag.name) as people_total
    from feature_flags flag
    left join users changer on changer.id = flag.changed_by
    ${
      who === undefined
        ? sql``
        : sql`where exists (
      select
      from feature_flag_users theirs
      join users on users.id = theirs.user_id
      where theirs.name = flag.name and lower(users.username) = lower(${who}))`
    }`;
}

export type FlagPersonRow = { username: string; is_on: boolean };

/** In the order of their names. */
export function flagPeople(
  tx: ReadTx,
  { name, after, limit }: { readonly name: string; readonly after: string | undefined; readonly limit: number },
): Promise<FlagPersonRow[]> {
  return tx.rows<FlagPersonRow>`
    select users.username, theirs.is_on
    from feature_flag_users theirs
    join users on users.id = theirs.user_id
    where theirs.name = ${name} and (${after ?? null}::text is null or users.username > ${after ?? null}::text)
    order by users.username
    limit ${limit}`;
}

export type FlagChangeRow = {
  id: bigint;
  username: string | null;
  value: string;
  reason: string;
  changed_by: string | null;
  changed_at: Date;
};

/** The newest first. */
export async function flagChangeRows(tx: ReadTx, { name, after, limit }: Slice): Promise<FlagChangeRow[]> {
  return tx.rows<FlagChangeRow>`
    select change.id, person.username, change.value, change.reason, changer.username as changed_by, change.changed_at
    from feature_flag_changes change
    left join users person on person.id = change.user_id
    left join users changer on changer.id = change.changed_by
    where change.name = ${name} and (${after}::bigint is null or change.id < ${after}::bigint)
    order by change.id desc
    limit ${limit}`;
}
