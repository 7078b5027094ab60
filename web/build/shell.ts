/** Builds the page bootstrap and the page's own stylesheet, and copies the files that have fixed names. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCALES, type ShellAssets } from "#contract/page.ts";
import { build, esmExternalRequirePlugin } from "vite";
import { withRuleRefusals } from "../i18n/by-language.ts";
import { baseConfig, DIST, VENDOR_MODULES, WEB } from "./place.ts";

export async function buildShell(applicationHash: string): Promise<ShellAssets> {
  const folder = join(DIST, "shell");
  const result = await build(
    baseConfig({
      base: "/shell/",
      define: { __APPLICATION_HASH__: JSON.stringify(applicationHash) },
      plugins: [esmExternalRequirePlugin({ external: [...VENDOR_MODULES] })],
      build: {
        outDir: folder,
        assetsDir: "",
        cssCodeSplit: false,
        rolldownOptions: {
          input: { main: join(WEB, "shell", "main.ts") },
          output: {
            entryFileNames: "[name]-[hash].js",
            chunkFileNames: "[name]-[hash].js",
            assetFileNames: "shell-[hash][extname]",
          },
        },
      },
    }),
  );
  cpSync(join(WEB, "shell", "files"), folder, { recursive: true });
  writeRefusals(join(folder, "refusals"));
  const files = "output" in result ? result.output : [];
  const entry = files.find((file) => file.type === "chunk" && file.isEntry);
  const style = files.find((file) => file.fileName.endsWith(".css"));
  if (entry?.type !== "chunk" || !style) throw new Error("the shell build has no entry or no stylesheet");
  return {
    js: `/shell/${entry.fileName}`,
    preload: entry.imports
      .filter((file) => !VENDOR_MODULES.some((name) => name === file))
      .map((file) => `/shell/${file}`),
    css: { href: `/shell/${style.fileName}`, text: readFileSync(join(folder, style.fileName), "utf8") },
  };
}

/** What the server declines, in each language but English, which the server says by itself. */
function writeRefusals(folder: string): void {
  const read = (...path: string[]) => JSON.parse(readFileSync(join(WEB, "i18n", ...path), "utf8"));
  mkdirSync(folder, { recursive: true });
  for (const locale of LOCALES.filter((one) => one !== "en")) {
    const texts = withRuleRefusals<string>(read("refusals", `${locale}.json`), read("rules.json"), locale);
    writeFileSync(join(folder, `${locale}.json`), JSON.stringify(texts));
  }
}
