/** A browser of an application without a network, which keeps the cookies that it is given. */
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import type { App } from "../app.ts";

/** `token` is the session's, where somebody is signed in. */
export function cookieBrowser(app: App, token = "") {
  const jar = new Map(token ? [["parley", token]] : []);
  return async (endpoint: EndpointShape, { path = endpoint.path, body }: { path?: string; body?: unknown } = {}) => {
    const answer = await app.fastify.inject({
      ...{ method: endpoint.method, url: path },
      headers: {
        cookie: [...jar].map(([key, value]) => `${key}=${value}`).join("; "),
        "x-csrf-token": app.forgery.tokenOf(jar.get("parley") ?? ""),
        "x-requested-with": "XMLHttpRequest",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    for (const cookie of answer.cookies) jar.set(cookie.name, cookie.value);
    return { status: answer.statusCode, body: answer.json(), jar };
  };
}
