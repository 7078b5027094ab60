/** Turns the message files into icu-minify's precompiled form, so that no ICU parser reaches the browser. */
import { BRAND } from "#contract/platform/brand.ts";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const SOURCES = /\/web\/i18n\/.+\.json$/;

type Texts = { [key: string]: string | Texts };

export function compiledMessages(): Plugin {
  return {
    name: "parley:messages",
    enforce: "pre",
    transform(code, id) {
      if (!SOURCES.test(id)) return null;
      return { code: JSON.stringify(compileAll(JSON.parse(code) as Texts, id)), map: null };
    },
  };
}

/** Texts say {brand}; they never contain its name. */
export const withBrand = (text: string) => text.replaceAll("{brand}", BRAND);

function compileAll(texts: Texts, id: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      if (typeof value !== "string") return [key, compileAll(value, id)];
      try {
        return [key, compile(withBrand(value))];
      } catch (error) {
        throw new Error(`${id}: the message ${key} is not ICU: ${(error as Error).message}`);
      }
    }),
  );
}
