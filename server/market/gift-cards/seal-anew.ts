/** Exchanges the secret of gift cards: what the previous one sealed and marked is sealed and marked with the present one. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../platform/sealed.ts";
import { codeMark, openCode, sealCode } from "./codes.ts";
import { lockSealedBefore, putAnew } from "./rows.ts";

const AT_ONCE = 200;

/** As the owner of the tables, before the accounts. Returns the line for the operator; a second call changes nothing. */
export async function sealCardsAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  for (let sealed = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await lockSealedBefore(tx, { version: sealingVersion(), limit: AT_ONCE });
      const anew = rows.map(({ id, hash, code_sealed: before }) => {
        const code = openCode(before, hash);
        return { id, codeSealed: sealCode(code, hash), codeMark: codeMark(code) };
      });
      await putAnew(tx, anew);
      return rows.length;
    });
    sealed += count;
    if (count < AT_ONCE) return `sealed ${sealed} codes of gift cards with the new secret`;
  }
}
