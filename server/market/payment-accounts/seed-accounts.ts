/** Accounts of the people of the demo, whose sign-in is shared: nobody may add one to them. */
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { findPaymentMethod } from "../../reference/catalog/index.ts";
import { insertAccount } from "./rows.ts";
import { accountMark, placeOfAccount, sealFields } from "./sealed-fields.ts";
import { walletIdentity } from "./wallets.ts";

/** A bank account in pesos and a wallet of mobile money in the name of its owner. */
export async function seedAccounts(tx: Tx, { userId, holderName }: { userId: bigint; holderName: string }) {
  const bankId = ids.hash();
  const clabe = "032180000118359719";
  await insertAccount(tx, {
    ...{ userId, publicId: bankId, kind: "bank" },
    facts: { country: "MX", countryIso: "MX", currency: "MXN", isPersonal: true },
    ...sealFields({ holder_name: holderName, clabe }, placeOfAccount(bankId)),
    mark: accountMark(`MX\n${clabe}`),
  });
  const walletId = ids.hash();
  const phone = "+254712345678";
  const methodId = findPaymentMethod("m-pesa")?.id;
  if (methodId === undefined) throw new Error("there is no M-Pesa");
  await insertAccount(tx, {
    ...{ userId, publicId: walletId, kind: "wallet" },
    facts: { methodId },
    ...sealFields({ holder_name: holderName, phone }, placeOfAccount(walletId)),
    mark: accountMark(walletIdentity({ methodId, phone })),
  });
}
