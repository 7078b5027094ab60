/** /openapi.json from the endpoints themselves, and a page to browse it. */
import { BRAND } from "#contract/brand.ts";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { type EndpointShape, isUnsafe } from "#contract/endpoint.ts";
import { REFUSALS } from "#contract/refusals.ts";
import type { Policy, Route } from "./policy.ts";

type Json = Record<string, unknown>;

/** The paths are written when somebody reads them: three hundred schemas cost a start of the server more than its routes do. */
export function openApiOf(routes: readonly Route[], serverUrl: string): Json {
  let paths: Json | undefined;
  return {
    openapi: "3.1.0",
    info: {
      title: BRAND,
      version: "1",
      description: "Offers, escrowed trades and a wallet. Amounts are decimal strings.",
    },
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "parley" },
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key for programs; the scope that a call takes stands beside it.",
        },
      },
      schemas: { Failure: FAILURE },
    },
    get paths() {
      paths ??= pathsOf(routes);
      return paths;
    },
  };
}

function pathsOf(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    (paths[path] as Json)[route.endpoint.method.toLowerCase()] = operationOf(route);
  }
  return paths;
}

const FAILURE = {
  type: "object",
  required: ["status", "message", "errors"],
  properties: {
    status: { const: "error" },
    message: { type: "string" },
    errors: {
      type: "object",
      properties: { message: { type: "string" }, code: { enum: Object.keys(REFUSALS) }, details: { type: "object" } },
    },
    requestId: { type: "string" },
  },
};

function operationOf({ endpoint, policy }: Route): Json {
  const success: Json = {
    type: "object",
    required: ["status", "data"],
    properties: { status: { const: "success" }, data: schemaOf(endpoint.reply) },
  };
  if (endpoint.meta) (success.properties as Json).meta = schemaOf(endpoint.meta);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    parameters: [
      ...parametersOf(endpoint.params, "path"),
      ...parametersOf(endpoint.query, "query"),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body && !endpoint.multipart
      ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(endpoint.body) } } } }
      : {}),
    ...(endpoint.multipart
      ? {
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: { type: "object", properties: { file: { type: "string", format: "binary" } } },
              },
            },
          },
        }
      : {}),
    ...(policy.auth === "session" ? { security: waysIn(policy) } : {}),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: success } } },
      default: {
        description: "Refused",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
}

/** A session, or a key with the scope that it takes. */
const waysIn = ({ keyScope }: Policy): Json[] => [{ session: [] }, ...(keyScope ? [{ key: [keyScope] }] : [])];

function schemaOf(schema: NonNullable<EndpointShape["body"]>): Json {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  return rest;
}

function parametersOf(schema: EndpointShape["query"], place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: shape,
  }));
}

function headersOf(endpoint: EndpointShape): Json[] {
  if (!isUnsafe(endpoint)) return [];
  const text = { type: "string" };
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      schema: text,
      description: "The same key gives the same answer and one effect.",
    },
    { name: "X-CSRF-Token", in: "header", required: true, schema: text },
    { name: "X-Requested-With", in: "header", required: true, schema: { const: "XMLHttpRequest" } },
  ];
}

export async function mountOpenApi(
  fastify: FastifyInstance,
  routes: readonly Route[],
  serverUrl: string,
): Promise<void> {
  const document = openApiOf(routes, serverUrl);
  fastify.get(
    "/openapi.json",
    { config: { policy: { auth: "public", rate: "read", openEverywhere: true } } },
    async () => document,
  );
  await fastify.register(async (scope) => {
    // This page brings its own scripts and inline styles, so it has its own content policy and no session matters on it.
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header(
        "content-security-policy",
        "default-src 'self'; object-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    });
    await scope.register(swagger, { mode: "static", specification: { document: document as never } });
    await scope.register(swaggerUi, { routePrefix: "/api-docs", staticCSP: false });
  });
}
