// Guards: a market that runs for real, from an empty database: two administrators by command line, people who register and set
// up their factors, a level given by both, a passport that staff approve and the first offer that it allows, a trade, a dispute,
// and coins that leave with a code and with a passkey. It is reached over TLS, and no setting of it shortens anything: the test
// moves the clock of its database.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { base32nopad } from "@scure/base";
import { machineCache } from "../server/devnet/bitcoind/binary.ts";
import { freePort } from "../server/devnet/child.ts";
import { startInbox } from "../server/devnet/inbox.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import { openEthereumNode } from "../server/platform/outside/chains/ethereum-node.ts";
import { totpCode } from "../server/platform/totp.ts";
import { TEST_PASSWORD, testDb, testLog } from "../server/testing/index.ts";
import { launchBrowser } from "./browser.ts";
import { startRatesDouble, startTlsProxy, TEST_CA, TRUSTS_TEST_SITE } from "./doubles.ts";
import { approvePassport, fillPassport, openDocument, submitPictures } from "./identity-steps.ts";
import { sayWhy } from "./case-steps.ts";
import { look } from "./look.ts";
import { keepWhatFailed, type Visitor, visit } from "./market.ts";
import { act, balanceShown, confirm, mounted, openTrade, openWallet, payTrade, sees, startTrade } from "./steps.ts";

const DAY_MS = 24 * 3_600_000;
const STEP_MS = 31_000;
const AWAY = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

const database = await testDb();
const { owner, db } = database;
const folder = mkdtempSync(join(tmpdir(), "parley-production-"));
const mailbox = await startInbox(db);
const rates = await startRatesDouble();
const port = await freePort();
const proxy = await startTlsProxy(() => port);
const url = `https://localhost:${proxy.port}`;

/** As docs/operating.md has an operator set them, with doubles in the places of others. */
const SETTINGS = {
  PATH: process.env.PATH ?? "",
  HOME: folder,
  // Packages that this machine has fetched once are not fetched again.
  XDG_CACHE_HOME: dirname(machineCache()),
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  PORT: String(port),
  PUBLIC_URL: url,
  DEMO: "off",
  SMTP_URL: mailbox.smtpUrl,
  MAIL_FROM: "Parley <no-reply@parley.example>",
  LIVE_RATES: "on",
  PARLEY_SECRET: "a secret of this journey, of thirty-two letters and more",
  SIGNER_KEY: "5e".repeat(32),
  TRUSTED_PROXIES: "127.0.0.1",
  NODE_USE_ENV_PROXY: "1",
  HTTPS_PROXY: `http://127.0.0.1:${rates.port}`,
  NODE_EXTRA_CA_CERTS: TEST_CA,
};

function createAdmin(username: string): void {
  const person = ["--username", username, "--first-name", "Grace", "--last-name", "Hopper", "--country", "US"];
  execFileSync(
    process.execPath,
    ["tools/admin.ts", "create-admin", "--email", `${username}@example.org`, ...person, "--birth-date", "1956-12-09"],
    { env: SETTINGS, input: `${TEST_PASSWORD}\n` },
  );
}
createAdmin("ada_first");
createAdmin("ben_second");

