// Guards: a node's program is the one that is named, a copy that was kept, the machine's own, or fetched once; else why not.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { findBitcoind, machineCache } from "./binary.ts";
import { debianSource } from "../debian-packages.ts";

const home = mkdtempSync(join(tmpdir(), "parley-find-"));
const PATH = process.env.PATH ?? "";
const tools = join(home, "tools");
beforeEach(() => {
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  process.env.PATH = [tools, "/usr/bin", "/bin"].join(delimiter);
});
after(() => {
  process.env.PATH = PATH;
  rmSync(home, { recursive: true, force: true });
});

function script(path: string, text: string): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const said: string[] = [];
const find = (more: Partial<Parameters<typeof findBitcoind>[0]> = {}) =>
  findBitcoind({ folders: [], mayFetch: false, say: (text) => said.push(text), ...more });
const why = (reason: string) => ({
  found: false,
  reason: `no bitcoind: ${reason}. Set BITCOIND to a program or BITCOIN_RPC_URL to a node.`,
});
/** A copy as the package leaves it: the loader runs the program whatever its libraries. */
function copyIn(folder: string, answer = 'echo "Bitcoin Knots v1"'): string {
  const libraries = join(folder, "bitcoind/root/usr/lib/x86_64-linux-gnu");
  script(join(folder, "bitcoind/root/usr/bin/bitcoind"), "");
  script(join(libraries, "ld-linux-x86-64.so.2"), answer);
  return libraries;
}

test("the program that is named is used and no other is looked for", async () => {
  const folder = join(home, "kept-beside");
  copyIn(folder);
  const path = script(join(home, "mine"), 'echo "Bitcoin Core"');
  assert.deepEqual(await find({ path, folders: [folder] }), {
    found: true,
    binary: { command: path, leadingArgs: [] },
  });
  for (const [text, name] of [
    ["echo something", "silent"],
    ['echo "Bitcoin"; exit 1', "broken"],
  ] as const) {
    const wrong = script(join(home, name), text);
    assert.deepEqual(await find({ path: wrong, folders: [folder] }), why(`${wrong} does not run`));
  }
});

test("the first copy that is whole and runs is used, with its own loader", async () => {
  const [one, two, three] = [join(home, "one"), join(home, "two"), join(home, "three")];
  copyIn(one, "exit 1");
  mkdirSync(join(two, "bitcoind/root/usr/lib/x86_64-linux-gnu"), { recursive: true });
  script(join(two, "bitcoind/root/usr/bin/bitcoind"), "");
  const libraries = copyIn(three);
  assert.deepEqual(await find({ folders: [one, join(home, "none"), two, three] }), {
    found: true,
    binary: {
      command: join(libraries, "ld-linux-x86-64.so.2"),
      leadingArgs: ["--library-path", libraries, join(three, "bitcoind/root/usr/bin/bitcoind")],
    },
  });
});

test("the machine's own program is used; without one, and when nothing may be fetched, it says so", async () => {
  assert.deepEqual(await find(), why("it is not on this machine"));
  script(join(tools, "bitcoind"), 'echo "Bitcoin Core"');
  assert.deepEqual(await find(), { found: true, binary: { command: "bitcoind", leadingArgs: [] } });
});

const isDebian = debianSource() !== undefined;
const skip = isDebian ? false : "not run: this machine has no Debian source";
/** Tools that do as apt and dpkg do, with a package that holds a loader. */
function fakeApt({
  packages = "bitcoin-knots_30.0.knots20270101-1_amd64.deb libc_1_amd64.deb",
  fails = "",
} = {}): string {
  const log = join(home, "apt.log");
  rmSync(log, { force: true });
  script(
    join(tools, "apt-get"),
    `[ "$1" = --version ] && exit 0
echo "$@" >> ${log}
for word in "$@"; do case "$word" in Dir::Cache=*) cache="\${word#Dir::Cache=}";; Dir::State::status=*) cp "\${word#Dir::State::status=}" ${home}/status;; esac; done
case " $* " in *" update "*) ${fails || ":"};; *) for name in ${packages}; do echo "$name" > "$cache/archives/$name"; done;; esac`,
  );
  script(
    join(tools, "dpkg-deb"),
    `[ "$1" = --version ] && exit 0
mkdir -p "$3/usr/bin" "$3/usr/lib/x86_64-linux-gnu"
printf '#!/bin/sh\\n' > "$3/usr/bin/bitcoind"
printf '#!/bin/sh\\necho Bitcoin Knots\\n' > "$3/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"
chmod 755 "$3/usr/bin/bitcoind" "$3/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"`,
  );
  return log;
}

