// Guards: a bitcoind is taken from where the operator says, else from a whole copy, else from this machine, else fetched
// once through the machine's own package source; and its absence is told with the way out.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, test } from "node:test";
import { debianSource, findBitcoind, machineCache } from "./bitcoind-binary.ts";

const home = mkdtempSync(join(tmpdir(), "parley-binary-"));
const path = process.env.PATH;
afterEach(() => {
  process.env.PATH = path;
});
after(() => rmSync(home, { recursive: true, force: true }));

let counter = 0;
const folder = () => {
  const made = join(home, String(++counter));
  mkdirSync(made);
  return made;
};

function program(file: string, script: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
const NODE = 'echo "Bitcoin Knots daemon version v29"';

/** A folder as a fetched package leaves it; its loader is a shell that answers for the program. */
function copyIn(cache: string, loader = NODE): void {
  const root = join(cache, "bitcoind/root");
  program(join(root, "usr/bin/bitcoind"), "exit 1");
  program(join(root, "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"), loader);
}

function find(options: Partial<Parameters<typeof findBitcoind>[0]> = {}) {
  return findBitcoind({ folders: [], mayFetch: false, say: () => undefined, ...options });
}
const reasonOf = (found: Awaited<ReturnType<typeof find>>) => (found.found ? "found" : found.reason);

/** A machine whose programs are these alone, besides what a shell needs. */
function onlyPrograms(programs: Record<string, string>): string {
  const bin = folder();
  for (const [name, script] of Object.entries(programs)) program(join(bin, name), script);
  process.env.PATH = bin;
  return bin;
}

test("the program that the operator names is taken, and no other when it does not run", async () => {
  onlyPrograms({ bitcoind: NODE });
  const good = program(join(folder(), "my-node"), NODE);
  assert.deepEqual(await find({ path: good }), { found: true, binary: { command: good, leadingArgs: [] } });
  for (const script of ["exit 1", "echo something else", `${NODE}; exit 2`]) {
    const bad = program(join(folder(), "my-node"), script);
    const text = `no bitcoind: ${bad} does not run. Set BITCOIND to a program or BITCOIN_RPC_URL to a node.`;
    assert.equal(reasonOf(await find({ path: bad })), text);
  }
});

test("a whole copy is run by the loader that came with it; a broken one is passed over", async () => {
  onlyPrograms({});
  const [broken, empty, whole] = [folder(), folder(), folder()];
  copyIn(broken, "exit 1");
  copyIn(whole, '[ "$1" = --library-path ] && [ "$4" = --version ] && echo "Bitcoin $2 $3"');
  const found = await find({ folders: [empty, broken, whole] });
  const libraries = join(whole, "bitcoind/root/usr/lib/x86_64-linux-gnu");
  assert.deepEqual(found, {
    found: true,
    binary: {
      command: join(libraries, "ld-linux-x86-64.so.2"),
      leadingArgs: ["--library-path", libraries, join(whole, "bitcoind/root/usr/bin/bitcoind")],
    },
  });
  rmSync(join(libraries, "ld-linux-x86-64.so.2"));
  assert.match(reasonOf(await find({ folders: [whole] })), /it is not on this machine/);
});

test("the machine's own bitcoind is the next, and nothing is fetched unasked", async () => {
  onlyPrograms({ bitcoind: NODE });
  assert.deepEqual(await find(), { found: true, binary: { command: "bitcoind", leadingArgs: [] } });
  onlyPrograms({});
  assert.match(reasonOf(await find()), /it is not on this machine/);
});

const skip = process.platform === "linux" && debianSource() ? false : "not run: no Debian package source here";
/** What stands in for the archive: lays two packages down, and unpacks the node. */
const APT = `
[ "$1" = --version ] && exit 0
for word in "$@"; do case "$word" in Dir::Cache=*) cache="\${word#Dir::Cache=}";; esac; done
echo "$@" >> "$LOG"
case "$*" in *install*) : > "$cache/archives/bitcoin-knots_29_amd64.deb"; : > "$cache/archives/libc6_2_amd64.deb";; esac`;
const DPKG = `
[ "$1" = --version ] && exit 0
/bin/mkdir -p "$3/usr/bin" "$3/usr/lib/x86_64-linux-gnu"
: > "$3/usr/bin/bitcoind"
printf '#!/bin/sh\\n${NODE.replaceAll('"', '\\"')}\\n' > "$3/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"
/bin/chmod 755 "$3/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"`;

test("it is fetched once, into the first folder that can be written, with private lists and settings", {
  skip,
}, async () => {
  const log = join(folder(), "apt.log");
  onlyPrograms({ "apt-get": APT.replaceAll("$LOG", log), "dpkg-deb": DPKG });
  const [cache, second] = [join(folder(), "new"), folder()];
  const said: string[] = [];
  // A file stands where the first folder would be.
  const closed = join(folder(), "file");
  writeFileSync(closed, "");
  const options = { folders: [closed, cache, second], mayFetch: true, say: (text: string) => void said.push(text) };
  const found = await find(options);
  assert.equal(found.found, true, reasonOf(found));
  const [update, install] = readFileSync(log, "utf8").trim().split("\n");
  assert.match(update ?? "", /Dir::Etc::SourceList=\S+bitcoind\.part-\d+\/apt\/debian\.(sources|list) .*-q update$/);
  assert.match(install ?? "", /-q -y --download-only --no-install-recommends install bitcoin-knots$/);
  for (const line of [update ?? "", install ?? ""]) {
    assert.match(line, /Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20/);
    assert.equal(line.includes("APT::Sandbox::User=root"), process.getuid?.() === 0);
  }
  assert.match(
    readFileSync(join(cache, "bitcoind/packages.txt"), "utf8"),
    /^[0-9a-f]{64} {2}bitcoin-knots_29_amd64\.deb\n[0-9a-f]{64} {2}libc6_2_amd64\.deb\n$/,
  );
  assert.deepEqual(
    readdirSync(cache).filter((name) => name !== "bitcoind.lock"),
    ["bitcoind"],
  );
  assert.equal(existsSync(join(cache, "bitcoind/apt")), false);
  assert.deepEqual(readdirSync(second), []);
  assert.deepEqual(said, [
    "fetching the Bitcoin node (Debian's bitcoin-knots, about 30 MB, only once)",
    "fetching the Bitcoin node: package list read, loading the packages",
  ]);
  assert.deepEqual(await find(options), found);
  assert.equal(readFileSync(log, "utf8").trim().split("\n").length, 2, "it was fetched again");
});

test("why it could not be fetched is told, and nothing half made stays", { skip }, async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ "dpkg-deb": DPKG }, /this machine has no apt-get to fetch it with/],
    [{ "apt-get": APT.replaceAll("$LOG", "/dev/null") }, /this machine has no dpkg-deb to fetch it with/],
    [
      {
        "apt-get": '[ "$1" = --version ] && exit 0; echo "noise" >&2; echo "E: no such suite" >&2; exit 100',
        "dpkg-deb": DPKG,
      },
      /apt-get failed \(E: no such suite\)/,
    ],
    [
      { "apt-get": '[ "$1" = --version ] && exit 0; echo "last words" >&2; exit 1', "dpkg-deb": DPKG },
      /apt-get failed \(last words\)/,
    ],
    [{ "apt-get": "exit 0", "dpkg-deb": DPKG }, /the package source did not give bitcoin-knots/],
    [
      { "apt-get": APT.replaceAll("$LOG", "/dev/null"), "dpkg-deb": "exit 0" },
      /the fetched program does not run on this machine/,
    ],
  ];
  for (const [programs, reason] of cases) {
    onlyPrograms(programs);
    const cache = folder();
    assert.match(reasonOf(await find({ folders: [cache], mayFetch: true })), reason);
    assert.deepEqual(
      readdirSync(cache).filter((name) => name.includes("part")),
      [],
      String(reason),
    );
  }
  onlyPrograms({ "apt-get": "exit 0", "dpkg-deb": "exit 0" });
  assert.match(reasonOf(await find({ folders: [], mayFetch: true })), /there is no folder to keep it in/);
});

