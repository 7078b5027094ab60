/**
 * /openapi.json from the endpoints themselves, and a page to browse it. Schemas are named as the contract exports them,
 * and each call lists the codes that it may refuse with.
 */
import { BRAND } from "#contract/platform/brand.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { type EndpointShape, isUnsafe } from "#contract/platform/endpoint.ts";
import { refusalText } from "#contract/platform/errors/refusal-texts.ts";
import { REFUSALS, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Policy, Route } from "../policy.ts";
import { CALLS_PER_MINUTE } from "../entry/rate-limits.ts";
import { mountApiDocs, servePacked } from "./api-docs.ts";
import { LIVE_PATH_ITEM, LIVE_SCHEMAS } from "./live-operation.ts";
import { isGuarded, refusalsOf } from "./refusals-of.ts";
import { type NamedSchemas, namedSchemas } from "./schema-names.ts";

type Json = Record<string, unknown>;
type Drawing = {
  readonly named: NamedSchemas;
  readonly moduleOf: Described["moduleOf"];
  readonly schemas: Record<string, Json>;
  /** The description of a status, by its refusal codes: most calls share the general ones. */
  readonly refused: Map<string, { readonly name: string; readonly response: Json }>;
};

type Described = {
  readonly serverUrl: string;
  /** The module that a route belongs to, such as market/trades. */
  readonly moduleOf: (route: Route) => string;
};

export function openApiOf(
  routes: readonly Route[],
  { serverUrl, moduleOf, named }: Described & { named: NamedSchemas },
): Json {
  const drawing: Drawing = { named, moduleOf, schemas: {}, refused: new Map() };
  const paths = pathsOf(routes, drawing);
  return {
    openapi: "3.1.0",
    info: {
      title: BRAND,
      version: "1",
      description: introduction(serverUrl),
    },
    tags: [...new Set(routes.map((route) => tagOf(moduleOf(route))))].map((name) => ({ name })),
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "parley" },
        key: {
          type: "http",
          scheme: "bearer",
          description: "An API key; the scope that a call needs is given beside it.",
        },
      },
      parameters: {
        IdempotencyKey: IDEMPOTENCY_KEY,
        AntiForgeryToken: ANTI_FORGERY_TOKEN,
        RequestedWith: REQUESTED_WITH,
        Subject: SUBJECT,
      },
      responses: {
        Refused: { description: "Refused", ...failureWith() },
        ...Object.fromEntries([...drawing.refused.values()].map(({ name, response }) => [name, response])),
      },
      schemas: { Failure: FAILURE, ...LIVE_SCHEMAS, ...sorted(drawing.schemas) },
    },
    paths: { ...paths, "/live": LIVE_PATH_ITEM },
  };
}

const introduction = (serverUrl: string): string => `
Offers, escrowed trades and a wallet. Amounts are decimal strings. A refusal answers with a status of its own, \`errors.code\` for
programs and \`message\` for people; each call lists its codes.

### Quick start

1. Anybody reads the market:

   \`curl '${serverUrl}/rest/v1/offers?type=sell'\`

2. Make an API key in the settings of your account, with the scopes that your program needs, and send it with each call:

   \`curl -H 'Authorization: Bearer <key>' '${serverUrl}/rest/v1/users/current_user'\`

3. A call with an effect takes an \`Idempotency-Key\` of your own: asked again with the same key, it has one effect and the same answer.

4. Instead of asking again and again, set a webhook, or open \`/live\`.
`;

/** market/payment-accounts becomes "Market: payment accounts". */
function tagOf(module: string): string {
  const name = module.replaceAll("-", " ").replace("/", ": ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const sorted = <T>(named: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));

function pathsOf(routes: readonly Route[], drawing: Drawing): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operationOf(route, drawing) };
  }
  return paths;
}

const FAILURE: Json = {
  type: "object",
  description: "Why a call was not done.",
  required: ["status", "message", "errors"],
  properties: {
    status: { const: "error" },
    message: { type: "string", description: "A sentence for people." },
    errors: {
      type: "object",
      properties: {
        message: { type: "string" },
        code: { enum: Object.keys(REFUSALS), description: "For programs." },
        details: { type: "object", description: "By field of the request: what is wrong with it." },
      },
    },
    requestId: { type: "string", description: "Names the request to the operator." },
  },
};

/** A failure with one of these codes, or with any. */
function failureWith(codes?: readonly RefusalCode[]): Json {
  const any = { $ref: "#/components/schemas/Failure" };
  const schema = codes ? { allOf: [any, { properties: { errors: { properties: { code: { enum: codes } } } } }] } : any;
  return { content: { "application/json": { schema } } };
}

function operationOf(route: Route, drawing: Drawing): Json {
  const { endpoint, policy } = route;
  const success: Json = {
    type: "object",
    required: ["status", "data"],
    properties: {
      status: { const: "success" },
      data: schemaOf(endpoint.reply, drawing),
      ...(endpoint.meta ? { meta: schemaOf(endpoint.meta, drawing) } : {}),
      ...Object.fromEntries((endpoint.top ?? []).map((name) => [name, { description: `As in \`data.${name}\`.` }])),
    },
  };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: demandsOf(policy),
    tags: [tagOf(drawing.moduleOf(route))],
    parameters: [
      ...parametersOf(endpoint.params, { place: "path", drawing }),
      ...parametersOf(endpoint.query, { place: "query", drawing }),
      ...headersOf(route),
    ],
    ...bodyOf(endpoint, drawing),
    ...(policy.auth === "session" ? { security: waysIn(policy) } : {}),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: success } } },
      ...Object.fromEntries(
        [...refusalsOf(route)].map(([status, codes]) => [status, refusedBy(codes, { status, drawing })]),
      ),
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

