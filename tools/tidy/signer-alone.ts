/** What the process that holds the keys loads: itself, names of accounts, what modules declare as settings, the platform without its server of pages. */
import { type Rule, resolved } from "./rules.ts";

const STARTS = ["server/main.ts", "server/starts/signer.ts", "server/signer/main.ts"];
const ALLOWED =
  /^(server\/main\.ts|server\/starts\/signer\.ts|server\/signer\/|server\/platform\/(?!http\/|events\/(workers|live)|app-ports|mail\/)|server\/money\/ledger\/|server\/reference\/settings\/|server\/declared-settings\.ts|server\/[a-z]+\/[a-z-]+\/settings\.ts|contract\/)/;

/** What is loaded with a file: neither types alone nor what is loaded later. */
function loadedBy(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)(?! type\b)[^;]*? from "([^"]+)"|^import "([^"]+)"/gm)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((specifier) => /^[.#]/.test(specifier))
    .map((specifier) => resolved(path, specifier).replace(/^#contract\//, "contract/"));
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
