/** What the signer does when it is asked. Payments are signed one at a time; people are verified beside that. */
import type { Db } from "../platform/postgres/db.ts";
import {
  type CodeAsked,
  type FactorChange,
  type HoldAsked,
  type PasswordAsked,
  SignerRefusal,
  type SignRequest,
} from "../platform/outside/signer/signer.ts";
import type { AuditHead } from "../platform/outside/signer/audit-head.ts";
import type { PasswordChange, PasswordReset, RecoveryFinish } from "../platform/outside/signer/password-changes.ts";
import type { ApprovalAsked, SecondStepAsked } from "../platform/outside/signer/second-step.ts";
import { openAddresses } from "./addresses/addresses.ts";
import { approveSignIn } from "./factors/approvals.ts";
import type { Site } from "./factors/assertion.ts";
import { isClosedBatch } from "./records/audit-batch-rows.ts";
import type { AuditHeads } from "./records/audit-heads.ts";
import { changeFactors, listFactors } from "./factors/factors.ts";
import { startHold } from "./proofs/holds.ts";
import { checkPassword, prepareCredential } from "./passwords/passwords.ts";
import { finishRecovery } from "./passwords/finish-recovery.ts";
import { changePassword, resetPassword } from "./passwords/new-password.ts";
import { makeProver } from "./proofs/prove.ts";
import { noteRefusal } from "./records/refusal-rows.ts";
import { checkSecondStep, findSecondStep } from "./factors/second-step.ts";
import { sendCode } from "./factors/sent-codes.ts";
import { type SigningDesk, signPayment } from "./signing/payment.ts";

export type Service = {
  /** Throws SignerRefusal for what the policy declines. */
  answer(method: string, params: unknown): Promise<unknown>;
};

type Holds = { readonly db: Db; readonly site: Site; readonly desk?: SigningDesk; readonly heads?: AuditHeads };

/** The rest of it is there without keys: tests verify passwords where nothing is signed. */
export function makeService({ db, site, desk, heads }: Holds): Service {
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
    ["factors", (asked: { userId: string }) => listFactors(db, asked)],
    ["second_step", (asked: { userId: string }) => findSecondStep(db, asked)],
    ["check_second_step", (asked: SecondStepAsked) => checkSecondStep(db, site, asked)],
    ["approve_sign_in", (asked: ApprovalAsked) => approveSignIn(db, site, asked)],
    ["send_code", (asked: CodeAsked) => sendCode(db, asked)],
    ["hold_send_outs", (asked: HoldAsked) => startHold(db, asked)],
    ["change_factors", (change: FactorChange) => changeFactors(db, site, change)],
    ["change_password", (change: PasswordChange) => changePassword(db, site, change)],
    ["reset_password", (reset: PasswordReset) => resetPassword(db, site, reset)],
    ["finish_recovery", (finish: RecoveryFinish) => finishRecovery(db, finish)],
  ]);
  if (heads)
    methods.set("sign_audit_head", async ({ number, acts, lastAct, chain, previous, digest }: AuditHead) => {
      // Whatever the caller sent: only the fields that are in the database are signed.
      const head = { number, acts, lastAct, chain, previous, digest };
      if (!(await db.read((tx) => isClosedBatch(tx, head))))
        throw new SignerRefusal("signer.audit", "no batch of staff acts has this head");
      return heads.sign(head);
    });
  if (desk) {
    const addresses = openAddresses(db, desk);
    methods.set("attestation_key", addresses.attestationKey);
    methods.set("make_deposit_address", addresses.makeDepositAddress);
    methods.set("make_own_address", addresses.makeOwnAddress);
    methods.set("attest_older", addresses.attestOlder);
    methods.set("account_keys", async () => desk.vault.accountKeys());
    methods.set("cold_account", async () => desk.cold);
    methods.set("sign", (request: SignRequest) =>
      inTurn(() => signPayment(desk, request)).catch((error: unknown) => refused(db, request, error)),
    );
  }
  return {
    async answer(method, params) {
      const work = methods.get(method);
      if (!work) throw new SignerRefusal("signer.no_method", "the signer knows no such method");
      return work(params as never);
    },
  };
}

/** Each refusal is written down where the operator's status shows it; a database that is away does not change the answer. */
async function refused(db: Db, { purpose, id }: SignRequest, error: unknown): Promise<never> {
  if (error instanceof SignerRefusal)
    await db
      .tx((tx) => noteRefusal(tx, { code: error.code, purpose, payment: id }))
      .catch(() => process.stderr.write(`${error.code} was not written down\n`));
  throw error;
}
