/** Shows what the process measures, on a port that only its operator reaches. */
import { createServer } from "node:http";
import { type Listening, listenAt } from "./listen-at.ts";
import type { Metrics } from "./observability.ts";

/** Throws when it cannot listen there. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType, "cache-control": "no-store" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return listenAt(server, { port, host }).catch((error: Error) => {
    throw new Error(`METRICS_PORT=${port}: Parley cannot listen there (${error.message}).`);
  });
}
