/**
 * The unit of docs/operating.md, started by a systemd that boots in namespaces of its own on Debian's packages: it comes up, serves a trade, is
 * started again after it was killed, and stops in order.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Containers } from "./containers.ts";
import { runTool } from "./run-tool.ts";
import { unitsOfDocs } from "./units.ts";

const PACKAGES = "systemd,dbus,fontconfig,fonts-dejavu-core";
const ENV = "HOST=127.0.0.1\nPORT=8090\nDATA_DIR=/srv/parley\n";
/** One hierarchy of cgroups without controllers is enough to follow what belongs to a unit. */
const BOOT = `set -e
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount -t sysfs sysfs "$0/sys"
mount -t cgroup2 cgroup2 "$0/sys/fs/cgroup"
mount -t tmpfs tmpfs "$0/run"
mount -t tmpfs tmpfs "$0/tmp"
mount --rbind /dev "$0/dev"
mount --bind "$1" "$0/opt/parley"
mount -o remount,bind,ro "$0/opt/parley"
cd "$0"
exec env -i container=unshare PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . /lib/systemd/systemd --log-target=null`;

type Given = { readonly containers: Containers; readonly folder: string; readonly say: (text: string) => void };

export async function bootUnit({ containers, folder, say }: Given): Promise<void> {
  say("making a Debian with systemd (half a minute)");
  const root = join(folder, "booted");
  runTool("mmdebstrap", ["--quiet", "--variant=minbase", `--include=${PACKAGES}`, "bookworm", root], 5);
  runTool("chroot", [root, "useradd", "--system", "--home-dir", "/srv/parley", "--create-home", "parley"]);
  for (const path of ["opt/parley", "etc/parley"]) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, "etc/parley/env"), ENV);
  writeFileSync(join(root, "etc/systemd/system/parley.service"), unitsOfDocs().unit);
  const unshare = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", "--fork", "--propagation", "private"];
  const child = spawn(
    "ip",
    ["netns", "exec", containers.network, "unshare", ...unshare, "sh", "-c", BOOT, root, containers.program],
    { stdio: "ignore" },
  );
  try {
    await prove(await insideOf(child), { containers, say });
  } finally {
    const init = childOf(child);
    // With the first process all others of its namespace end.
    if (init) process.kill(Number(init), "SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

type Inside = (...words: string[]) => string;

async function prove(inside: Inside, { containers, say }: Omit<Given, "folder">): Promise<void> {
  const starts = () => inside("journalctl", "-u", "parley", "--no-pager").split("Parley is ready").length - 1;
  const shown = (name: string) => inside("systemctl", "show", "parley", "--property", name, "--value");
  await until("systemd is up", () => /running|degraded/.test(inside("systemctl", "is-system-running")));
  inside("systemctl", "enable", "--now", "parley");
  await until("the unit is ready", () => starts() === 1);
  const status = inside("cat", `/proc/${shown("MainPID")}/status`);
  assert.match(status, /^NoNewPrivs:\s+1$/m);
  assert.doesNotMatch(status, /^Uid:\s+0/m);
  const trade = join(import.meta.dirname, "trade.ts");
  say(`the unit is up and serves a trade: ${containers.besides(process.execPath, trade, "http://127.0.0.1:8090")}`);
  inside("systemctl", "kill", "--signal", "KILL", "--kill-who", "main", "parley");
  await until("the unit is ready again", () => starts() === 2);
  assert.equal(shown("NRestarts"), "1");
  inside("systemctl", "stop", "parley");
  assert.deepEqual(["ActiveState", "Result", "ExecMainStatus"].map(shown), ["inactive", "success", "0"]);
  say("killed it is started again, and it stops in order");
}

async function insideOf(child: ChildProcess): Promise<Inside> {
  let init: string | undefined;
  await until("there is a first process", () => {
    init = childOf(child);
    return init !== undefined && readFileSync(`/proc/${init}/comm`, "utf8").trim() === "systemd";
  });
  const at = ["-t", String(init), "-m", "-p", "-n", `--root=/proc/${init}/root`, `--wd=/proc/${init}/root`];
  return (...words) => {
    const { stdout, stderr } = spawnSync("nsenter", [...at, ...words], { encoding: "utf8", timeout: 60_000 });
    return `${stdout}${stderr}`.trim();
  };
}

/** `ip` becomes unshare, which has one child. */
function childOf({ pid }: ChildProcess): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0] || undefined;
  } catch {
    return undefined;
  }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 180_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await pause(500);
  }
}
