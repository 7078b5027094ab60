/**
 * Decides where a database cluster lies. Root's data folder may be closed to the user that PostgreSQL runs as; the
 * cluster then lies under /var/lib/parley, and is removed a day after the data folder it belongs to has vanished.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { withFolderLock } from "../../platform/files/folder-lock.ts";
import { BINARIES, type Owner } from "./binaries.ts";

export type Place = {
  readonly cluster: string;
  readonly socketDir: string;
  /** The system user of PostgreSQL; undefined for the user who starts it. */
  readonly owner: Owner;
  /** Where copies of the programs may be kept. */
  readonly copies: string;
  /** Whether the cluster lies outside the data folder. */
  readonly isElsewhere: boolean;
};

export type PlaceOptions = {
  readonly dataDir: string;
  readonly temporary?: boolean | undefined;
  /** Of clusters that cannot lie in their data folder. */
  readonly elsewhere?: string | undefined;
};

export const ELSEWHERE = "/var/lib/parley";

/** Takes the lock of the common folder while a new cluster folder is made, and while old ones are swept. */
export async function findPlace({ dataDir, temporary, elsewhere = ELSEWHERE }: PlaceOptions): Promise<Place> {
  const absolute = resolve(dataDir);
  const socketDir = socketDirOf(absolute);
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  mkdirSync(absolute, { recursive: true });
  const isElsewhere = owner !== undefined && !temporary && !lies(absolute, owner);
  const home = isElsewhere ? await claim(absolute, { tag: tagOf(absolute), elsewhere }) : absolute;
  makeSocketDir(socketDir, owner);
  if (owner) chownSync(home, owner.uid, owner.gid);
  return { cluster: join(home, "postgres"), socketDir, owner, copies: owner ? elsewhere : home, isElsewhere };
}

const tagOf = (dataDir: string) => createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 10);

/** Always the same for a data folder. A socket's path may have 107 bytes at most, so it lies in a short one. */
export function socketDirOf(dataDir: string): string {
  return join(Buffer.byteLength(tmpdir()) > 60 ? "/tmp" : tmpdir(), `parley-pg-${tagOf(dataDir)}`);
}

/**
 * Its name can be guessed and its parent is writable by all, while a process that reaches the socket is the database's owner.
 * So the folder is created here, closed to others: a folder of another user or a link is refused, not taken over.
 */
function makeSocketDir(path: string, owner: Owner): void {
  const uid = owner?.uid ?? process.getuid?.();
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = lstatSync(path);
  if (!found.isDirectory()) throw new Error(`${path} is not a folder of its own; remove it and start again`);
  // A start that was killed between making it and giving it away left it with root.
  const isOurs = uid === undefined || found.uid === uid || found.uid === process.getuid?.();
  if (!isOurs) throw new Error(`${path} belongs to somebody else (user ${found.uid}); remove it and start again`);
  chmodSync(path, 0o700);
  if (owner) chownSync(path, owner.uid, owner.gid);
}

/** PostgreSQL refuses to run as root; it needs a user that the system knows by name. */
function unprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error("PostgreSQL cannot run as root and this machine has neither a user postgres nor nobody");
}

/** Whether the cluster of this data folder lies in it: where one is already, and otherwise where the owner may enter. */
function lies(dataDir: string, owner: { uid: number; gid: number }): boolean {
  if (existsSync(join(dataDir, NOTE))) return false;
  const mayEnter = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", dirname(dataDir)], { ...owner, cwd: "/" }).status === 0;
  if (!mayEnter && existsSync(join(dataDir, "postgres/PG_VERSION"))) {
    throw new Error(`${dataDir} holds a database, and the user that PostgreSQL runs as may not enter its folder`);
  }
  return mayEnter;
}

/** In the data folder: names the cluster's folder. After the data folder is deleted, the next start creates a new database. */
const NOTE = "postgres-folder";
/** In the cluster's folder: names the data folder. Where the file system allows, the note is a hard link to it. */
const BELONGS_TO = "belongs-to";

type Belonging = { readonly dataDir: string; readonly device: number; readonly isLinked: boolean };

