/** Calls of the running application as a person's browser makes them: for cases that the demo market has from its start. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { login } from "#contract/people/sign-in/auth.ts";
import { DEMO_PASSWORD } from "#contract/demo/demo.ts";
import type { BodyOf, EndpointShape, ParamsOf, ReplyOf } from "#contract/platform/endpoint.ts";
import type { Forgery } from "../../platform/http/entry/csrf.ts";
import { ids } from "../../platform/ids.ts";

export type Site = { readonly fastify: FastifyInstance; readonly forgery: Forgery };

type Input<E extends EndpointShape> = { readonly params?: ParamsOf<E>; readonly body?: BodyOf<E> };

export type CaseClient = {
  /** Throws with the refusal's code. */
  call<E extends EndpointShape>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>;
  /** One file in a form, as an upload field sends it; waits for a machine that is busy. */
  upload<T>(path: string, bytes: Uint8Array): Promise<T>;
};

const signedIn = new WeakMap<Site, Map<string, Promise<CaseClient>>>();

/** Signed in with the demo's password, once: sign-ins from one machine are bounded. */
export function signIn(site: Site, email: string): Promise<CaseClient> {
  const known = signedIn.get(site) ?? new Map<string, Promise<CaseClient>>();
  signedIn.set(site, known);
  const client = known.get(email) ?? enter(site, email);
  known.set(email, client);
  return client;
}

async function enter(site: Site, email: string): Promise<CaseClient> {
  const seed = ids.secret();
  const entered = await site.fastify.inject({
    method: "POST",
    url: login.path,
    headers: headersOf({ cookie: `parley_seed=${seed}`, token: site.forgery.tokenOf(seed) }),
    payload: { email, password: DEMO_PASSWORD },
  });
  const session = entered.cookies.find(({ name }) => name === "parley")?.value;
  if (!session) throw new Error(`${email} was not signed in: ${entered.body.slice(0, 200)}`);
  return clientOf(site, headersOf({ cookie: `parley=${session}`, token: site.forgery.tokenOf(session) }));
}

/** Without an account. */
export function visitor(site: Site): CaseClient {
  const seed = ids.secret();
  return clientOf(site, headersOf({ cookie: `parley_seed=${seed}`, token: site.forgery.tokenOf(seed) }));
}

function clientOf({ fastify }: Site, headers: ReturnType<typeof headersOf>): CaseClient {
  return {
    async call(endpoint, { params, body } = {}) {
      const given = (params ?? {}) as Record<string, string>;
      const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
      const payload = body === undefined ? {} : { payload: body as object };
      const answer = await fastify.inject({ method: endpoint.method, url, headers, ...payload });
      return dataOf(answer, endpoint.name);
    },
    async upload(path, bytes) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "picture.jpg");
      const packed = new Request("http://localhost", { method: "POST", body: form });
      const type = packed.headers.get("content-type") ?? "";
      const payload = Buffer.from(await packed.arrayBuffer());
      const send = () =>
        fastify.inject({ method: "POST", url: path, headers: { ...headers, "content-type": type }, payload });
      let answer = await send();
      // A start reads many files at once; a machine that is busy with them is asked again.
      for (const pauseMs of BUSY_PAUSES_MS) {
        if (!isBusy(answer)) break;
        await wait(pauseMs);
        answer = await send();
      }
      return dataOf(answer, path);
    },
  };
}

function headersOf({ cookie, token }: { cookie: string; token: string }) {
  return { cookie, "x-csrf-token": token, "x-requested-with": "XMLHttpRequest" };
}

const BUSY_PAUSES_MS = [2000, 5000, 10_000, 20_000];

function isBusy(answer: Injected): boolean {
  return answer.statusCode === 503 && (answer.json() as { errors?: { code: string } }).errors?.code === "upload.busy";
}

type Injected = { readonly statusCode: number; readonly body: string; json(): unknown };

function dataOf<T>(answer: Injected, name: string): T {
  const { data, errors } = answer.json() as { data: T; errors?: { code: string } };
  if (answer.statusCode !== 200) throw new Error(`${name} was refused: ${errors?.code ?? answer.body.slice(0, 200)}`);
  return data;
}
