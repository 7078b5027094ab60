/** The whole application on a test database, with a caller that does what the web client does. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BodyOf,
  type EndpointShape,
  isUnsafe,
  type MetaOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from "#contract/platform/endpoint.ts";
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import { makeApp } from "../app.ts";
import { type AppPorts, portsOfJob } from "../platform/app-ports.ts";
import { type Config, readConfig } from "../platform/settings/config.ts";
import { makeDispatcher, subscriptionsOf } from "../platform/events/dispatcher.ts";
import { dueAmong } from "../platform/events/workers.ts";
import { openFiles } from "../platform/files/files.ts";
import { ids } from "../platform/ids.ts";
import { pinned } from "../platform/outside/signer/attestation.ts";
import type { LightningNode } from "../platform/outside/chains/lightning-node.ts";
import type { Chains } from "../platform/outside/chains/chains.ts";
import type { Attester } from "../platform/outside/signer/signer.ts";
import { presetMarket } from "../demo/index.ts";
import { DECLARED } from "../collected.ts";
import { MODULES } from "../modules.ts";
import { testDb, testLog } from "./database.ts";
import { proofWantedBy, type Proving, proveWith } from "./people/proving.ts";
import { noteRefusal } from "./refusals-seen.ts";
import { openVerifier } from "./people/verifier.ts";
import { afterTests } from "./after-tests.ts";

export type Answer<E extends EndpointShape> = {
  readonly status: number;
  /** Present when the call succeeded. */
  readonly data: ReplyOf<E>;
  readonly meta: MetaOf<E>;
  /** The refusal's code, or "" when the call succeeded. */
  readonly code: string;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
};

type Input<E extends EndpointShape> = {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  key?: string;
  /** Work that was done for it. */
  puzzle?: string;
  /** What the call needs to be proved is proved before, as the web client would ask for it; unless this says no. */
  proves?: false;
};

export type TestClient = {
  call<E extends EndpointShape>(endpoint: E, input?: Input<E>): Promise<Answer<E>>;
  /** The session cookie, "" before sign-in. */
  readonly token: string;
};

/**
 * The secret that a test's second process needs to seal alike. The filled market of an earlier commit is sealed with it, too.
 */
export const TEST_SECRET = "a secret that both processes were told";

export type TestApp = Awaited<ReturnType<typeof testApp>>;

