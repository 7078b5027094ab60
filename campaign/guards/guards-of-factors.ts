/** What the signer promises of passkeys, authenticator apps, what leaves by a password, and holds. */
import type { Guard } from "./guard.ts";

const SIGNER = "server/signer";

export const GUARDS_OF_FACTORS: readonly Guard[] = [
  {
    promise: "a code of an authenticator app counts once",
    file: `${SIGNER}/totp.ts`,
    text: "step > lastStep && ",
    without: "",
    test: `${SIGNER}/totp.test.ts`,
    only: "a code counts",
  },
  {
    promise: "codes are guessed at so many times a day",
    file: `${SIGNER}/authenticators.ts`,
    text: "  if ((await countFailures(tx, guessed, MOST_WRONG_CODES)) >= MOST_WRONG_CODES) {\n",
    without: "  if ((await countFailures(tx, guessed, MOST_WRONG_CODES)) > MOST_WRONG_CODES) {\n",
    test: `${SIGNER}/factors.test.ts`,
    only: "a code is guessed",
  },
  {
    promise: "who has a factor does not prove by the password",
    file: `${SIGNER}/prove.ts`,
    text: '(hasBetter(one) ? { outcome: "factor" } : undefined)',
    without: "undefined",
    test: `${SIGNER}/factors.test.ts`,
    only: "an authenticator app counts",
  },
  {
    promise: "the password adds no factor beside another",
    file: `${SIGNER}/factors.ts`,
    text: '      return { outcome: "factor" };\n',
    without: "",
    test: `${SIGNER}/factors.test.ts`,
    only: "who has a factor adds",
  },
  {
    promise: "a passkey is enrolled for this site by the person, just now",
    file: `${SIGNER}/assertion.ts`,
    text: "  if (!isOfPerson(data, origin) || !isNamed) return undefined;\n",
    without: "",
    test: `${SIGNER}/factors.test.ts`,
    only: "only a passkey that was made",
  },
  {
    promise: "on a password only so much leaves in a day",
    file: `${SIGNER}/spending.ts`,
    text: "    if (sum.usdCents === null || before + sum.usdCents > limit) left.set",
    without: "    if (sum.usdCents === null) left.set",
    test: `${SIGNER}/spending.test.ts`,
    only: "count together",
  },
  {
    promise: "no proof of a send-out is written in a hold",
    file: `${SIGNER}/prove.ts`,
    text: "    left.has(place) || holdOf(one) ? []",
    without: "    left.has(place) ? []",
    test: `${SIGNER}/holds.test.ts`,
    only: "a new factor holds",
  },
  {
    promise: "nothing is reserved in a hold, whatever was proved before",
    file: "server/migrations/0143-send-out-holds.sql",
    text: "hold.ends_at > market_now()))",
    without: "false))",
    test: `${SIGNER}/holds.test.ts`,
    only: "a new factor holds",
  },
  {
    promise: "what was proved in a hold is not signed",
    file: `${SIGNER}/ledger-record.ts`,
    text: "                 and hold.ends_at > proofs.proved_at)\n",
    without: "                        and false)\n",
    test: `${SIGNER}/holds.test.ts`,
    only: "what was proved within",
  },
];
