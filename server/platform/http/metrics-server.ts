/** Shows what the process measures, on a port that only its operator reaches. */
import { createServer } from "node:http";
import { type Listening, listenAt } from "./listen-at.ts";
import type { Metrics } from "./observability.ts";

const HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

/** Throws when it cannot listen there. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404, HEADERS).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { ...HEADERS, "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500, HEADERS).end(),
    );
  });
  return listenAt(server, { port, host }).catch((error: Error) => {
    throw new Error(`METRICS_PORT=${port}: Parley cannot listen there (${error.message}).`);
  });
}
