// Guards: the page about bounds has the numbers of the code, and the operator's page the addresses that are asked.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { MOST_BYTES, MOST_PAGES } from "../server/market/chat/clean-upload.ts";
import { LIVE_HOSTS } from "../server/money/rates/sources.ts";
import { MOST_WAITING } from "../server/people/auth/ask-verifier.ts";
import { CALLS_PER_MINUTE } from "../server/platform/http/rates.ts";
import { BODY_LIMIT } from "../server/platform/http/server.ts";
import { SOCKET_BOUNDS } from "../server/platform/http/socket-places.ts";
import { SETTINGS } from "../server/reference/settings/settings.ts";
import { MOST_WRONG } from "../server/signer/authenticators.ts";
import { MOST_FAILURES } from "../server/signer/passwords.ts";

const page = readFileSync("docs/protection.md", "utf8").replace(/\s+/g, " ");
const operating = readFileSync("docs/operating.md", "utf8");
const thousands = (number: number) => number.toLocaleString("en-US");

test("bounds of calls, guesses, files, sockets and sessions stand on the page as they are", () => {
  const rates = Object.entries(CALLS_PER_MINUTE).map(([name, most]) => `| \`${name}\` | ${most} |`);
  const said = [
    ...rates,
    `Passwords** have ${SETTINGS["accounts.password_letters"].value} to 256 characters`,
    `${MOST_FAILURES} wrong passwords and ${MOST_WRONG.code} wrong codes a day`,
    `after ${SETTINGS["auth.proof_of_work_after"].value} tries from one network`,
    `puzzle of ${thousands(SETTINGS["auth.proof_of_work_hashes"].value)} digests`,
    `${MOST_WRONG.second_step} wrong ones a day by the signer's own records`,
    `3 at a time in each process, ${MOST_WAITING} wait`,
    `a body | ${BODY_LIMIT / 1024} KB, an upload ${MOST_BYTES / 1024 ** 2} MB`,
    `A PDF has ${MOST_PAGES === 10 ? "ten" : MOST_PAGES} pages at most`,
    `${SOCKET_BOUNDS.perAddress} of an address, ${SOCKET_BOUNDS.perUser} of a user, ${thousands(SOCKET_BOUNDS.guests)} of guests`,
    `ends ${SETTINGS["auth.session_idle_hours"].value} hours after its last use and ${SETTINGS["auth.session_days"].value} days after`,
    `${SETTINGS["wallet.password_limit_usd"].value} USD a day`,
    `above ${SETTINGS["wallet.new_address_usd"].value} USD after ${SETTINGS["wallet.new_address_hours"].value} hours`,
    `| active offers | ${SETTINGS["offers.max_active"].value}; ${SETTINGS["offers.max_active_power"].value} and ${SETTINGS["offers.max_active_expert"].value} for`,
  ];
  for (const text of said) assert.ok(page.includes(text), text);
});

test("every host that is asked for prices stands among what the market talks to", () => {
  for (const host of Object.values(LIVE_HOSTS)) assert.ok(operating.includes(`\`${new URL(host).host}\``), host);
});
