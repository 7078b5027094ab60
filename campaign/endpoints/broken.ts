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

export function breakOf({ endpoint, policy, handling }: Route): Break {
  if (!isUnsafe(endpoint) && !policy.guardedGet) return "tells nothing";
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

type Emptying = readonly ("list" | "number" | "boolean" | "text")[];
/** As much as the declared shape allows: an answer that it refuses would be noticed by anybody. */
const EMPTYINGS: readonly Emptying[] = [
  ["list", "number", "boolean", "text"],
  ["list", "number", "boolean"],
  ["list", "boolean"],
  ["list"],
  ["boolean"],
];

export function emptyLike(value: unknown, shape: z.core.$ZodType): unknown {
  const whole = JSON.stringify(value);
  for (const emptying of EMPTYINGS) {
    const emptied = emptiedOf(value, emptying);
    if (JSON.stringify(emptied) !== whole && z.safeParse(shape, emptied).success) return emptied;
  }
  const other = otherwise(value, choicesOf(shape));
  // Otherwise there is nothing to leave out, as in the answer of who has none.
  return z.safeParse(shape, other).success ? other : value;
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

/** With another choice wherever there is one. */
function otherwise(value: unknown, choices: ReturnType<typeof choicesOf>): unknown {
  if (Array.isArray(value)) return value.map((element) => otherwise(element, choices));
  if (typeof value === "object" && value !== null && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, otherwise(part, choices)]));
  const list = typeof value === "string" ? choices.find((words) => words.includes(value)) : undefined;
  return list?.find((word) => word !== value) ?? value;
}

function emptiedOf(value: unknown, emptying: Emptying): unknown {
  if (Array.isArray(value))
    return emptying.includes("list") ? [] : value.map((element) => emptiedOf(element, emptying));
  if (value instanceof Date || value === null) return value;
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptiedOf(part, emptying)]));
  if (typeof value === "number") return emptying.includes("number") ? 0 : value;
  if (typeof value === "boolean") return emptying.includes("boolean") ? false : value;
  return typeof value === "string" && emptying.includes("text") ? "" : value;
}
