/** What PostgreSQL itself enforces, a line each: columns, constraints, indexes, triggers, functions and rights. */
import { createHash } from "node:crypto";
import type pg from "pg";

/** Parts of a table are made with time, under names that say when; what is true of the table is true of them. */
const PARTS = "(select relname from pg_class where relispartition)";

const QUERIES = [
  `select format('column %s.%s %s%s%s', table_name, column_name, data_type,
                 case when is_nullable = 'NO' then ' not null' else '' end,
                 case when column_default is null then '' else ' default ' || column_default end) as line
   from information_schema.columns
   where table_schema = 'public' and table_name not in ${PARTS}`,
  `select format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
   from pg_constraint
   where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text not in ${PARTS}`,
  `select 'index ' || regexp_replace(indexdef, '^CREATE ', '') as line
   from pg_indexes
   where schemaname = 'public' and tablename not in ${PARTS}`,
  `select 'trigger ' || regexp_replace(pg_get_triggerdef(oid), '^CREATE ', '') as line
   from pg_trigger
   where not tgisinternal`,
  `select format('right %s on %s to %s', privilege_type, table_name, grantee) as line
   from information_schema.role_table_grants
   where table_schema = 'public' and grantee not in ('parley', 'parley_owner')`,
  `select format('right %s (%s) on %s to %s', acl.privilege_type, attname, attrelid::regclass, acl.grantee::regrole) as line
   from pg_attribute, aclexplode(attacl) acl
   where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  `select format('right %s on function %s to %s', privilege_type, routine_name, grantee) as line
   from information_schema.routine_privileges
   where specific_schema = 'public' and grantee not in ('parley', 'parley_owner')`,
] as const;

export async function constraintLines(owner: pg.Pool): Promise<string[]> {
  const lines: string[] = [];
  for (const query of QUERIES)
    lines.push(...(await owner.query<{ line: string }>(query)).rows.map(({ line }) => line).sort());
  const { rows } = await owner.query<{ name: string; body: string }>(
    `select proname as name, pg_get_functiondef(oid) as body
     from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f'
     order by proname, oid`,
  );
  // The text of a function stands in its migration; here it is enough to see that it is another one.
  lines.push(
    ...rows.map(({ name, body }) => `function ${name} ${createHash("sha256").update(body).digest("hex").slice(0, 16)}`),
  );
  return lines;
}
