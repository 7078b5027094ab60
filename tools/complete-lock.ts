/**
 * Adds to package-lock.json the optional packages of other platforms that a registry did not list when the lock was
 * written (npm drops them in silence and then refuses its own lock), and every digest that npm left out. Run it after
 * every change of the lock.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

type Entry = {
  version?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
const file = "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Entry> };

const OS = ["darwin", "linux", "win32", "android", "freebsd", "openbsd", "netbsd", "sunos", "aix"];
const CPU = ["x64", "arm64", "arm", "ia32", "ppc64", "ppc64le", "s390x", "riscv64", "loong64", "mips64el", "wasm32"];

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const isThere = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => lock.packages[place]);
    if (isThere || !/^\d/.test(range)) continue;
    const words = name.replace(/^@[^/]+\//, "").split(/[-_]/);
    const os = OS.find((one) => words.includes(one) || (one === "win32" && words.includes("windows")));
    const cpu = CPU.find((one) => words.includes(one));
    lock.packages[`node_modules/${name}`] = {
      version: range,
      optional: true,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(os ? { os: [os] } : {}),
    };
    added += 1;
  }
}
let digests = 0;
for (const [path, { version, integrity, ...rest }] of Object.entries(lock.packages)) {
  if (path === "" || integrity) continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const digest = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], { encoding: "utf8" }).trim();
  lock.packages[path] = { ...(version === undefined ? {} : { version }), integrity: digest, ...rest };
  digests += 1;
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} optional packages of other platforms and ${digests} digests added to the lock\n`);
