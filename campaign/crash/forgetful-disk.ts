/**
 * A disk on which only that stays which was synced: bytes by a sync of their file, names by a sync of their folder. It
 * watches the syncs of this process, and lays out what a machine would find that had lost its power.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

type Entry = { readonly name: string; readonly inode: string; readonly isFolder: boolean };
type Synced = { readonly bytes: Map<string, Buffer>; readonly entries: Map<string, readonly Entry[]> };

export type ForgetfulDisk = {
  /** The remaining content of the folder, copied to another one. */
  afterPowerCut(into: string): void;
};

/** Only where the system tells which file a descriptor is of. */
export const CAN_FORGET = fs.existsSync("/proc/self/fd");

/** Of this folder, which is taken to be on the disk, with nothing in it. */
export async function forgetfulDisk(folder: string): Promise<ForgetfulDisk> {
  const synced: Synced = { bytes: new Map(), entries: new Map() };
  await watchSyncs((descriptor) => note(synced, descriptor));
  return { afterPowerCut: (into) => layOut(synced, inodeOf(fs.lstatSync(folder, { bigint: true })), into) };
}

/** A number is given again after a while: the time of its birth tells one file from the next. */
const inodeOf = ({ ino, birthtimeNs }: fs.BigIntStats): string => `${ino} ${birthtimeNs}`;

async function watchSyncs(note: (descriptor: number) => void): Promise<void> {
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    note(descriptor);
  };
  syncBuiltinESMExports();
  const handle = await fs.promises.open("/proc/self/status", "r");
  const prototype = Object.getPrototypeOf(handle) as fs.promises.FileHandle;
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function (this: fs.promises.FileHandle) {
    await sync.call(this);
    note(this.fd);
  };
}

function note({ bytes, entries }: Synced, descriptor: number): void {
  const stat = fs.fstatSync(descriptor, { bigint: true });
  const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  if (!stat.isDirectory()) {
    bytes.set(inodeOf(stat), fs.readFileSync(path));
    return;
  }
  const names = fs.readdirSync(path).map((name) => {
    const found = fs.lstatSync(join(path, name), { bigint: true });
    return { name, inode: inodeOf(found), isFolder: found.isDirectory() };
  });
  entries.set(inodeOf(stat), names);
}

function layOut(synced: Synced, inode: string, into: string): void {
  fs.mkdirSync(into, { recursive: true });
  for (const { name, inode: child, isFolder } of synced.entries.get(inode) ?? []) {
    const path = join(into, name);
    if (isFolder) layOut(synced, child, path);
    // A name without its bytes is a file with nothing in it.
    else fs.writeFileSync(path, synced.bytes.get(child) ?? "");
  }
}
