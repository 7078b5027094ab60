/** What a database has, a line each, in one order: enough to see that two are the same. Parts that are made with time are left out. */
import type pg from "pg";

const PARTS = "(select oid from pg_class where relispartition)";
const OWN =
  "relnamespace = 'public'::regnamespace and pg_class.oid not in (select oid from pg_class where relispartition)";

const QUERIES = [
  `select format('relation %s %s %s owner %s options %s key %s', relkind, relname, relpersistence, relowner::regrole, reloptions,
     case when relkind = 'p' then pg_get_partkeydef(oid) end) as line
   from pg_class where ${OWN} and relkind <> 'S' and not exists (select from pg_index where indexrelid = pg_class.oid and indrelid in ${PARTS})`,
  `select format('column %s %s %s.%s %s null %s identity %s generated %s default %s storage %s compression %s collation %s statistics %s options %s',
     relname, row_number() over (partition by attrelid order by attnum), relname, attname, format_type(atttypid, atttypmod), not attnotnull,
     attidentity, attgenerated, pg_get_expr(adbin, adrelid), attstorage, attcompression, attcollation::regcollation, attstattarget, attoptions) as line
   from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where ${OWN} and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`,
  `select format('sequence %s %s of %s', seqrelid::regclass, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle),
     (select format('%s.%s', refobjid::regclass, attname) from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where objid = seqrelid and classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and deptype in ('a', 'i'))) as line
   from pg_sequence`,
  `select format('constraint %s.%s %s valid %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid), convalidated) as line
   from pg_constraint join pg_class on pg_class.oid = conrelid where ${OWN} and contype <> 'n'`,
  `select format('index %s %s valid %s options %s', indexrelid::regclass, pg_get_indexdef(indexrelid), indisvalid, reloptions) as line
   from pg_index join pg_class on pg_class.oid = indrelid where ${OWN}`,
  `select format('trigger %s enabled %s', pg_get_triggerdef(pg_trigger.oid), tgenabled) as line
   from pg_trigger join pg_class on pg_class.oid = tgrelid where ${OWN} and not tgisinternal`,
  `select format('view %s %s', relname, pg_get_viewdef(oid)) as line from pg_class where ${OWN} and relkind = 'v'`,
  `select format('function %s owner %s %s', oid::regprocedure, proowner::regrole, pg_get_functiondef(oid)) as line
   from pg_proc where pronamespace = 'public'::regnamespace`,
  `select format('right %s on %s to %s', privilege_type, relname, grantee::regrole) as line
   from pg_class, aclexplode(relacl) where ${OWN} and grantee <> relowner`,
  `select format('right %s on %s.%s to %s', privilege_type, relname, attname, grantee::regrole) as line
   from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl) where ${OWN}`,
  `select format('right %s on %s to %s', privilege_type, oid::regprocedure, case when grantee = 0 then 'public' else grantee::regrole::text end) as line
   from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) where pronamespace = 'public'::regnamespace`,
  `select format('right %s on schema to %s', privilege_type, case when grantee = 0 then 'public' else grantee::regrole::text end) as line
   from pg_namespace, aclexplode(nspacl) where nspname = 'public' and grantee <> nspowner`,
] as const;

/** Rows of these say when or where the database was made. */
const OF_THE_MOMENT = ["migrations", "page_changes", "idempotency_key_parts", "functions"];

export async function catalogLines(pool: pg.Pool): Promise<string[]> {
  const lines: string[] = [];
  for (const query of QUERIES) lines.push(...(await pool.query<{ line: string }>(query)).rows.map(({ line }) => line));
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where ${OWN} and relkind in ('r', 'p') and relname <> all ($1)`,
    [OF_THE_MOMENT],
  );
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(
      `select format('row of ${name} %s', to_jsonb(each)) as line from ${name} each`,
    );
    lines.push(...rows.map(({ line }) => line));
  }
  // PostgreSQL writes a chain of "and" flat when it reads it again.
  return lines.map((line) => line.replaceAll(/[()]/g, "")).sort();
}