test("a package that is fetched is kept where there is room, and is not fetched again", { skip }, async () => {
  const log = fakeApt();
  writeFileSync(join(home, "a file"), "");
  const folders = [join(home, "a file", "cannot be"), join(home, "fetched")];
  said.length = 0;
  const answer = await find({ folders, mayFetch: true });
  assert.ok(answer.found);
  assert.match(answer.binary.command, /fetched\/bitcoind\/root\/usr\/lib\/x86_64-linux-gnu\/ld-linux/);
  assert.deepEqual(said, [
    "fetching the Bitcoin node (Debian's bitcoin-knots, about 30 MB, only once)",
    "fetching the Bitcoin node: package list read, loading the packages",
  ]);
  const listed = readFileSync(join(home, "fetched/bitcoind/packages.txt"), "utf8");
  assert.match(
    listed,
    /^[0-9a-f]{64} {2}bitcoin-knots_30.0.knots20270101-1_amd64.deb\n[0-9a-f]{64} {2}libc_1_amd64.deb\n$/,
  );
  const asked = readFileSync(log, "utf8").trim().split("\n");
  assert.equal(asked.length, 2);
  assert.match(asked[0] ?? "", /-o Dir::Etc::SourceList=\S+debian\.\w+ .*-q update$/);
  assert.match(asked[1] ?? "", /-q -y --download-only --no-install-recommends install bitcoin-knots$/);
  assert.match(
    readFileSync(join(home, "status"), "utf8"),
    /^Package: debconf\nStatus: install ok installed\n[\s\S]*\n\nPackage: systemd\n/,
  );
  for (const left of ["bitcoind.lock", "bitcoind/apt", `bitcoind.part-${process.pid}`])
    assert.ok(!existsSync(join(home, "fetched", left)), left);
  fakeApt({ fails: "exit 1" });
  assert.deepEqual(await find({ folders, mayFetch: true }), answer);
});

test("a fetch that fails says why and leaves nothing", { skip }, async () => {
  const folder = join(home, "failed");
  const folders = [folder];
  fakeApt({ fails: 'echo "W: old list" >&2; echo "more" >&2; exit 100' });
  assert.deepEqual(await find({ folders, mayFetch: true }), why("apt-get failed (W: old list)"));
  fakeApt({ fails: 'echo "first" >&2; echo "the last word" >&2; exit 100' });
  assert.deepEqual(await find({ folders, mayFetch: true }), why("apt-get failed (the last word)"));
  fakeApt({ packages: "libc_1_amd64.deb" });
  assert.deepEqual(await find({ folders, mayFetch: true }), why("the package source did not give bitcoin-knots"));
  fakeApt();
  script(join(tools, "dpkg-deb"), "exit 0");
  assert.deepEqual(await find({ folders, mayFetch: true }), why("the fetched program does not run on this machine"));
  assert.ok(!existsSync(join(folder, `bitcoind.part-${process.pid}`)));
  assert.deepEqual(await find({ folders: [], mayFetch: true }), why("there is no folder to keep it in"));
});

test("the common folder of the machine is where the environment says, else below the home", () => {
  assert.equal(machineCache({ XDG_CACHE_HOME: "/caches" }), "/caches/parley");
  for (const env of [{}, { XDG_CACHE_HOME: "" }]) assert.equal(machineCache(env), join(homedir(), ".cache/parley"));
});
