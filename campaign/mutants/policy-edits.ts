/** The mutations of what routes demand of their callers: each field of a policy is taken away or weakened. */
import type { Edit } from "./mutant.ts";
import { child, children, isRoute, lastName, namesAround, type Node, walk } from "./syntax.ts";

/** What a field becomes; fields that are not named here are left out of the object. */
const WEAKER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: { '"session"': '"public" as "session"', '"public"': '"session" as never' },
  rate: {
    '"money"': '"read"',
    '"code"': '"read"',
    '"auth"': '"read"',
    '"upload"': '"read"',
    '"write"': '"read"',
    '"read"': '"code"',
  },
};

export function policyEdits(program: Node, text: string): Edit[] {
  const routes = routesOf(program, text);
  const shared = new Set<string>();
  const edits: Edit[] = [];
  walk(program, (node, around) => {
    if (node.type !== "ObjectExpression" || !isPolicy(node, around)) return;
    const names = namesAround(around);
    for (const name of names) shared.add(name);
    const known = [
      ...names,
      ...routes.filter(({ said }) => names.some((name) => said.includes(name))).map(({ name }) => name),
    ];
    edits.push(...fieldEdits(node, text).map((edit) => ({ ...edit, names: known })));
  });
  return edits;
}

function routesOf(program: Node, text: string): { name: string; said: string }[] {
  const routes: { name: string; said: string }[] = [];
  walk(program, (node) => {
    if (!isRoute(node)) return;
    const [endpoint, policy] = children(node, "arguments");
    if (endpoint && policy) routes.push({ name: lastName(endpoint), said: text.slice(policy.start, policy.end) });
  });
  return routes;
}

/** An object with `auth` and `rate`, or the one that is spread from such a one in a route. */
function isPolicy(node: Node, around: readonly Node[]): boolean {
  const keys = children(node, "properties").map((property) => lastName(child(property, "key")));
  if (keys.includes("auth") && keys.includes("rate")) return true;
  const parent = around.at(-1);
  const isSpread = children(node, "properties").some(({ type }) => type === "SpreadElement");
  return isSpread && parent !== undefined && isRoute(parent) && children(parent, "arguments")[1] === node;
}

function fieldEdits(node: Node, text: string): Omit<Edit, "names">[] {
  return children(node, "properties").flatMap((property) => {
    const key = lastName(child(property, "key"));
    const value = child(property, "value");
    if (!value || property.type !== "Property") return [];
    const weaker = WEAKER[key];
    if (weaker) {
      const to = weaker[text.slice(value.start, value.end)];
      return to ? [{ kind: "policy" as const, start: value.start, end: value.end, to }] : [];
    }
    const comma = /^\s*,/.exec(text.slice(property.end))?.[0].length ?? 0;
    return [{ kind: "policy" as const, start: property.start, end: property.end + comma, to: "" }];
  });
}
