/** The whole marketplace on its own port, for journeys in a browser: real database, real pages, real workers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, type TestContext } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { CryptoCode } from "#contract/money/money.ts";
import { makeApp } from "../server/app.ts";
import { presetMarket } from "../server/demo/index.ts";
import { DECLARED } from "../server/collected.ts";
import type { AppPorts } from "../server/platform/app-ports.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import type { SocialProvider } from "../server/platform/outside/providers/open-id.ts";
import type { LightningNode } from "../server/platform/outside/chains/lightning-node.ts";
import { rememberFileWork } from "../server/platform/file-work/ask.ts";
import { openFiles } from "../server/platform/files/files.ts";
import { startChains } from "../server/devnet/chains.ts";
import { freePort } from "../server/devnet/child.ts";
import { startInbox } from "../server/devnet/inbox.ts";
import { startWorkers } from "../server/platform/events/workers.ts";
import { playRecordedRates } from "../server/money/rates/index.ts";
import { grantLevel, grantRole } from "../server/people/accounts/index.ts";
import { openRails } from "../server/money/custody/index.ts";
import { pushKeysOf } from "../server/platform/outside/providers/push-service.ts";
import { pushKey } from "../server/platform/sealed.ts";
import { afterTests, loading } from "../server/testing/after-tests.ts";
import { startOpenId } from "../server/testing/outside/open-id-service.ts";
import { startPushService } from "../server/testing/outside/push-service.ts";
import { aUser, giveCoins, signIn, TEST_PASSWORD, testDb, testLog } from "../server/testing/index.ts";
import { sharedBrowser } from "./browser.ts";
import { shoot } from "./look.ts";

rememberFileWork();

export type Market = Awaited<ReturnType<typeof startMarket>>;

export type MarketOptions = {
  /** Runs development nodes of both chains, on which blocks come by themselves. */
  readonly chains?: boolean;
  /** Between two of those blocks; 0 leaves the mining to the test. */
  readonly blockMs?: number;
  /** The cold account's address over Ethereum; without it all of it stays hot. */
  readonly coldEthereum?: string;
  /** The origin of a push service on loopback. */
  readonly pushService?: string;
  /** Carries codes to telephones; without it they stay in the inbox. */
  readonly twilio?: AppPorts["config"]["twilio"];
  /** By whom else people sign in at this origin. */
  readonly social?: (origin: string) => Promise<readonly SocialProvider[]>;
  /** The market's Lightning node, and somebody else's. */
  readonly lightning?: { readonly ours: LightningNode; readonly outside: LightningNode };
  /** Sends emails, to the inbox of a demo market. */
  readonly inbox?: boolean;
  /** Runs after the app has started and before its workers start: fills the market. */
  readonly fill?: (ports: AppPorts) => Promise<unknown>;
};

/** Added resources are closed after the tests, the last one first, and before later hooks: those run in order. */
function closedInTurn(): (() => Promise<unknown>)[] {
  const opened: (() => Promise<unknown>)[] = [];
  afterTests(async () => {
    for (const close of opened.reverse()) await close();
  });
  return opened;
}

/** Receives the browser later: its hook must be registered before an await on a promise that other files share. */
function keepingFailures(): (browser: Browser) => void {
  let kept: Browser | undefined;
  afterEach(async (test) => kept && (await keepWhatFailed(kept, test as TestContext)));
  return (browser) => {
    kept = browser;
  };
}

/** A market of this file's own. */
export async function openMarket(options: MarketOptions = {}) {
  const keepFailuresOf = keepingFailures();
  const market = await startMarket(options);
  keepFailuresOf(market.browser);
  return market;
}

const IDLE_MS = 1000;
let shared: ReturnType<typeof startShared> | undefined;
let users = 0;

/**
 * The market that the files of this process share, each with people of its own: starting one costs more than most files do. It has
 * a push service and a way to sign in elsewhere, and no chains. Its clock only moves forward, and what a file leaves waiting for
 * staff appears in the queues of the next. Closed some time after the last file that used it.
 */
export async function sharedMarket() {
  const keepFailuresOf = keepingFailures();
  users += 1;
  afterTests(leaveShared);
  shared ??= startShared();
  const { market } = await shared;
  keepFailuresOf(market.browser);
  return market;
}

async function leaveShared(): Promise<void> {
  users -= 1;
  const { market } = (await shared) ?? {};
  await Promise.all((market?.browser.contexts() ?? []).map((context) => context.close()));
  setTimeout(async () => {
    if (users > 0 || !shared) return;
    const closing = shared;
    shared = undefined;
    await (await closing).close();
  }, IDLE_MS);
}

async function startShared() {
  const { loaded, close } = loading(async () => {
    const push = await startPushService(() => pushKeysOf(pushKey()).publicKey);
    const market = await startMarket({ pushService: push.origin, social: elsewhere });
    return { ...market, push };
  });
  return { market: await loaded, close };
}

/** Have an account with the provider of the shared market. */
export const ADA_THERE = {
  sub: "ada",
  email: "ada@there.example",
  email_verified: true,
  given_name: "Ada",
  family_name: "Byron",
};
export const BOB_THERE = {
  sub: "bob",
  email: "bob@there.example",
  email_verified: true,
  given_name: "Bob",
  family_name: "Stone",
};

async function elsewhere(origin: string): Promise<readonly SocialProvider[]> {
  const there = await startOpenId({ origin, confirmsEmail: true });
  there.add(ADA_THERE);
  there.add(BOB_THERE);
  return [there.settings];
}