export async function testApp({
  config: changed = {},
  poolSize,
  chains,
  lightning,
}: {
  config?: Partial<Config>;
  poolSize?: number;
  /** Brings the nodes; without it the app has none. */
  chains?: (ports: { config: Config; signerUrl: string }) => Promise<Chains>;
  lightning?: LightningNode;
} = {}) {
  const database = await testDb(poolSize === undefined ? {} : { poolSize });
  const dataDir = mkdtempSync(join(tmpdir(), "parley-app-"));
  const config: Config = {
    // One secret for all: applications that share a process share what seals in it.
    ...readConfig({
      DATA_DIR: dataDir,
      PUBLIC_URL: "http://localhost",
      RATE_LIMITS: "off",
      // What happens to be installed on this machine is nothing that tests depend on.
      APERTIUM: "off",
      PARLEY_SECRET: TEST_SECRET,
    }),
    ...changed,
  };
  const people = openVerifier({ signerUrl: database.signerUrl, origin: config.publicUrl.origin, log: testLog });
  afterTests(() => people.close());
  const brought = await chains?.({ config, signerUrl: database.signerUrl });
  // Where there is a signer with keys, addresses come from it.
  const verifier = brought?.signer ? { ...people, ...addressesOf(brought.signer) } : people;
  const ports: AppPorts = {
    verifier,
    db: database.dbs.web,
    dbs: database.dbs,
    config,
    log: testLog,
    files: openFiles(join(dataDir, "files")),
    ...(brought ? { chains: brought } : {}),
    ...(lightning ? { lightning: () => lightning } : {}),
  };
  await database.db.tx((tx) => presetMarket(tx, { isDemo: config.demo }));
  const app = await makeApp(ports);
  const proving: Proving = { owner: database.owner, verifier, origin: config.publicUrl.origin };
  noteAnswers(app);
  const dispatcher = makeDispatcher({ db: database.dbs.worker, log: testLog, subscriptions: subscriptionsOf(MODULES) });
  afterTests(async () => {
    await app.close();
    await ports.chains?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    ...database,
    app,
    ports,
    /** For what happens before the market opens: filling it, bringing coins, looking at the ledger. */
    ownerPorts: { ...ports, db: database.db } satisfies AppPorts,
    config,
    /** Another address is another network of the caller. */
    client: (token = "", ip = "127.0.0.1") => makeClient(app, { token, ip, proving }),
    /** With the passkey of the session's user. */
    prove: (token: string, wanted: ProofFor) => proveWith(proving, { token, wanted }),
    /** Runs the subscribers of everything committed so far, as if what failed had waited long enough. */
    async deliverEvents() {
      await database.owner.query(
        "update events set retry_at = null where dispatched_at is null and retry_at is not null",
      );
      return dispatcher.drain();
    },
    /** Runs a job of a module once, by its name. */
    async runJob(name: string) {
      const job = MODULES.flatMap((module) => module.jobs ?? []).find((candidate) => candidate.name === name);
      if (!job) throw new Error(`no such job: ${name}`);
      const { db, ...others } = portsOfJob(ports, job);
      // As the workers do: a statement that misses work would keep the job from it.
      const { due, alsoEveryMs } = job;
      const isDue = !due || alsoEveryMs !== undefined || (await db.read((tx) => dueAmong(tx, [{ due }])))[0];
      if (isDue) await job.run({ db, ...others }, DECLARED);
    },
  };
}

/** The part of a signer with keys that makes addresses and vouches for them. */
export function addressesOf(signer: Attester): Attester {
  return pinned(
    {
      attestationKey: () => signer.attestationKey(),
      makeDepositAddress: (asked) => signer.makeDepositAddress(asked),
    },
    undefined,
  );
}

/**
 * Keeps the code of every failure that is answered to an injected request, for every sender. Changes that the test made itself
 * in the tables have already reached the process.
 */
function noteAnswers({ fastify, changes }: Awaited<ReturnType<typeof makeApp>>): void {
  const { inject } = fastify;
  const noting = async (...args: unknown[]) => {
    await changes.look();
    const answer = await (inject as (...given: unknown[]) => ReturnType<typeof fastify.inject>).apply(fastify, args);
    if (answer.statusCode >= 400) noteRefusal(answer.body);
    return answer;
  };
  Object.assign(fastify, { inject: noting });
}

type Calling = { readonly token: string; readonly ip: string; readonly proving: Proving };

function makeClient(app: Awaited<ReturnType<typeof makeApp>>, { token: given, ip, proving }: Calling): TestClient {
  let token = given;
  let device = "";
  let signIn = "";
  const seed = ids.secret();
  return {
    get token() {
      return token;
    },
    async call(endpoint, input = {}) {
      const wanted = input.proves === false ? undefined : proofWantedBy(endpoint, input);
      if (wanted) await proveWith(proving, { token, wanted });
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String((input.params as Record<string, unknown>)?.[name])),
      );
      const answer = await app.fastify.inject({
        method: endpoint.method,
        url: path,
        remoteAddress: ip,
        query: (input.query ?? {}) as Record<string, string>,
        headers: {
          cookie: `parley_seed=${seed}${token ? `; parley=${token}` : ""}${device ? `; parley_device=${device}` : ""}${signIn ? `; parley_sign_in=${signIn}` : ""}`,
          "x-csrf-token": app.forgery.tokenOf(token || seed),
          "x-requested-with": "XMLHttpRequest",
          ...(input.puzzle ? { "x-proof-of-work": input.puzzle } : {}),
          ...(isUnsafe(endpoint) ? { "idempotency-key": input.key ?? ids.hash() } : {}),
          ...(input.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
      });
      const cookie = answer.cookies.find(({ name }) => name === "parley");
      if (cookie) token = cookie.value;
      device = answer.cookies.find(({ name }) => name === "parley_device")?.value ?? device;
      signIn = answer.cookies.find(({ name }) => name === "parley_sign_in")?.value ?? signIn;
      const body = answer.json() as { data: never; meta: never; errors?: { code: string } };
      return {
        status: answer.statusCode,
        data: body.data,
        meta: body.meta,
        code: body.errors?.code ?? "",
        body,
        headers: answer.headers,
      };
    },
  };
}
