/**
 * The Chromium that npm brings, unpacked once per version into a folder of our own and started with several processes,
 * as people's browsers are. No page reaches anything but this machine.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";

const require = createRequire(import.meta.url);

const ARGS = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-breakpad",
  "--disable-component-update",
  "--disable-background-networking",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

/** Close it with browser.close(). CHROMIUM names another browser to use. */
export async function launchBrowser(options: { args?: string[] } = {}): Promise<Browser> {
  const folder = process.env.CHROMIUM ? undefined : unpacked();
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? join(folder ?? "", "chromium"),
    args: [...ARGS, ...(options.args ?? [])],
    ...(folder ? { env: environment(folder) } : {}),
  });
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

/** Several test files may ask at once: each unpacks aside, and the first to finish gives the folder its name. */
function unpacked(): string {
  const packed = join(dirname(require.resolve("@sparticuz/chromium")), "..", "bin");
  const home = existsSync(packed) ? packed : join(dirname(require.resolve("@sparticuz/chromium/package.json")), "bin");
  const size = readFileSync(join(home, "chromium.br"));
  const version = createHash("sha256").update(size.subarray(0, 65_536)).update(String(size.length)).digest("hex");
  const folder = join(tmpdir(), `parley-chromium-${version.slice(0, 12)}-${process.getuid?.() ?? 0}`);
  if (existsSync(join(folder, "chromium"))) return folder;
  const aside = mkdtempSync(join(tmpdir(), "parley-chromium-aside-"));
  writeFileSync(join(aside, "chromium"), brotliDecompressSync(size));
  chmodSync(join(aside, "chromium"), 0o755);
  untar(brotliDecompressSync(readFileSync(join(home, "al2023.tar.br"))), aside);
  untar(brotliDecompressSync(readFileSync(join(home, "swiftshader.tar.br"))), aside);
  untar(brotliDecompressSync(readFileSync(join(home, "fonts.tar.br"))), aside);
  try {
    renameSync(aside, folder);
  } catch {
    // Somebody else was first: his is as good.
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

/** Plain files and folders of a tar archive; it has nothing else. */
function untar(archive: Buffer, into: string): void {
  for (let place = 0; place + 512 <= archive.length; ) {
    const field = (from: number, length: number) =>
      archive.toString("utf8", place + from, place + from + length).replace(/\0.*$/s, "");
    const name = field(0, 100);
    if (!name) return;
    const bytes = Number.parseInt(field(124, 12).trim() || "0", 8);
    const path = join(into, field(345, 155), name);
    if (!path.startsWith(into)) throw new Error(`the archive leaves its folder: ${name}`);
    if (field(156, 1) === "5") mkdirSync(path, { recursive: true });
    else if (["0", ""].includes(field(156, 1))) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, archive.subarray(place + 512, place + 512 + bytes), { mode: 0o755 });
    }
    place += 512 + Math.ceil(bytes / 512) * 512;
  }
}
