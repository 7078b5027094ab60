// Guards: what the process measures is shown on a port of its own and nowhere else.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { testApp } from "../../testing/index.ts";
import { serveMetrics } from "./metrics-server.ts";

const { app } = await testApp();
const shown = await serveMetrics(app.metrics, { port: 0, host: "127.0.0.1" });
after(() => shown.stop());
const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${shown.port}${path}`, init);

test("the port of the operator shows what was measured, and nothing but that", async () => {
  await app.fastify.inject({ method: "GET", url: "/healthz" });
  const answer = await ask("/metrics");
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/);
  const text = await answer.text();
  assert.match(text, /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m);
  assert.match(text, /^events_not_told\{state="waiting"\} \d+$/m);
  assert.match(text, /^events_lag_seconds [\d.]+$/m);
  for (const path of ["/", "/healthz", "/metrics/", "/metrics?x", "/rest/v1/users/current_user"])
    assert.equal((await ask(path)).status, 404, path);
  assert.equal((await ask("/metrics", { method: "POST" })).status, 404);
});

test("where everybody calls there are no metrics, and public routes reveal nothing of them", async () => {
  assert.equal((await app.fastify.inject({ method: "GET", url: "/metrics" })).statusCode, 404);
  assert.deepEqual((await app.fastify.inject({ method: "GET", url: "/healthz" })).json(), { status: "ok" });
  const ready = await app.fastify.inject({ method: "GET", url: "/readyz" });
  assert.deepEqual(ready.json(), { status: "ready", database: true });
});

test("a port that is taken is named", async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as { port: number };
  await assert.rejects(serveMetrics(app.metrics, { port, host: "127.0.0.1" }), {
    message: new RegExp(`^METRICS_PORT=${port}: Parley cannot listen there`),
  });
  await new Promise((done) => other.close(done));
});
