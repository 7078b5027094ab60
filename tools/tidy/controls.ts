/** Controls that nothing obeys: parameters that no code reads, settings and flags that nobody asks for. */
import * as z from "zod";
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import { importsOf, resolved, type Tree, type Verdict } from "./rules.ts";

const isSource = (path: string) => /^(server|web|tools)\/.+\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

function sourcesOf(tree: Tree, except: RegExp): string {
  return [...tree]
    .filter(([path]) => isSource(path) && !except.test(path))
    .map(([, text]) => text)
    .join("\n");
}

/**
 * The names of query and body parameters that the code of their endpoint does not name: that of the modules which mount it, and of the
 * modules which those ask. Comments and tests read nothing.
 */
export function deadParameters(tree: Tree, endpoints: readonly EndpointShape[]): Verdict {
  const modules = modulesOf(tree);
  const derived = wordsOf(tree.get("contract/market/offers/offer-fields.ts") ?? "");
  const faults = endpoints.flatMap((endpoint) => {
    const owners = [...modules.values()].filter(({ words }) => words.has(endpoint.name));
    const readers = owners.flatMap((owner) => [owner, ...[...owner.asks].flatMap((path) => modules.get(path) ?? [])]);
    return [...new Set([...namesOf(endpoint.query), ...namesOf(endpoint.body)])]
      .filter((name) => !derived.has(name) && !readers.some(({ words }) => words.has(name)))
      .map((name) => `${endpoint.name} ${name}`);
  });
  return { looked: endpoints.length, faults };
}

type Module = { readonly words: Set<string>; readonly asks: Set<string> };

/** By folder: what its code names, and the folders that it imports from. */
function modulesOf(tree: Tree): Map<string, Module> {
  const modules = new Map<string, Module>();
  for (const [path, text] of tree) {
    if (!path.startsWith("server/") || !isSource(path) || /^server\/(testing|signer|devnet)\//.test(path)) continue;
    const own = folderOf(path);
    const module = modules.get(own) ?? { words: new Set(), asks: new Set() };
    modules.set(own, module);
    for (const word of wordsOf(text)) module.words.add(word);
    for (const specifier of importsOf(text)) module.asks.add(folderOf(resolved(path, specifier)));
  }
  return modules;
}

const folderOf = (path: string) => /^server\/(?:(?:platform|demo)(?=\/)|\w+\/[\w-]+(?=\/))/.exec(path)?.[0] ?? path;

const wordsOf = (text: string) => new Set(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").match(/[\w-]+/g));

function namesOf(schema: EndpointShape["query"]): string[] {
  if (!schema) return [];
  const { properties = {}, anyOf = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as {
    properties?: object;
    anyOf?: { properties?: object }[];
  };
  return [properties, ...anyOf.map((one) => one.properties ?? {})].flatMap((one) => Object.keys(one));
}

/** Settings that no code reads, nor a function of the database. */
export function deadSettings(tree: Tree, settings: readonly string[]): Verdict {
  const text = sourcesOf(tree, /^server\/[a-z]+\/[a-z-]+\/settings\.ts$|^tools\//);
  const functions = [...tree].filter(([path]) => path.includes("/database/functions/")).map(([, sql]) => sql);
  const isRead = (name: string) => text.includes(`"${name}"`) || functions.join("\n").includes(`'${name}'`);
  return { looked: settings.length, faults: settings.filter((name) => !isRead(name)) };
}

/** Flags that no code asks for, the contract's included, nor a function of the database. */
export function deadFlags(tree: Tree, flags: readonly string[]): Verdict {
  const declared = /^server\/[a-z]+\/[a-z-]+\/flags\.ts$|^server\/reference\/flags\/|^contract\/reference\/flag-names/;
  const ofContract = [...tree].filter(([path]) => /^contract\/.+(?<!\.test)\.ts$/.test(path) && !declared.test(path));
  const text = `${sourcesOf(tree, new RegExp(`${declared.source}|^tools\\/`))}\n${ofContract.map(([, one]) => one).join("\n")}`;
  const functions = [...tree].filter(([path]) => path.includes("/database/functions/")).map(([, sql]) => sql);
  const isAsked = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(text) || new RegExp(`flag_is_on\\('+${name}'`).test(functions.join("\n"));
  return { looked: flags.length, faults: flags.filter((name) => !isAsked(name)) };
}
