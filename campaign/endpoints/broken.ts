/**
 * A call that is broken on purpose, so that a test has to notice: what writes answers as before and writes nothing, what reads
 * answers the same shape with nothing in it. What works before its own transaction, as with the signer, does that part and
 * tells nothing of it. The campaign puts this into a copy of the sources only.
 */
import * as z from "zod";
import { isUnsafe } from "#contract/endpoint.ts";
import type { Tx } from "../../server/platform/db.ts";
import type { Route } from "../../server/platform/http/policy.ts";

/** The routes with the endpoint of that name broken; all as they are where there is none. */
export function withBroken(routes: readonly Route[], name = process.env.BROKEN_ENDPOINT): Route[] {
  if (!name) return [...routes];
  // What only some markets have is absent in others: its tests look at one that has it.
  return routes.map((route) => (route.endpoint.name === name ? broken(route) : route));
}

export type Break = "writes nothing" | "writes and tells nothing" | "tells nothing";

/** Read, with what no address should show. */
const READING_POSTS = new Set(["viewRecovery", "reAuthPush"]);

export function breakOf({ endpoint, policy, handling }: Route): Break {
  if ((!isUnsafe(endpoint) && !policy.guardedGet) || READING_POSTS.has(endpoint.name)) return "tells nothing";
  return handling.prepare ? "writes and tells nothing" : "writes nothing";
}

function broken(route: Route): Route {
  const how = breakOf(route);
  const written = how === "tells nothing" ? route : writingNothing(route);
  return how === "writes nothing" ? written : tellingNothing(written);
}

function writingNothing(route: Route): Route {
  const { run, group } = route.handling;
  return {
    ...route,
    handling: {
      ...route.handling,
      ...(run ? { run: (context: Parameters<typeof run>[0]) => undone(context.tx, () => run(context)) } : {}),
      ...(group
        ? {
            group: { ...group, run: (tx: Tx, commands: readonly never[]) => undone(tx, () => group.run(tx, commands)) },
          }
        : {}),
    },
  };
}

/** The result of an act of which nothing stays. */
async function undone<T>(tx: Tx, act: () => Promise<T>): Promise<T> {
  const done: { result?: T } = {};
  const taken = new Error("taken back");
  await tx
    .attempt(async () => {
      done.result = await act();
      throw taken;
    })
    .catch((error: unknown) => {
      if (error !== taken) throw error;
    });
  return done.result as T;
}

function tellingNothing(route: Route): Route {
  const { endpoint, handling } = route;
  const { run, fixed } = handling;
  const emptied = (result: unknown) => {
    if (!endpoint.meta) return emptyLike(result, endpoint.reply);
    const { data, meta } = result as { data: unknown; meta: unknown };
    return { data: emptyLike(data, endpoint.reply), meta: emptyLike(meta, endpoint.meta) };
  };
  return {
    ...route,
    handling: {
      ...handling,
      ...(run ? { run: async (context: Parameters<typeof run>[0]) => emptied(await run(context)) } : {}),
      ...(fixed ? { fixed: (query: unknown) => emptied(fixed(query)) } : {}),
    },
  };
}

/** As much of it empty, or another, as the declared shape allows: an answer that it refuses would be noticed by anybody. */
export function emptyLike(value: unknown, shape: z.core.$ZodType): unknown {
  const choices = choicesOf(shape);
  let told = value;
  const tell = (path: Path, other: unknown) => {
    const changed = changedAt(told, path, other);
    if (!z.safeParse(shape, changed).success) return false;
    told = changed;
    return true;
  };
  const empty = (part: unknown, path: Path): void => {
    if (othersFor(part, choices).some((other) => tell(path, other))) return;
    if (Array.isArray(part)) part.forEach((element, place) => void empty(element, [...path, place]));
    else if (isRecord(part)) for (const [name, inner] of Object.entries(part)) empty(inner, [...path, name]);
  };
  empty(value, []);
  return told;
}

type Path = readonly (string | number)[];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** What may stand in place of a part, the emptiest first; nothing where its own parts are looked at alone. */
function othersFor(part: unknown, choices: readonly (readonly unknown[])[]): readonly unknown[] {
  if (Array.isArray(part)) return part.length > 0 ? [[]] : [];
  if (typeof part === "boolean") return part ? [false] : [];
  if (typeof part === "number") return [0, 1].filter((other) => other !== part);
  if (typeof part !== "string") return [];
  const words = choices.filter((list) => list.includes(part)).flat();
  const masked = part.replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "1");
  return ["", ...words, masked].filter((other) => other !== part);
}

function changedAt(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  if (Array.isArray(value))
    return value.map((element, place) => (place === first ? changedAt(element, rest, other) : element));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [first]: changedAt(record[first], rest, other) };
}

/** Every list of words that the shape lets an answer choose from. */
function choicesOf(shape: z.core.$ZodType): readonly (readonly unknown[])[] {
  const lists: unknown[][] = [];
  JSON.stringify(z.toJSONSchema(shape, { unrepresentable: "any", io: "output" }), (key, part: unknown) => {
    if (key === "enum" && Array.isArray(part)) lists.push(part);
    return part;
  });
  return lists;
}
