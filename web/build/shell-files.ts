/** Puts the files with fixed names beside the scripts: marks, icons, and what the server declines in each language. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withRuleRefusals } from "#contract/market/offers/rule-refusals.ts";
import { DEFAULT_LOCALE, LOCALES } from "#contract/platform/locales.ts";
import { withBrand } from "./messages.ts";
import { DIST, WEB } from "./place.ts";

export function copyShellFiles(): void {
  const folder = join(DIST, "shell");
  cpSync(join(WEB, "shell", "files"), folder, { recursive: true });
  writeRefusals(join(folder, "refusals"));
}

/** In each language but English, which the answers of the server have. */
function writeRefusals(folder: string): void {
  const read = (...path: string[]) => JSON.parse(readFileSync(join(WEB, "i18n", ...path), "utf8"));
  mkdirSync(folder, { recursive: true });
  for (const locale of LOCALES.filter((one) => one !== DEFAULT_LOCALE)) {
    const texts = withRuleRefusals<string>(read("refusals", `${locale}.json`), read("rules", `${locale}.json`));
    writeFileSync(join(folder, `${locale}.json`), withBrand(JSON.stringify(texts)));
  }
}
