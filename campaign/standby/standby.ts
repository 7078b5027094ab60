/** A streaming standby of a test's cluster: a base backup that follows the log of the first, in a folder of its own. */
import { mkdtempSync, rmSync, statSync, chownSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Postgres, startPostgres } from "../../server/devnet/postgres/postgres.ts";
import { takeBaseBackup } from "../backup/base-backup.ts";

export type Primary = {
  readonly adminUrl: (database: string) => string;
  readonly socketDir: string;
  readonly cluster: string;
};

export type Standby = Pick<Postgres, "adminUrl"> & {
  /** As synchronous_standby_names has it. */
  readonly name: string;
  /** Ends at once, without a word to those who read. */
  kill(): Promise<void>;
  /** Again, from where it was. */
  start(): Promise<void>;
  /** Its folder goes, too. */
  remove(): Promise<void>;
};

const NAME = "parley_standby";

export async function startStandby({ adminUrl, socketDir, cluster }: Primary): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), "parley-standby-"));
  const dataDir = join(folder, "standby");
  await takeBaseBackup({ adminUrl: adminUrl("postgres"), cluster }, dataDir, () => undefined);
  const signal = join(dataDir, "postgres", "standby.signal");
  const { uid, gid } = statSync(join(dataDir, "postgres", "PG_VERSION"));
  chownSync(folder, uid, gid);
  writeFileSync(signal, "");
  chownSync(signal, uid, gid);
  const start = () =>
    startPostgres({
      dataDir,
      temporary: true,
      settings: {
        ...{ fsync: "off", max_connections: "200", hot_standby: "on", wal_receiver_status_interval: "1s" },
        primary_conninfo: `host=${socketDir} user=parley application_name=${NAME}`,
      },
    });
  let running = await start();
  return {
    name: NAME,
    adminUrl: running.adminUrl,
    async start() {
      running = await start();
    },
    async kill() {
      process.kill(running.pid, "SIGQUIT");
      await running.ended;
    },
    async remove() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
