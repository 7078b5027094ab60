/** The syntax tree of a TypeScript file, as Vite's parser (oxc) gives it, and a walk that knows where it is. */
import { parseSync } from "vite";

export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
};

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Throws when the file does not parse. */
export function parse(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  return program as unknown as Node;
}

/** Calls with each node and those around it, the nearest last. Types are left out: they do nothing at run time. */
export function walk(
  node: Node,
  visit: (node: Node, around: readonly Node[]) => void,
  around: readonly Node[] = [],
): void {
  if (/^TS(Type|Interface|Literal)/.test(node.type) || node.type === "ImportDeclaration") return;
  visit(node, around);
  const inside = [...around, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, inside);
  }
}

export function child(node: Node | undefined, name: string): Node | undefined {
  const value = node?.[name];
  return isNode(value) ? value : undefined;
}

export function children(node: Node | undefined, name: string): Node[] {
  const value = node?.[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The last name of `a`, `a.b.c`, `a.b<T>`, `await a.b()`. */
export function lastName(node: Node | undefined): string {
  if (!node) return "";
  if (node.type === "Identifier") return String(node.name);
  if (node.type === "MemberExpression") return lastName(child(node, "property"));
  return lastName(child(node, "callee") ?? child(node, "tag") ?? child(node, "argument") ?? child(node, "expression"));
}

/** The outermost declaration around a place, and the endpoint of the route that it belongs to. */
export function namesAround(around: readonly Node[]): string[] {
  const declared = around.flatMap((node, depth) => {
    if (depth < OUTERMOST && /^(FunctionDeclaration|VariableDeclarator|ClassDeclaration)$/.test(node.type))
      return [lastName(child(node, "id"))];
    return isRoute(node) ? [lastName(children(node, "arguments")[0])] : [];
  });
  return [...new Set(declared.filter((name) => name.length > 3))];
}

/** Program, export, variable declaration, declarator: what stands deeper is known to nobody outside. */
const OUTERMOST = 4;

export function isRoute(node: Node): boolean {
  return node.type === "CallExpression" && /route$/i.test(lastName(child(node, "callee")));
}
