/** An authenticator app of a user of a journey: its secret, and the code that it shows now. */
import { base32nopad } from "@scure/base";
import { totpCode } from "../server/platform/totp.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import type { Market } from "./market.ts";

export async function anAuthenticator(market: Market, id: bigint): Promise<() => Promise<string>> {
  const { verifier } = market.ports;
  const userId = String(id);
  const clock = () => market.db.read((tx) => tx.readClock());
  const begun = await verifier.changeFactors({
    userId,
    act: "start_authenticator",
    shown: { password: TEST_PASSWORD },
  });
  const secret = base32nopad.decode("secret" in begun ? (begun.secret ?? "") : "");
  await verifier.changeFactors({ userId, act: "confirm_authenticator", code: totpCode(secret, await clock()) });
  return async () => totpCode(secret, await clock());
}
