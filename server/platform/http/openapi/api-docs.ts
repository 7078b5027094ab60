/**
 * A page to browse the calls, drawn in the browser by Swagger UI from /openapi.json, without its frame. Files and document are packed once, at
 * their first request.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BRAND } from "#contract/platform/brand.ts";

const require = createRequire(import.meta.url);
const pack = promisify(brotliCompress);

/** It writes styles into its elements; it needs no script from elsewhere and asks nobody else. */
const POLICY =
  "default-src 'self'; object-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `body{margin:0;background:#fff;color:#17231e}
header{border-bottom:1px solid #d9e0dc}
header a{display:flex;gap:.5rem;align-items:center;max-width:1420px;margin:auto;padding:1rem 20px;color:inherit;font:600 1.125rem system-ui,sans-serif;text-decoration:none}
.swagger-ui .info{margin:1.5rem 0}.swagger-ui .info hgroup{display:none}.swagger-ui .scheme-container{display:none}`;

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${BRAND}</title><link rel="icon" type="image/svg+xml" href="/shell/favicon.svg">
<link rel="stylesheet" href="/api-docs/swagger-ui.css"><style>${STYLE}</style>
<script defer src="/api-docs/swagger-ui.js"></script><script defer src="/api-docs/start.js"></script></head>
<body><header><a href="/"><img src="/shell/favicon.svg" alt="" width="28" height="28">${BRAND} API</a></header><main id="calls"></main></body></html>
`;

const START = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#calls", deepLinking: true, docExpansion: "none", defaultModelsExpandDepth: -1,
  filter: true, layout: "BaseLayout", presets: [SwaggerUIBundle.presets.apis] });
`;

type Packed = { readonly plain: Buffer; readonly brotli: Buffer };
type Kept = {
  readonly type: string;
  readonly seconds: number;
  /** Of brotli; the best takes seconds, in a thread of its own. */
  readonly quality: number;
};

/** The same bytes for everybody, packed where the browser takes that. */
export function servePacked(make: () => Promise<Buffer>, { type, seconds, quality }: Kept) {
  let made: Promise<Packed> | undefined;
  const read = async (): Promise<Packed> => {
    const plain = await make();
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    return { plain, brotli: await pack(plain, { params }) };
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= read();
    const { plain, brotli } = await made;
    const takesBrotli = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
    if (takesBrotli) reply.header("content-encoding", "br");
    return reply
      .type(type)
      .header("vary", "accept-encoding")
      .header("cache-control", `public, max-age=${seconds}`)
      .send(takesBrotli ? brotli : plain);
  };
}

export function mountApiDocs(fastify: FastifyInstance): void {
  const draw = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header("content-security-policy", POLICY).type("text/html; charset=utf-8").send(PAGE);
  fastify.get("/api-docs", draw);
  fastify.get("/api-docs/", draw);
  const script = { type: "text/javascript; charset=utf-8", seconds: 86_400, quality: 11 };
  const own = (file: string) => async () => readFileSync(require.resolve(`swagger-ui-dist/${file}`));
  fastify.get("/api-docs/swagger-ui.js", servePacked(own("swagger-ui-bundle.js"), script));
  fastify.get(
    "/api-docs/swagger-ui.css",
    servePacked(own("swagger-ui.css"), { ...script, type: "text/css; charset=utf-8" }),
  );
  fastify.get(
    "/api-docs/start.js",
    servePacked(async () => Buffer.from(START), script),
  );
}
