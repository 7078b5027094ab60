// The one door for every npm script. Runs under any Node from 20 on, without dependencies: installs from the lock when
// the lock changed, builds the web when its sources changed, then hands over to the pinned Node 24.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const [verb = "start", ...rest] = process.argv.slice(2);
const say = (text) => process.stdout.write(`· ${text}\n`);

/** What each script runs on the pinned Node, and whether it needs the built web. */
const VERBS = {
  start: { file: "server/main.ts", web: true },
  dev: { file: "tools/dev.ts", web: true },
  // It asks for the pages itself, with the verb after it, when a chosen file looks at them.
  test: { file: "tools/test.ts", web: false },
  build: { web: true },
  check: { file: "tools/check.ts", web: false },
  bench: { file: "bench/main.ts", web: true },
  docs: { file: "tools/diagrams.ts", web: false },
  seed: { file: "tools/seed.ts", web: false },
  migrate: { file: "tools/migrate.ts", web: false },
  admin: { file: "tools/admin.ts", web: false },
  custody: { file: "tools/custody.ts", web: false },
  campaign: { file: "campaign/main.ts", web: false },
};

const job = VERBS[verb];
if (!job) {
  process.stderr.write(`no such script: ${verb}; there is ${Object.keys(VERBS).join(", ")}\n`);
  process.exit(2);
}

install();
const node = pinnedNode();
if (job.web) buildWeb(node);
if (job.file) run(node, [job.file, ...rest]);

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function install() {
  const stamp = join("node_modules", ".install-stamp");
  const wanted = hashOf(["package-lock.json", "package.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  mustWrite("node_modules", "its packages are not installed, or are of another version");
  say("installing packages from the lock (first run: about half a minute)");
  const npm = (...args) =>
    spawnSync(npmCommand(), [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      stdio: "inherit",
      shell: process.platform === "win32",
    }).status;
  // `npm ci` refuses a lock whose registry lacks other platforms' packages; `install --no-save` obeys the same lock.
  if (npm("ci") !== 0) {
    say("npm ci refused the lock on this machine; installing the same versions another way");
    if (npm("install", "--no-save") !== 0) process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** Stops with a sentence where what is missing cannot be made. What is there already is used without being written. */
function mustWrite(folder, what) {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch {
    process.stderr.write(
      `Parley cannot prepare itself: ${what}, and ${join(root, folder)} cannot be written.\n` +
        "Run npm start once as a user who may write there, or on a writable copy; then the folder may be read-only.\n",
    );
    process.exit(1);
  }
}

function npmCommand() {
  return process.platform === "win32" ? "npm.cmd" : "npm";
}

/** The Node that package.json pins, brought by npm as a platform package; the running one where it is new enough. */
function pinnedNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const packaged = join(root, "node_modules", `node-${platform}-${process.arch}`, "bin");
  const binary = join(packaged, process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(binary)) return binary;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  process.stderr.write(
    `Parley runs on Node 24. npm brings no Node 24 for ${platform}-${process.arch}; please run this with Node 24 or newer.\n`,
  );
  process.exit(1);
}

function buildWeb(nodeBinary) {
  const sources = filesBelow("web").concat(filesBelow("contract"), ["package-lock.json"]).sort();
  const wanted = hashOf(sources);
  const stamp = join("dist", ".build-stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  mustWrite("dist", "its web pages are not built, or from other sources");
  say("building the web pages (about ten seconds)");
  const result = spawnSync(nodeBinary, ["web/build.ts"], { stdio: "inherit", env: environment(nodeBinary) });
  if (result.status !== 0) {
    rmSync(stamp, { force: true });
    process.exit(result.status ?? 1);
  }
  mkdirSync("dist", { recursive: true });
  writeFileSync(stamp, wanted);
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function environment(nodeBinary) {
  return { ...process.env, PATH: dirname(nodeBinary) + delimiter + (process.env.PATH ?? "") };
}

/** Runs the script and ends as it ends; Ctrl-C and SIGTERM reach it, and it stops cleanly by itself. */
function run(nodeBinary, args) {
  const child = spawn(nodeBinary, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: "inherit",
    env: environment(nodeBinary),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