const market = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/main.ts"], {
  env: SETTINGS,
  stdio: ["ignore", "pipe", "pipe"],
});
let said = "";
for (const stream of [market.stdout, market.stderr]) stream.on("data", (piece) => (said += String(piece)));
const browser = await launchBrowser({ args: [TRUSTS_TEST_SITE] });
afterEach((tested) => keepWhatFailed(browser, tested as TestContext));
after(async () => {
  await browser.close();
  if (market.exitCode === null) market.kill("SIGKILL");
  await Promise.all([mailbox.stop(), rates.stop(), proxy.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function until<T>(what: string, find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const lastMs = performance.now() + 200_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    assert.equal(market.exitCode, null, `the market has ended:\n${said}`);
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}\n${said}`);
    await pause(50);
  }
}
await until("the start", () => said.includes("Ctrl-C stops everything") || undefined);

const now = () => db.read((tx) => tx.readClock());
const [ada, ben, sam, bea] = await Promise.all([1, 2, 3, 4].map(() => visit({ browser, url })));
assert.ok(ada && ben && sam && bea);
const secrets = new Map<Visitor, Uint8Array>();

/** The processes of the market know it a tenth of a second later, and then ask for everything anew. */
async function passTime(ms: number): Promise<void> {
  await database.moveClock(ms);
  await pause(500);
}

async function code(of: Visitor): Promise<string> {
  await passTime(STEP_MS);
  return totpCode(secrets.get(of) ?? new Uint8Array(), await now());
}

/** The workers ask for them every twenty seconds. */
async function youngRates(): Promise<void> {
  await until("rates", async () => {
    const { rows } = await owner.query(
      "select from rates where crypto = 'ETH' and as_of > market_now() - interval '1 minute'",
    );
    return rows[0];
  });
}

/** A role counts in a session that their app began; the browser is known. */
async function signInWithCode(visitor: Visitor, username: string): Promise<void> {
  const { page, context } = visitor;
  await context.clearCookies({ name: /parley$/ });
  await fillSignIn(visitor, username);
  await page.getByLabel("Code from your authenticator app").fill(await code(visitor));
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/dashboard/);
}

async function signIn(visitor: Visitor, username: string): Promise<void> {
  await fillSignIn(visitor, username);
  await visitor.page.waitForURL(/dashboard/);
}

async function fillSignIn({ page }: Visitor, username: string): Promise<void> {
  await page.goto("/login");
  await mounted(page);
  await page.getByLabel("Email").fill(`${username}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.locator("form button[type=submit]").click();
}

async function register({ page }: Visitor, username: string): Promise<void> {
  const email = `${username}@example.org`;
  await page.goto("/register");
  await mounted(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByLabel("Username (optional)").fill(username);
  await page.getByRole("checkbox").check();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/verify-email/);
  const mailed = await until("the code by email", async () => {
    const { rows } = await owner.query("select body_text from inbox_mails where to_address = $1", [email]);
    return /\b(\d{6})\b/.exec(rows[0]?.body_text ?? "")?.[1];
  });
  await page.locator("input[autocomplete=one-time-code]").first().fill(mailed);
  await page.waitForURL((there) => !there.pathname.includes("verify-email"));
  await page.goto("/account/verification/name");
  await mounted(page);
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Date of birth", { exact: true }).fill("1986-12-09");
  await page.getByLabel("Country of residence").selectOption("US");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.waitForURL((there) => !there.pathname.includes("verification/name"));
}

/** With the password where there is nothing better yet. */
async function addApp(visitor: Visitor, by: "password" | "passkey" = "password"): Promise<void> {
  const { page } = visitor;
  await page.goto("/account/settings/security");
  await mounted(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  if (by === "password") await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  secrets.set(visitor, base32nopad.decode((await dialog.locator("code").textContent()) ?? ""));
  await dialog.getByLabel("Code from the app").fill(totpCode(secrets.get(visitor) ?? new Uint8Array(), await now()));
  await page.getByText("The authenticator app is set up.").waitFor();
}

async function addPasskey({ context, page }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.goto("/account/settings/security");
  await mounted(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The passkey is set up.").waitFor();
}

/** From the node that the market has started. */
async function give(to: string, wei: bigint): Promise<void> {
  const [pid = ""] = readFileSync(join(folder, "nodes/ethereum/parley.pid"), "utf8").split(/\s/);
  const args = execFileSync("ps", ["-o", "args=", "-p", pid], { encoding: "utf8" });
  const [, host = "", at = ""] = /--host (\S+) .*--port (\d+)/.exec(args) ?? [];
  const node = openEthereumNode({ url: `http://${host}:${at}` });
  const from = "0x000000000000000000000000000000000000fAcE";
  await node.call("eth_sendTransaction", [{ from, to, value: `0x${wei.toString(16)}` }]);
}

/** To the address that the person's page shows. */
async function deposit({ page }: Visitor, wei: bigint): Promise<void> {
  await page.goto("/wallet/receive/eth");
  await mounted(page);
  await page.getByRole("button", { name: "Create address" }).click();
  const shown = page.getByText(/^0x[0-9a-fA-F]{40}$/).first();
  await give((await shown.textContent()) ?? "", wei);
}

/** Up to the question who it is, which `prove` answers. */
async function send(visitor: Visitor, eth: string, prove: () => Promise<void>): Promise<void> {
  const { page } = visitor;
  await openWallet(visitor);
  await page.getByRole("region", { name: "ETH", exact: true }).getByRole("button").first().click();
  await page.getByRole("tab", { name: "Send" }).click();
  await page.getByLabel("Recipient address").fill(AWAY);
  await page.getByLabel("Recipient gets").fill(eth);
  await page.getByRole("button", { name: "Review" }).click();
  await prove();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: "Sent" });
  await row
    .filter({ hasText: /Sent to network|Confirming|Completed/ })
    .first()
    .waitFor({ timeout: 30_000 });
}

test("people register by email, and what proves more than a password is a day old", { timeout: 400_000 }, async () => {
  await Promise.all([
    signIn(ada, "ada_first").then(() => addApp(ada)),
    signIn(ben, "ben_second").then(() => addApp(ben)),
    register(sam, "sam_sells")
      .then(() => addPasskey(sam))
      .then(() => addApp(sam, "passkey")),
    register(bea, "bea_buys").then(() => addApp(bea)),
  ]);
  // Gas is the operator's: without any, what came stays where it is.
  const { rows } = await owner.query("select address from wallet_addresses where purpose = 'hot'");
  await give(rows[0].address, 10n ** 17n);
  await deposit(sam, 10n ** 18n);
  await openWallet(sam);
  await balanceShown(sam, "ETH", ({ available }) => available === "1");
  // Nobody leaves a page open over the day that passes here.
  await Promise.all([ada, ben, sam, bea].map(({ page }) => page.goto("about:blank")));
  await passTime(DAY_MS);
});

test("a buyer is given a level by both administrators, each with a code of their own", {
  timeout: 400_000,
}, async () => {
  await signInWithCode(ada, "ada_first");
  await signInWithCode(ben, "ben_second");
  await ada.page.goto("/staff/desk");
  await mounted(ada.page);
  await ada.page.getByLabel("Username").fill("bea_buys");
  await ada.page.getByLabel("Change").selectOption({ label: "Set level 2: Identity verified" });
  await ada.page.getByRole("button", { name: "Continue" }).first().click();
  const asked = ada.page.getByRole("dialog");
  await asked.getByLabel("Reason").fill("Passport and address were checked.");
  await asked.getByLabel("Code from your authenticator app").fill(await code(ada));
  await asked.getByRole("button", { name: "Confirm", exact: true }).click();
  await ada.page.getByText("Another administrator must confirm this").waitFor();

  await ben.page.goto("/staff/desk");
  await mounted(ben.page);
  await ben.page.getByRole("button", { name: "Review and confirm" }).click();
  const confirming = ben.page.getByRole("dialog");
  await confirming.getByLabel("Code from your authenticator app").fill(await code(ben));
  await confirming.getByRole("button", { name: "Confirm", exact: true }).click();
  await ben.page.getByText("Nothing is waiting.").waitFor();
});

test("a newcomer signs in anew with the passkey, shows a passport that staff approve, and is at level 2", {
  timeout: 400_000,
}, async () => {
  const { page } = sam;
  await sam.context.clearCookies({ name: /parley$/ });
  await fillSignIn(sam, "sam_sells");
  await page.getByText("Your browser asks for your passkey").waitFor();
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL(/dashboard/);
  await page.goto("/offer-manager/edit");
  await mounted(page);
  await page.getByText("Verify your identity before you create or activate offers.").waitFor();
  await page.getByRole("link", { name: "Verify identity" }).click();
  await page.getByText("Verify your identity to raise").waitFor();
  await mounted(page);
  await page.locator('[data-kind="id"]').getByRole("button", { name: "Start" }).click();
  await fillPassport(sam, { first: "Grace", last: "Hopper", country: "USA" });
  await submitPictures(sam);
  await openDocument(ben, "sam_sells");
  await approvePassport(ben, { code: () => code(ben) });
  await page.locator('[data-kind="id"][data-status="approved"]').waitFor();
  await page.goto("/account/level");
  await mounted(page);
  await page.locator('[data-level="L2"]').getByText("Current").waitFor();
});

test("they trade, and a moderator decides their dispute", { timeout: 400_000 }, async () => {
  const { page } = sam;
  await youngRates();
  await page.goto("/offer-manager/edit");
  await mounted(page);
  await page.getByRole("radio", { name: "ETH" }).check();
  await page.getByRole("button", { name: /^Payment method/ }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("Skrill");
  await page.getByRole("dialog").getByRole("option", { name: "Skrill", exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Margin over market price").fill("0");
  await page.getByLabel("Minimum", { exact: true }).fill("30");
  await page.getByLabel("Maximum", { exact: true }).fill("300");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.waitForURL(/my-offers/);
  const { rows } = await owner.query("select hash from offers");

  const path = await startTrade(bea, rows[0].hash, "150");
  await payTrade(bea);
  await passTime(31 * 60_000);
  await openTrade(bea, path);
  await act(bea, "Open dispute");
  const dialog = bea.page.getByRole("dialog");
  await dialog.getByLabel("What went wrong?").selectOption({ label: "I paid and the seller is not responding" });
  await dialog.getByLabel("Describe the problem").fill("I sent it half an hour ago and got no reply.");
  await confirm(bea, "Open dispute");
  await sees(bea, "In dispute. Add your evidence before the deadline.");

  await ada.page.goto("/staff/disputes");
  await mounted(ada.page);
  await ada.page.getByRole("button", { name: "Take case" }).click();
  await sayWhy(ada.page);
  await ada.page.waitForURL(new RegExp(path));
  await mounted(ada.page);
  await ada.page.getByRole("radio", { name: /^Buyer/ }).check();
  await ada.page.getByLabel("Reason").selectOption({ label: "Payment proven" });
  await ada.page.getByLabel("Note for the record").fill("The transfer is in the statement.");
  await ada.page.getByRole("button", { name: "Award to the buyer" }).click();
  const question = ada.page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Code from your authenticator app").fill(await code(ada));
  await question.getByRole("button", { name: "Confirm" }).click();
  await sees(bea, "The dispute was awarded to you. The coins are in your wallet.");
  await look(bea.page, "production-awarded-1280");
});

test("coins leave with a code and with a passkey, and the invariants hold", { timeout: 400_000 }, async () => {
  await youngRates();
  await send(bea, "0.01", async () => {
    await bea.page.getByLabel("Code from your authenticator app").fill(await code(bea));
  });
  await send(sam, "0.02", () => sam.page.getByText("Your browser asks for your passkey").waitFor());
  const { rows } = await owner.query(
    "select method from proofs where spent_at is not null and subject like 'send_out%' order by proved_at",
  );
  assert.deepEqual(
    rows.map(({ method }) => method),
    ["authenticator", "passkey"],
  );
  assert.deepEqual(await checkBooks({ db: database.dbs.worker, log: testLog }), []);
  // A call that a new session token overtook is asked again by the page; only the browser itself speaks of the first try.
  const overtaken = "Failed to load resource: the server responded with a status of 401 (Unauthorized)";
  assert.deepEqual(
    [ada, ben, sam, bea].flatMap(({ errors }) => errors.filter((error) => error !== overtaken)),
    [],
  );
  const ended = new Promise((done) => market.once("exit", done));
  market.kill("SIGTERM");
  assert.equal(await ended, 0, said);
});
