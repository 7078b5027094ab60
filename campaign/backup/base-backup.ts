/**
 * A base backup of a running cluster, as pg_basebackup takes one: by PostgreSQL's own functions, because the programs that
 * npm brings have no other. The files are copied while they change; the log that was written meanwhile mends them.
 */
import { spawn } from "node:child_process";
import { chownSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { withClient } from "../../server/platform/postgres/logins.ts";

type Source = { readonly adminUrl: string; readonly cluster: string };

/** `copied` is called when all is on its way that must be in it. The copy is a cluster under this folder. */
export async function takeBaseBackup({ adminUrl, cluster }: Source, folder: string, copied: () => void): Promise<void> {
  const copy = join(folder, "postgres");
  await mkdir(folder, { recursive: true });
  const label = await withClient(adminUrl, async (admin) => {
    await admin.query("select pg_backup_start('parley', true)");
    await copyOver(cluster, copy);
    copied();
    const { rows } = await admin.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    return rows[0]?.labelfile ?? "";
  });
  await copyOver(`${join(cluster, "pg_wal")}/.`, join(copy, "pg_wal"));
  const { uid, gid } = statSync(join(copy, "PG_VERSION"));
  writeFileSync(join(copy, "backup_label"), label, { mode: 0o600 });
  chownSync(join(copy, "backup_label"), uid, gid);
  chownSync(folder, uid, gid);
  for (const left of ["postmaster.pid", "postmaster.opts"]) rmSync(join(copy, left), { force: true });
}

/** A file may go while it is copied, which `cp` tells by its code. */
async function copyOver(from: string, to: string): Promise<void> {
  const child = spawn("cp", ["-a", from, to], { stdio: "ignore" });
  await new Promise((done, fail) => {
    child.once("exit", done);
    child.once("error", fail);
  });
}
