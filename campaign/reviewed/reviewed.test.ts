// Guards: what others build on changes only on purpose: the wire, routes and policies, refusals, settings.
import { test } from "node:test";
import { REFUSALS } from "#contract/platform/errors/refusals.ts";
import { pages as demoPages } from "../../server/demo/index.ts";
import { ROUTED } from "../../server/collected.ts";
import { pages } from "../../server/site/pages/index.ts";
import type { Policy } from "../../server/platform/http/policy.ts";
import { SETTINGS } from "../../server/reference/settings/settings.ts";
import { holds } from "./holds.ts";
import { schemaText } from "./schema-text.ts";

test("every call takes and answers what was reviewed", () => {
  const firsts = new Map<string, string>();
  const byPath = ROUTED.map(({ endpoint }) => endpoint).sort((one, other) => (lineOf(one) < lineOf(other) ? -1 : 1));
  const lines = byPath.flatMap((endpoint) => {
    const { params, query, body, reply, meta } = endpoint;
    const inputs = Object.entries({ params, query, body }).map(
      ([name, part]) => [name, part && schemaText(part, "input")] as const,
    );
    const outputs = Object.entries({ reply, meta }).map(
      ([name, part]) => [name, part && schemaText(part, "output")] as const,
    );
    const parts = [...inputs, ...outputs].flatMap(([name, text]) => (text ? [[name, text] as const] : []));
    return [
      lineOf(endpoint),
      ...parts.map((part) => partLine(firsts, lineOf(endpoint), part)),
      `  refuses ${[...(endpoint.refusals ?? [])].sort().join(" ")}`,
    ];
  });
  holds("wire", lines);
});

const lineOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${path} ${method}`;

/** A long shape is written in full at its first place. */
function partLine(firsts: Map<string, string>, place: string, [name, text]: readonly [string, string]): string {
  const first = text.length > 300 ? firsts.get(text) : undefined;
  if (first) return `  ${name} as of ${first}`;
  firsts.set(text, `${place} ${name}`);
  return `  ${name} ${text}`;
}

test("every route and page has the policy that was reviewed", () => {
  const lines = [
    ...ROUTED.map(({ endpoint, policy }) => policyLine(`${endpoint.method} ${endpoint.path}`, policy)),
    ...[...pages, ...demoPages].map(({ path, policy }) => policyLine(`PAGE ${path}`, policy)),
  ];
  holds("routes", lines.sort());
});

/** The parts of a policy that decide who may call. */
function policyLine(call: string, policy: Policy): string {
  const {
    auth,
    rateLimit,
    roles,
    closedToStaff,
    action,
    level,
    objects,
    openWhen,
    openEverywhere,
    guardedGet,
    bySignature,
    keyScope,
    mayLag,
  } = policy;
  const ids = Object.entries(objects ?? {}).map(
    ([param, rule]) => `${param}=${rule.kind}(${rule.relations.join("|")})`,
  );
  return [
    call,
    auth,
    rateLimit,
    roles?.join("|") ?? (closedToStaff ? "not staff" : "-"),
    action ?? "-",
    level ?? "-",
    ids.join(",") || "-",
    openWhen ?? "-",
    guardedGet
      ? "guarded"
      : bySignature
        ? "signed"
        : openEverywhere
          ? "everywhere"
          : keyScope
            ? `key=${keyScope}`
            : "-",
    ...(mayLag ? ["may lag"] : []),
  ].join("\t");
}

test("every refusal has the status that was reviewed", () => {
  holds(
    "refusals",
    Object.entries(REFUSALS).map(([code, status]) => `${status} ${code}`),
  );
});

test("every setting has the default and the bounds that were reviewed", () => {
  holds(
    "settings",
    Object.entries(SETTINGS).map(
      ([name, { value, schema }]) => `${name} ${JSON.stringify(value)} ${schemaText(schema, "input")}`,
    ),
  );
});
