/**
 * React ships as CommonJS. Here each of its modules gets the form that everything else has, with its exports by their
 * names: otherwise every file of the build would unwrap it anew, with helpers of the bundler as one more file.
 */
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { REACT_MODULES } from "./place.ts";

const require = createRequire(import.meta.url);

/** The entry that has all of React under one roof: for an application from elsewhere, whose React must be the page's. */
export const WHOLE_REACT = "parley:react";

const WHOLE = "\0parley:react";
const PART = "\0parley:react/";

export function reactByName(): Plugin {
  return {
    name: "parley:react-by-name",
    enforce: "pre",
    resolveId(source, importer, { kind }) {
      if (source === WHOLE_REACT) return WHOLE;
      const isOurs = isReact(source) && kind !== "require-call" && !importer?.startsWith(PART);
      return isOurs ? PART + source : null;
    },
    load(id) {
      if (id === WHOLE) return underOneRoof();
      return id.startsWith(PART) ? unwrapped(id.slice(PART.length)) : null;
    },
  };
}

function isReact(name: string): boolean {
  return (REACT_MODULES as readonly string[]).includes(name);
}

function exportsOf(module: string): string[] {
  return Object.keys(require(module) as object).filter((name) => name !== "default");
}

function unwrapped(module: string): string {
  return `import whole from ${JSON.stringify(module)};
export const { ${exportsOf(module).join(", ")} } = whole;
export default whole;`;
}

/** Names that two modules have (`version`, `Fragment`) are alike in both. */
function underOneRoof(): string {
  const taken = new Set<string>();
  const lines = REACT_MODULES.map((module) => {
    const names = exportsOf(module).filter((name) => !taken.has(name));
    for (const name of names) taken.add(name);
    return `export { ${names.join(", ")} } from ${JSON.stringify(module)};`;
  });
  return [...lines, 'export { default } from "react";'].join("\n");
}
