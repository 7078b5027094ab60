/** Shows what the process measures, on a port that only its operator reaches. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./observability.ts";

export type MetricsServer = { readonly port: number; stop(): Promise<void> };

/** Throws when it cannot listen there. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<MetricsServer> {
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
  await new Promise<void>((done, fail) => {
    server.once("error", (error) =>
      fail(new Error(`METRICS_PORT=${port}: Parley cannot listen there (${error.message}).`)),
    );
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
