/** A call under a request key of the test's own, to any application of a test. */
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import type { App } from "../app.ts";

export type KeyedCall = {
  readonly endpoint: EndpointShape;
  readonly id: string;
  readonly body?: unknown;
  readonly key: string;
};

/** As the browser of the session with that token sends it. */
export async function sendKeyed(app: App, token: string, { endpoint, id, body, key }: KeyedCall) {
  const answer = await app.fastify.inject({
    method: endpoint.method,
    url: endpoint.path.replace(":id", id),
    headers: {
      ...{ cookie: `parley=${token}`, "x-csrf-token": app.forgery.tokenOf(token) },
      ...{ "x-requested-with": "XMLHttpRequest", "idempotency-key": key },
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json(), code: answer.json().errors?.code ?? "" };
}
