/** What statements find and change, each alone: whatever one has changed is undone before the next. */
import type { Db, ReadTx, Tx } from "../../server/platform/db.ts";

type Row = Record<string, unknown>;

export const shown = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}` : one)) ?? "nothing";
const nameOf = (row: Row) => row.subject ?? row.hash ?? row.txid ?? row.address ?? row.name ?? row.id;

class Undone extends Error {}

export function rowTeller(db: Db) {
  const lines: string[] = [];
  return {
    lines,
    /** What a question finds; rows are told by their names. */
    async finds(name: string, ask: (tx: ReadTx & Tx) => Promise<unknown>): Promise<void> {
      const found = await db.tx(ask);
      const named = Array.isArray(found) && found.every((row) => typeof row === "object") ? found.map(nameOf) : found;
      lines.push(`${name}: ${shown(named)}`);
    },
    /** What a statement changes, and answers. */
    async changes(name: string, work: (tx: Tx) => Promise<unknown>): Promise<void> {
      lines.push(`${name}`);
      const attempt = db.tx(async (tx) => {
        const before = await rowsOf(tx);
        const answer = await work(tx);
        if (answer !== undefined) lines.push(`  answers ${shown(answer)}`);
        lines.push(...differences(before, await rowsOf(tx)));
        throw new Undone();
      });
      await attempt.catch((error: unknown) => {
        if (!(error instanceof Undone)) lines.push(`  fails: ${error instanceof Error ? error.message : error}`);
      });
    },
  };
}

function differences(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): string[] {
  const changed = [...after].flatMap(([key, row]) => {
    const had = before.get(key) ?? {};
    const columns = Object.keys(row).filter((column) => shown(had[column]) !== shown(row[column]) && column !== "id");
    return columns.length > 0
      ? [`  ${key}: ${columns.map((column) => `${column} ${shown(row[column])}`).join(", ")}`]
      : [];
  });
  const gone = [...before.keys()].filter((key) => !after.has(key)).map((key) => `  ${key} is gone`);
  return [...changed, ...gone];
}

/** Every row of the wallet's tables by a name of its own. */
async function rowsOf(tx: Tx): Promise<Map<string, Row>> {
  const found = await tx.rows<{ row: Row; key: string }>`
    select key, row
    from (
      select 'chain_payments ' || subject as key, to_jsonb(t) as row from chain_payments t
      union all select 'coins ' || txid, to_jsonb(t) from coins t
      union all select 'deposits ' || hash, to_jsonb(t) from deposits t
      union all select 'send_outs ' || hash, to_jsonb(t) from send_outs t
      union all select 'wallet_blocks ' || hash, to_jsonb(t) from wallet_blocks t
      union all select 'wallet_dust ' || currency, to_jsonb(t) from wallet_dust t
      union all select 'wallet_holds ' || id, to_jsonb(t) from wallet_holds t
      union all select 'wallet_rails ' || chain, to_jsonb(t) from wallet_rails t
      union all select 'wallet_paths ' || chain || branch, to_jsonb(t) from wallet_paths t
      union all select 'wallet_addresses ' || address, to_jsonb(t) from wallet_addresses t
      union all select 'chain_assets ' || currency, to_jsonb(t) from chain_assets t) as all_rows
    order by key collate "C"`;
  return new Map(found.map(({ key, row }) => [key, row]));
}
