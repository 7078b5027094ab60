/**
 * The Chromium that npm brings, unpacked once per version into a folder of our own and started with several processes,
 * as people's browsers are. No page reaches anything but this machine.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdtemp, open, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { extract } from "tar-fs";
import { memoryFolder } from "../server/testing/memory-folder.ts";

const require = createRequire(import.meta.url);

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-breakpad",
  "--disable-component-update",
  "--disable-background-networking",
  // A page lives for some seconds here: what optimises its scripts costs more than it brings.
  "--js-flags=--max-opt=1",
  // Its camera is made up, and nobody is asked for it.
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

/** Close it with browser.close(). CHROMIUM names another browser to use. */
export async function launchBrowser(options: { args?: string[] } = {}): Promise<Browser> {
  const folder = process.env.CHROMIUM ? undefined : await unpacked();
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? join(folder ?? "", "chromium"),
    args: [...ARGS, ...(options.args ?? [])],
    // Otherwise shared memory of its processes is on the disk, and creating and deleting its files takes a tenth of the time.
    ...(memoryFolder(2 ** 30) ? { ignoreDefaultArgs: ["--disable-dev-shm-usage"] } : {}),
    ...(folder ? { env: environment(folder) } : {}),
  });
}

const IDLE_MS = 3000;
let shared: Promise<Browser> | undefined;
let users = 0;

/**
 * The browser of this process, started for the first who asks. `leave` closes what was opened in it; one that nobody has used for some
 * seconds is closed, so that files that run one after another have the same.
 */
export async function sharedBrowser(): Promise<{ readonly browser: Browser; leave(): Promise<void> }> {
  users += 1;
  shared ??= launchBrowser();
  const browser = await shared;
  return {
    browser,
    async leave() {
      users -= 1;
      if (users > 0) return;
      await Promise.all(browser.contexts().map((context) => context.close()));
      setTimeout(() => {
        if (users > 0 || !shared) return;
        shared = undefined;
        void browser.close();
      }, IDLE_MS);
    },
  };
}

function environment(folder: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const libraries = [join(folder, "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const fonts = join(folder, "fonts");
  return {
    ...Object.fromEntries(inherited),
    LD_LIBRARY_PATH: libraries,
    ...(existsSync(fonts) && !existsSync("/etc/fonts/fonts.conf") ? { FONTCONFIG_PATH: fonts } : {}),
  };
}

/** Several test files may ask at once: each unpacks aside, and the first to finish names the folder. */
async function unpacked(): Promise<string> {
  const packed = join(dirname(require.resolve("@sparticuz/chromium")), "..", "bin");
  const home = existsSync(packed) ? packed : join(dirname(require.resolve("@sparticuz/chromium/package.json")), "bin");
  const version = await versionOf(join(home, "chromium.br"));
  const folder = join(tmpdir(), `parley-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(join(folder, "chromium"))) return folder;
  const aside = await mkdtemp(join(tmpdir(), "parley-chromium-aside-"));
  await inflate(join(home, "chromium.br"), createWriteStream(join(aside, "chromium"), { mode: 0o755 }));
  for (const archive of ["al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"]) {
    // As root the files would otherwise belong to the user who packed them.
    await inflate(join(home, archive), extract(aside, { chown: false, dmode: 0o755, fmode: 0o755 }));
  }
  try {
    await rename(aside, folder);
  } catch {
    // Another process was first: its folder is as good.
    await rm(aside, { recursive: true, force: true });
  }
  return folder;
}

async function versionOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
  const { size } = await file.stat();
  const hash = createHash("sha256").update(buffer.subarray(0, bytesRead)).update(String(size));
  return hash.digest("hex").slice(0, 12);
}

const inflate = (path: string, into: NodeJS.WritableStream) =>
  pipeline(createReadStream(path), createBrotliDecompress(), into);
