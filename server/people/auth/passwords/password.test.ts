// Guards: weak passwords are refused, and people recognise their own devices.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { MARKET_WORDS } from "./common-passwords.ts";
import { checkPassword } from "./password.ts";
import { SETTINGS } from "../../../reference/settings/settings.ts";
import { deviceOf } from "../sessions/sessions.ts";

const LEAST = SETTINGS["accounts.password_letters"].value;

test("what guessers try first is refused, and what is only like it is not", () => {
  const isWeak = (password: string, own: readonly string[] = []) => {
    try {
      checkPassword({ password, own, least: LEAST });
      return false;
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === "auth.password_weak");
      return true;
    }
  };
  const cases: [string, boolean][] = [
    ["kqzwvxjpt", true],
    ["kqzwvxjptm", false],
    ["😀a😁b😂c😃d😄e", false],
    ["Password1234", true],
    ["P@ssw0rd!!!!", true],
    ["letmein 2026", true],
    ["letmein2026x", false],
    ["aaabbbcccaaa", true],
    ["aaabbbcccddd", false],
    ["3456789012", true],
    ["8765432109", true],
    ["klmnopqrst", true],
    ["tsrqponmlk", true],
    ["lkjhgfdsapoi", true],
    ["1q2w3e4r5t6y", true],
    ["klmnopqrsu", false],
    // From breaches, as it is and with digits behind it.
    ["Tinkerbell", true],
    ["diosesamor!2026", true],
    ["diosesamorx", false],
    // Of the market's own words.
    ["BitcoinWallet1", true],
    ["parley-market-2026", true],
    ["admin.of.Parley", true],
    ["parley of the sea", false],
    ["whatbitcoinis", false],
  ];
  for (const [password, expected] of cases) assert.equal(isWeak(password), expected, password);
  assert.equal(isWeak("byron1815byron", ["byron"]), false);
  assert.equal(isWeak("Lovelace181512", ["lovelace7"]), true);
  assert.equal(isWeak("adA1815123456", ["ada"]), false, "a name of three letters is no word");
  assert.equal(isWeak("adaM1815123456", ["adam"]), true);
});

test("more than three thousand passwords of breaches are long enough to be tried here, and none of them is taken", () => {
  const list = readFileSync(join(import.meta.dirname, "../generated/breached-passwords.txt"), "utf8")
    .trim()
    .split("\n");
  assert.ok(new Set(list).size > 5000);
  for (const password of list) {
    assert.ok([...password].length >= LEAST, password);
    assert.throws(() => checkPassword({ password, own: [], least: LEAST }), { code: "auth.password_weak" }, password);
  }
});

test("the words of the market are those that the operator's page lists", () => {
  const page = readFileSync("docs/protection.md", "utf8");
  assert.ok(page.includes(`\`${MARKET_WORDS}\``));
});

test("a device is named by its browser and its system", () => {
  const cases: [string, string][] = [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0 Safari/537.36", "Chrome on Windows"],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0 Safari/537.36 Edg/129.0", "Edge on Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/129.0 Safari/537.36 OPR/114.0", "Opera on macOS"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/17.0 Safari/605.1.15", "Safari on macOS"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1", "Safari on iOS"],
    ["Mozilla/5.0 (Linux; Android 14) HeadlessChrome/129.0 Mobile Safari/537.36", "Chrome on Android"],
    ["curl/8.0", "Unknown browser"],
    ["something on Linux", "Unknown browser on Linux"],
    ["", "Unknown browser"],
  ];
  for (const [agent, device] of cases) assert.equal(deviceOf(agent), device);
});