function refusedBy(
  codes: readonly RefusalCode[],
  { status, drawing: { refused } }: { status: number; drawing: Drawing },
): Json {
  const key = codes.join();
  const known = refused.get(key);
  const name = known?.name ?? `Refused${status}_${refused.size + 1}`;
  if (!known) {
    const lines = codes.map((code) => `- \`${code}\`: ${refusalText(code)}`);
    refused.set(key, { name, response: { description: lines.join("\n"), ...failureWith(codes) } });
  }
  return { $ref: `#/components/responses/${name}` };
}

/** The required rights and rate of a call. */
function demandsOf({ auth, roles, level, closedToStaff, action, rateLimit, keyScope }: Policy): string {
  const sentences = [
    auth === "public" ? "Open to everybody." : "Needs a session.",
    ...(keyScope ? [`An API key with the scope \`${keyScope}\` is enough.`] : []),
    ...(roles ? [`For ${roles.join(", ")}, signed in with a second factor.`] : []),
    ...(level ? [`Needs level ${level}.`] : []),
    ...(closedToStaff ? ["Not for accounts of the staff."] : []),
    ...(action ? ["A restriction of the account can take it away."] : []),
    `At most ${CALLS_PER_MINUTE[rateLimit]} calls of the class "${rateLimit}" a minute.`,
  ];
  return sentences.join(" ");
}

function bodyOf(endpoint: EndpointShape, drawing: Drawing): Json {
  const file = { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } };
  const content = endpoint.multipart
    ? { "multipart/form-data": { schema: file } }
    : endpoint.body && { "application/json": { schema: schemaOf(endpoint.body, drawing) } };
  return content ? { requestBody: { required: true, content } } : {};
}

/** A session, or a key with the scope that it takes. */
const waysIn = ({ keyScope }: Policy): Json[] => [{ session: [] }, ...(keyScope ? [{ key: [keyScope] }] : [])];

type Schema = NonNullable<EndpointShape["body"]>;

/** What it names goes to the document's schemas, with the descriptions of the fields. */
function schemaOf(schema: Schema, { named, schemas }: Drawing): Json {
  const { registry } = named;
  const drawn = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", metadata: registry });
  const { $schema: _version, $defs = {}, ...rest } = withPlaces(drawn) as Json & { $defs?: Record<string, Json> };
  for (const [name, one] of Object.entries($defs)) schemas[name] ??= described(one, named.fields.get(name));
  return rest;
}

function described(schema: Json, fields: ReadonlyMap<string, string> | undefined): Json {
  const { properties } = schema as { properties?: Record<string, Json> };
  if (!properties || !fields) return schema;
  const entries = Object.entries(properties).map(([name, shape]) => {
    const description = fields.get(name);
    return [name, description ? { ...shape, description } : shape] as const;
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** zod puts what has a name beside the schema; here it is a component of the document. */
function withPlaces(drawn: object): object {
  return JSON.parse(JSON.stringify(drawn).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}

type Parameters = { readonly place: "path" | "query"; readonly drawing: Drawing };

function parametersOf(schema: Schema | undefined, { place, drawing }: Parameters): Json[] {
  if (!schema) return [];
  const root = schemaOf(schema, drawing);
  const named = /^#\/components\/schemas\/(.+)$/.exec(String(root.$ref ?? ""))?.[1];
  const { properties = {}, required = [] } = (named ? drawing.schemas[named] : root) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: shape,
    ...(typeof shape.description === "string" ? { description: shape.description } : {}),
  }));
}

const text = { type: "string" };
const IDEMPOTENCY_KEY: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: text,
  description: "The same key gives the same answer and one effect.",
};
const ANTI_FORGERY_TOKEN: Json = {
  name: "X-CSRF-Token",
  in: "header",
  required: true,
  schema: text,
  description: "Of the meta element csrf-token of any page.",
};
const SUBJECT: Json = {
  name: "sub",
  in: "header",
  required: false,
  schema: { type: "string", format: "uuid" },
  description: "The external id of the caller. Another one is refused.",
};
const REQUESTED_WITH: Json = {
  name: "X-Requested-With",
  in: "header",
  required: true,
  schema: { const: "XMLHttpRequest" },
};

/** What a call with an effect demands of its headers. */
function headersOf(route: Route): Json[] {
  return [
    ...(isUnsafe(route.endpoint) ? ["IdempotencyKey"] : []),
    ...(route.endpoint.isOfSubject ? ["Subject"] : []),
    ...(isGuarded(route) ? ["AntiForgeryToken", "RequestedWith"] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The document is built at its first request, because its schemas would slow down each start. */
export function mountOpenApi(fastify: FastifyInstance, routes: readonly Route[], described: Described): void {
  const policy = { auth: "public", rateLimit: "read", openEverywhere: true } as const;
  const make = async () =>
    Buffer.from(JSON.stringify(openApiOf(routes, { ...described, named: await namedSchemas() })));
  fastify.get(
    "/openapi.json",
    { config: { policy } },
    servePacked(make, { type: "application/json; charset=utf-8", seconds: 60, quality: 9 }),
  );
  mountApiDocs(fastify);
}
