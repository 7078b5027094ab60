/** Controls that nothing obeys: parameters that no code reads, settings and flags that nobody asks for. */
import * as z from "zod";
import type { EndpointShape } from "#contract/endpoint.ts";
import type { Tree, Verdict } from "./rules.ts";

const isSource = (path: string) => /^(server|web|tools)\/.+\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

function sourcesOf(tree: Tree, except: RegExp): string {
  return [...tree]
    .filter(([path]) => isSource(path) && !except.test(path))
    .map(([, text]) => text)
    .join("\n");
}

/** The names of query and body parameters that no file of the server names. */
export function deadParameters(tree: Tree, endpoints: readonly EndpointShape[]): Verdict {
  const server = [...tree].filter(([path]) => path.startsWith("server/") && isSource(path)).map(([, text]) => text);
  const derived = [...tree].flatMap(([path, text]) => (/^contract\/offer-fields\.ts$/.test(path) ? [text] : []));
  const words = new Set([...server, ...derived].join("\n").match(/[\w-]+/g));
  const faults = endpoints.flatMap((endpoint) =>
    [...namesOf(endpoint.query), ...namesOf(endpoint.body)]
      .filter((name) => !words.has(name))
      .map((name) => `${endpoint.name} ${name}`),
  );
  return { looked: endpoints.length, faults };
}

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
  const text = sourcesOf(tree, /^server\/reference\/settings\/settings[a-z-]*\.ts$|^tools\//);
  const functions = [...tree].filter(([path]) => path.startsWith("server/migrations/")).map(([, sql]) => sql);
  const isRead = (name: string) => text.includes(`"${name}"`) || functions.join("\n").includes(`'${name}'`);
  return { looked: settings.length, faults: settings.filter((name) => !isRead(name)) };
}

/** Flags that no code asks for, nor a function of the database. */
export function deadFlags(tree: Tree, flags: readonly string[]): Verdict {
  const text = sourcesOf(tree, /^server\/reference\/flags\/|^contract\/flag-names|^tools\//);
  const functions = [...tree].filter(([path]) => path.startsWith("server/migrations/")).map(([, sql]) => sql);
  const isAsked = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(text) || new RegExp(`flag_is_on\\('+${name}'`).test(functions.join("\n"));
  return { looked: flags.length, faults: flags.filter((name) => !isAsked(name)) };
}
