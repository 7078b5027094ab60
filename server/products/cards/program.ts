/** After the end of an issuer's program: each user's card money goes back to their wallet, some at once, until none is left. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { ids } from "../../platform/ids.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { returnRows } from "./dispute-rows.ts";
import { dollars } from "./dollars.ts";

const AT_ONCE = 50;

export async function returnMoney({ db }: Pick<AppPorts, "db">): Promise<void> {
  while ((await db.tx(returnSome)) > 0);
}

async function returnSome(tx: Tx): Promise<number> {
  const returned = await returnRows(
    tx,
    Array.from({ length: AT_ONCE }, () => ids.hash()),
  );
  for (const { hash, user_id: userId, cents, units } of returned) {
    emitWalletEvent(tx, { userId, currency: "USDT", reason: "card_withdrawn", subject: hash, units, txid: null });
    const payload = { detail: `${dollars(cents)} USD` };
    tx.emit({ type: "account.card_money_returned", subject: String(userId), payload });
  }
  return returned.length;
}
