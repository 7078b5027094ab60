/** What the signer does when it is asked. Payments are signed one at a time; people are verified beside that. */
import type { Db } from "../platform/db.ts";
import { type PasswordAsked, SignerRefusal, type SignRequest } from "../platform/outside/signer.ts";
import type { Site } from "./assertion.ts";
import { checkPassword, prepareCredential } from "./passwords.ts";
import { makeProver } from "./prove.ts";
import { type SigningDesk, signPayment } from "./sign-payment.ts";

export type Service = {
  /** Throws SignerRefusal for what the policy declines. */
  answer(method: string, params: unknown): Promise<unknown>;
};

/** The rest of it is there without keys: tests verify passwords where nothing is signed. */
export function makeService({ db, site, desk }: { db: Db; site: Site; desk?: SigningDesk }): Service {
  let lastSigned: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = lastSigned.then(work, work);
    lastSigned = mine;
    return mine;
  };
  const methods = new Map<string, (params: never) => Promise<unknown>>([
    ["prepare_credential", ({ password }: { password: string }) => prepareCredential(db, password)],
    ["check_password", (asked: PasswordAsked) => checkPassword(db, asked)],
    ["prove", makeProver(db, site)],
  ]);
  if (desk) {
    methods.set("account_keys", async () => desk.vault.accountKeys());
    methods.set("sign", (request: SignRequest) => inTurn(() => signPayment(desk, request)));
  }
  return {
    async answer(method, params) {
      const work = methods.get(method);
      if (!work) throw new SignerRefusal("signer.no_method", "the signer knows no such method");
      return work(params as never);
    },
  };
}
