/** The modules that the process with the keys may load: its own, names of accounts, the settings of modules, and the platform without its server of pages. */
import { type Rule, resolved } from "./rules.ts";

const STARTS = ["server/main.ts", "server/starts/signer.ts", "server/signer/main.ts"];
const ALLOWED =
  /^(server\/main\.ts|server\/starts\/signer\.ts|server\/signer\/|server\/platform\/(?!http\/|events\/(workers|live)|app-ports|mail\/)|server\/money\/ledger\/|server\/reference\/settings\/|server\/declared-settings\.ts|server\/[a-z]+\/[a-z-]+\/settings\.ts|contract\/|web\/i18n\/[\w-]+\/en\.json)/;

/** The modules that a file loads, without types and dynamic imports. */
function loadedBy(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)(?! type\b)[^;]*? from "([^"]+)"|^import "([^"]+)"/gm)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((specifier) => /^[.#]/.test(specifier))
    .map((specifier) =>
      resolved(path, specifier)
        .replace(/^#contract\//, "contract/")
        .replace(/^#i18n\//, "web/i18n/"),
    );
}

export const signerAlone: Rule = (tree) => {
  const reached = new Set<string>();
  const faults: string[] = [];
  const look = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const target of loadedBy(path, tree.get(path) ?? "")) {
      if (ALLOWED.test(target)) look(target);
      else faults.push(`${path} loads ${target} beside the keys`);
    }
  };
  STARTS.forEach(look);
  return { looked: reached.size, faults };
};
