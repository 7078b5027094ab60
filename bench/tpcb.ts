/** The limit of everything that commits: the TPC-B-like transaction of pgbench, by pgbench itself where it is at hand. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Ground } from "./ground.ts";
import { during, type Timed } from "./rounds.ts";

const CLIENTS = 16;
/** A branch for each client and some more, as pgbench advises. */
const SCALE = 50;

export type Tpcb = { readonly by: string; run(seconds: number): Promise<Timed>; close(): Promise<void> };

export async function openTpcb({ cluster }: Ground): Promise<Tpcb> {
  const pgbench = findPgbench();
  if (!pgbench) return withPg(cluster.adminUrl("tpcb"));
  const args = ["-h", cluster.socketDir, "-U", "parley"];
  const made = spawnSync(pgbench, ["-i", "-q", "-s", String(SCALE), ...args, "tpcb"], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`pgbench -i failed: ${made.stderr}`);
  return {
    by: "pgbench",
    async run(seconds) {
      const text = await output(pgbench, [
        "-c",
        String(CLIENTS),
        "-T",
        String(Math.ceil(seconds)),
        "-n",
        ...args,
        "tpcb",
      ]);
      const perSecond = Number(/tps = ([\d.]+) \(without initial/.exec(text)?.[1] ?? /tps = ([\d.]+)/.exec(text)?.[1]);
      const p50 = Number(/latency average = ([\d.]+)/.exec(text)?.[1]);
      return { perSecond, p50, p99: Number.NaN };
    },
    close: async () => undefined,
  };
}

function findPgbench(): string | undefined {
  const versions = "/usr/lib/postgresql";
  const folders = [
    ...(process.env.PATH ?? "").split(":"),
    ...(existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, "bin")) : []),
  ];
  return folders.map((folder) => join(folder, "pgbench")).find((path) => existsSync(path));
}

function output(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let fault = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  child.stderr.on("data", (chunk) => {
    fault += chunk;
  });
  return new Promise((settle, fail) => {
    child.once("error", fail);
    child.once("exit", (code) => (code === 0 ? settle(text) : fail(new Error(`pgbench failed: ${fault}`))));
  });
}

/** The same tables and the same five statements, for machines without pgbench; a little slower than the original. */
async function withPg(url: string): Promise<Tpcb> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  await pool.query(`
    create table pgbench_branches (bid int primary key, bbalance int);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int);
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select n, 0 from generate_series(1, ${SCALE}) n;
    insert into pgbench_tellers select n, 1 + n / 10, 0 from generate_series(1, ${SCALE * 10}) n;
    insert into pgbench_accounts select n, 1 + n / 100000, 0, '' from generate_series(1, ${SCALE * 100_000}) n;
  `);
  await pool.query("vacuum analyze");
  const below = (most: number) => 1 + Math.floor(Math.random() * most);
  const transaction = async () => {
    const client = await pool.connect();
    const [aid, tid, bid, delta] = [below(SCALE * 100_000), below(SCALE * 10), below(SCALE), below(10_000) - 5000];
    await client.query("begin");
    await client.query("update pgbench_accounts set abalance = abalance + $1 where aid = $2", [delta, aid]);
    await client.query("select abalance from pgbench_accounts where aid = $1", [aid]);
    await client.query("update pgbench_tellers set tbalance = tbalance + $1 where tid = $2", [delta, tid]);
    await client.query("update pgbench_branches set bbalance = bbalance + $1 where bid = $2", [delta, bid]);
    await client.query(
      "insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)",
      [tid, bid, aid, delta],
    );
    await client.query("commit");
    client.release();
  };
  return { by: "pg", run: (seconds) => during(seconds, CLIENTS, transaction), close: () => pool.end() };
}