test("clones of one user share a folder", () => {
  assert.equal(machineCache({ XDG_CACHE_HOME: "/some/cache" }), "/some/cache/parley");
  assert.equal(machineCache({}), join(homedir(), ".cache/parley"));
});

test("only the Debian archive itself is taken from the package sources, with binaries and main", () => {
  const apt = folder();
  const list = (name: string, text: string) => {
    mkdirSync(join(apt, "sources.list.d"), { recursive: true });
    writeFileSync(join(apt, name), text);
  };
  list("sources.list.d/a.sources", "Types: deb-src\nURIs: http://mirror.example/debian\nSuites: x\nComponents: main\n");
  list("sources.list.d/b.sources", "Types: deb\nURIs: http://mirror.example/other\nSuites: x\nComponents: main\n");
  list(
    "sources.list",
    "# deb http://mirror.example/debian bookworm main\ndeb http://mirror.example/debian bookworm contrib\n",
  );
  assert.equal(debianSource(apt), undefined);
  list("sources.list.d/c.list", "  deb http://mirror.example/debian/ bookworm contrib main\n");
  assert.deepEqual(debianSource(apt), {
    fileName: "debian.list",
    text: "deb http://mirror.example/debian/ sid main\n",
  });
  list(
    "sources.list.d/d.sources",
    "Types: deb\nURIs: mirror+file:/etc/apt/mirrors/debian.list\nSuites: x\nComponents: a\n",
  );
  assert.deepEqual(debianSource(apt), {
    fileName: "debian.sources",
    text: "Types: deb\nURIs: mirror+file:/etc/apt/mirrors/debian.list\nSuites: sid\nComponents: main\n",
  });
  list("sources.list.d/d.sources", "Types: deb\nURIs: mirror+file:/etc/apt/mirrors/debian-security.list\nSuites: x\n");
  assert.equal(debianSource(apt)?.fileName, "debian.list");
});