async function claim(dataDir: string, { tag, elsewhere }: { tag: string; elsewhere: string }): Promise<string> {
  try {
    mkdirSync(elsewhere, { recursive: true });
    // Whatever root's umask says: the database's user has to pass here.
    chmodSync(elsewhere, 0o755);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PostgreSQL may enter neither ${dataDir} nor ${elsewhere} (${reason}); set DATA_DIR elsewhere`);
  }
  return await withFolderLock(join(elsewhere, ".lock"), async () => {
    const note = join(dataDir, NOTE);
    const noted = existsSync(note) ? folderIn(note) : undefined;
    const folder = noted ?? mkdtempSync(join(elsewhere, `${tag}-`));
    mkdirSync(folder, { recursive: true });
    // Earlier versions kept a copy of the programs beside each cluster.
    rmSync(join(folder, "native"), { recursive: true, force: true });
    writeBelonging({ folder, note, dataDir });
    sweep({ elsewhere, except: folder });
    return folder;
  });
}

function folderIn(note: string): string {
  return readFileSync(note, "utf8").split("\n")[0] ?? "";
}

/** Written at every start, so that a data folder that was moved is known by its new path. */
function writeBelonging({ folder, note, dataDir }: { folder: string; note: string; dataDir: string }): void {
  const own = join(folder, BELONGS_TO);
  const text = (isLinked: boolean) =>
    `${folder}\n${JSON.stringify({ dataDir, device: statSync(dataDir).dev, isLinked } satisfies Belonging)}\n`;
  writeFileSync(`${own}.new`, text(true), { flush: true });
  try {
    rmSync(`${note}.new`, { force: true });
    linkSync(`${own}.new`, `${note}.new`);
  } catch {
    // Two file systems have no links between them: two files then say the same.
    writeFileSync(`${own}.new`, text(false), { flush: true });
    writeFileSync(`${note}.new`, text(false), { flush: true });
  }
  renameSync(`${own}.new`, own);
  renameSync(`${note}.new`, note);
}

const DAY_MS = 86_400_000;

export type SweepOptions = { readonly elsewhere: string; readonly except: string; readonly nowMs?: number };

/**
 * Removes clusters whose data folder has been gone for a day, and copies of programs that no start asked for in a month.
 * Keeps whatever leaves a doubt: a live cluster, a data folder that was moved, one on a disk that is away.
 */
export function sweep({ elsewhere, except, nowMs = Date.now() }: SweepOptions): void {
  const inUse = commandsAndPrograms();
  if (inUse === undefined) return;
  for (const name of readdirSync(elsewhere)) {
    const folder = join(elsewhere, name);
    if (folder === except || inUse.some((text) => text.includes(`${folder}/`))) continue;
    const isStale = name.startsWith(BINARIES)
      ? statSync(folder).mtimeMs < nowMs - 30 * DAY_MS
      : isAbandoned(folder, nowMs);
    if (isStale) rmSync(folder, { recursive: true, force: true });
  }
}

/** What runs on this machine: programs with the words they were started with. Undefined where the system does not say. */
function commandsAndPrograms(): string[] | undefined {
  if (!existsSync("/proc/self/exe")) return undefined;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readlinkSync(`/proc/${pid}/exe`), readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", "/ ")];
      } catch {
        // It ended while we looked, or is one of the kernel's own.
        return [];
      }
    });
}

function isAbandoned(folder: string, nowMs: number): boolean {
  const own = join(folder, BELONGS_TO);
  // A folder without an owner's note was not made here, or by an earlier version: it may be in use.
  if (!existsSync(own)) return false;
  const { dataDir, device, isLinked } = JSON.parse(readFileSync(own, "utf8").split("\n")[1] ?? "") as Belonging;
  const note = join(dataDir, NOTE);
  if (existsSync(note) && folderIn(note) === folder) return false;
  // The note still exists under another path: its data folder was moved.
  if (statSync(own).nlink > 1) return false;
  // The disk that held the data folder is not there now.
  if (statSync(nearestExisting(dataDir)).dev !== device) return false;
  // A data folder that went to another disk looks deleted until its next start, so there is time for that.
  const control = join(folder, "postgres/global/pg_control");
  const lastSignMs = Math.max(statSync(own).ctimeMs, existsSync(control) ? statSync(control).mtimeMs : 0);
  return lastSignMs < nowMs - (isLinked ? DAY_MS : 30 * DAY_MS);
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
