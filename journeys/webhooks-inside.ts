/** The journey of journeys/webhooks.test.ts, run in a network of its own where this machine has a public address. */
import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { after, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { PUBLIC_KEY_PATH } from "#contract/reach/webhooks/names.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const { ADDRESS = "" } = process.env;
const url = `http://${ADDRESS}/hook`;
const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const server = createServer((request, answer) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const { "x-parley-request-challenge": challenge } = request.headers;
    received.push({ headers: request.headers, body });
    answer.writeHead(200, challenge === undefined ? {} : { "x-parley-request-challenge": challenge }).end();
  });
});
await new Promise<void>((done) => server.listen(80, "0.0.0.0", done));
after(() => server.close());

const market = await openMarket();
const owner = await aGuest(market, "hook_owner");

test("a webhook is set, verified, tested and removed", { timeout: 300_000 }, async () => {
  const { page } = owner;
  await page.goto("/account/webhooks");
  await mounted(page);
  await look(page, "webhooks-none-1280");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("http://127.0.0.1/hook");
  await dialog.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Verify and turn on" }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  assert.equal(received.length, 0);

  await dialog.getByLabel("Address").fill(url);
  await dialog.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Verify and turn on" }).click();
  await page.getByText("On", { exact: true }).waitFor();
  assert.ok(received[0]?.headers["x-parley-request-challenge"]);

  await page.getByRole("button", { name: "New secret" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "New secret" }).click();
  const secret = (await dialog.locator("[data-secret]").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("A test message was sent").waitFor();
  for (let waited = 0; waited < 100 && received.length < 2; waited++) await page.waitForTimeout(100);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("Accepted", { exact: true }).last().waitFor();
  await look(page, "webhooks-1280");
  await alsoOn(market, owner.id, "/account/webhooks", "webhooks");

  const message = received.at(-1);
  assert.ok(message);
  new Webhook(secret.trim()).verify(message.body, message.headers as Record<string, string>);
  const key = createPublicKey(await (await fetch(new URL(PUBLIC_KEY_PATH, market.url))).text());
  const signature = Buffer.from(String(message.headers["x-parley-signature"]), "base64");
  assert.ok(verify(null, Buffer.from(`${url}:${message.body}`), key, signature), "the signature over address and body");

  await page.getByRole("button", { name: "Remove" }).first().click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("You have no webhook yet").waitFor();
  assert.equal(owner.errors.length, 1, String(owner.errors));
  assert.match(owner.errors[0] ?? "", /422/, "the private address");
});