const nodesOf = (lightning: MarketOptions["lightning"]) =>
  lightning ? { lightning: () => lightning.ours, outsideLightning: () => lightning.outside } : {};

async function startMarket({
  chains: hasChains = false,
  blockMs,
  coldEthereum,
  inbox: hasInbox = false,
  pushService,
  social,
  twilio,
  lightning,
  fill,
}: MarketOptions = {}) {
  const opened = closedInTurn();
  const database = await testDb({ poolSize: 20 });
  const dataDir = mkdtempSync(join(tmpdir(), "parley-journey-"));
  // Also of a process that ends with its market open.
  const removeFiles = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", removeFiles);
  const port = await freePort();
  const inbox = hasInbox ? await startInbox(database.dbs.worker) : undefined;
  const read = readConfig({
    ...{ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, RATE_LIMITS: "off" },
    ...{ CHAINS: hasChains ? "on" : "off", BITCOIND: process.env.BITCOIND, COLD_ETHEREUM_ADDRESS: coldEthereum },
    ...{ SMTP_URL: inbox?.smtpUrl, PUSH_SERVICE: pushService },
  });
  const config = { ...read, twilio: twilio ?? read.twilio, social: (await social?.(read.publicUrl.origin)) ?? [] };
  const chains = await startChains({ config, signerUrl: database.signerUrl, say: () => undefined, blockMs });
  const ports: AppPorts = {
    db: database.dbs.web,
    dbs: database.dbs,
    config,
    log: testLog,
    files: openFiles(join(dataDir, "files")),
    verifier: chains.verifier,
    distDir: resolve("dist"),
    ...(hasChains ? { chains } : {}),
    ...nodesOf(lightning),
  };
  await database.db.tx((tx) => presetMarket(tx, { isDemo: config.demo }));
  const app = await makeApp(ports);
  await database.db.tx(playRecordedRates);
  await fill?.({ ...ports, db: database.db });
  if (hasChains) await openRails({ ...ports, db: database.dbs.chain });
  const workers = startWorkers(ports, DECLARED);
  await workers.ready();
  await app.fastify.listen({ port, host: "127.0.0.1" });
  const { browser, leave } = await sharedBrowser();
  opened.push(
    async () => void process.off("exit", removeFiles),
    async () => removeFiles(),
    async () => inbox?.stop(),
    () => chains.stop(),
    () => app.close(),
    () => workers.stop(),
    leave,
  );
  return {
    ...database,
    /** Moves everybody's clock; prices are of the new hour at once. */
    async moveClock(ms: number) {
      await database.moveClock(ms);
      await database.db.tx(playRecordedRates);
    },
    url: `http://localhost:${port}`,
    app,
    browser,
    chains,
    ports,
    ownerPorts: { ...ports, db: database.db } satisfies AppPorts,
  };
}

const complaints = new WeakMap<Page, readonly string[]>();

/** The screen and console of every browser at the failure of a test. */
export async function keepWhatFailed(browser: Browser, test: TestContext): Promise<void> {
  if (test.passed) return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [place, page] of pages.entries()) {
    for (const complaint of complaints.get(page) ?? []) test.diagnostic(`page ${place} said: ${complaint}`);
    await shoot(page, `failed-${test.name.slice(0, 40)}-${place}`);
  }
}

export type Visitor = { readonly context: BrowserContext; readonly page: Page; readonly errors: string[] };

/** A person with a browser of his own; what the console complains about is kept. */
export async function visit(
  market: { browser: Browser; url: string },
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Visitor> {
  const context = await market.browser.newContext({
    locale: "en-US",
    viewport: { width: 1280, height: 900 },
    baseURL: market.url,
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const errors: string[] = [];
  complaints.set(page, errors);
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return { context, page, errors };
}

export type Guest = Visitor & { readonly id: bigint; readonly username: string };

export type GuestOptions = {
  readonly coins?: Partial<Record<CryptoCode, bigint>>;
  readonly role?: Parameters<typeof grantRole>[1]["role"];
  readonly browser?: Parameters<Browser["newContext"]>[0];
};

/** A signed-in user with a password, without the limits of newcomers. */
export async function aGuest(
  market: Market,
  username: string,
  { coins = {}, role, browser }: GuestOptions = {},
): Promise<Guest> {
  const credential = await market.ports.verifier.prepareCredential(TEST_PASSWORD);
  const id = await market.db.tx(async (tx) => {
    const userId = await aUser(tx, { username, credential });
    // They type the password, as people do who have nothing better.
    await tx.rows`delete from passkeys where user_id = ${userId}`;
    for (const [code, units] of Object.entries(coins)) await giveCoins(tx, userId, code as CryptoCode, units);
    if (role) await grantRole(tx, { userId, role });
    await grantLevel(tx, [userId], 4);
    return userId;
  });
  const visitor = await visit(market, browser);
  await enterAs(market, visitor, id);
  return { ...visitor, id, username };
}

/** Puts a session into the browser, as signing in would. */
export async function enterAs(market: Market, visitor: Pick<Visitor, "context">, userId: bigint): Promise<void> {
  const token = await market.db.tx((tx) => signIn(tx, userId));
  await visitor.context.addCookies([
    { name: "parley", value: token, url: market.url, httpOnly: true, sameSite: "Lax" },
  ]);
}

/** The newest code that was mailed to an address. */
export async function mailedCode({ owner }: Market, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc limit 1", [
      email,
    ]);
    const code = /\b(\d{6})\b/.exec(rows[0]?.body_text ?? "")?.[1];
    if (code) return code;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no code was mailed to ${email}`);
}
