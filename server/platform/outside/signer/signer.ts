/** What may be asked of the signer, the process that alone holds keys and the hashes of passwords; signer-child.ts starts it. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { CodeChannelName, FactorAct, NewPasskey, ProofFor, Shown } from "#contract/people/sign-in/proofs.ts";
import type { QuestionName } from "#contract/people/sign-in/question-names.ts";
import type { CalledFrom } from "../../postgres/caller-rows.ts";
import type { AuditHead, HeadSignature } from "./audit-head.ts";
import type { Factors } from "./known-factors.ts";
import type { ApprovalAsked, ApprovalOutcome, SecondStep, SecondStepAsked, SecondStepOutcome } from "./second-step.ts";
import type {
  PasswordChange,
  PasswordOutcome,
  PasswordReset,
  RecoveryFinish,
  RecoveryOutcome,
} from "./password-changes.ts";
import type { BitcoinChain, KeyPath } from "../chains/chain-keys.ts";

/**
 * Which thing of ours a payment is for; the id is unique within the purpose. A sweep and gas move our own coins only, and
 * cold moves them to the account that the signer's settings name.
 */
export type PaymentPurpose = "send_out" | "sweep" | "gas" | "cold";

export type BitcoinPlan = {
  readonly chain: "bitcoin";
  readonly inputs: readonly {
    readonly txid: string;
    readonly outputIndex: number;
    readonly units: string;
    readonly path: KeyPath;
  }[];
  /** Exactly one output goes out; those with a path come back to us. */
  readonly outputs: readonly { readonly address: string; readonly units: string; readonly path?: KeyPath }[];
  /** Of a move to the cold account: which of its addresses for receiving the one output goes to. */
  readonly coldIndex?: number;
};

export type EthereumPlan = {
  readonly chain: "ethereum";
  readonly from: KeyPath;
  readonly nonce: number;
  /** The receiver of ether, or of tokens when `token` is set. */
  readonly to: string;
  /** Where the receiver is one of our own addresses. */
  readonly toPath?: KeyPath;
  /** Wei of ether, or units of the token. */
  readonly value: string;
  readonly token?: string;
  readonly gasLimit: string;
  readonly maxFeePerGasWei: string;
  readonly tipWei: string;
};

export type PaymentPlan = BitcoinPlan | EthereumPlan;
export type SignRequest = { readonly purpose: PaymentPurpose; readonly id: string; readonly plan: PaymentPlan };
export type Signed = { readonly rawHex: string; readonly txid: string };
export type AccountKeys = { readonly bitcoin: string; readonly ethereum: string };
/** What the signer's own settings name: an account's key as it was written, and an address. */
export type ColdAccount = { readonly bitcoin?: string | undefined; readonly ethereum?: string | undefined };

/** Addresses come from the signer, each with an attestation of its owner. */
export type Attester = {
  /** What its word is verified with; DER in base64. */
  attestationKey(): Promise<string>;
  /** The user has an address of this coin from then on; a second call changes nothing. */
  makeDepositAddress(asked: { readonly userId: string; readonly currency: CryptoCode }): Promise<void>;
};

export type Signer = Attester & {
  /** The account public keys. */
  accountKeys(): Promise<AccountKeys>;
  /** Where coins beyond the hot limit go. */
  coldAccount(): Promise<ColdAccount>;
  /** An address of ours; change is for one send-out. A second call changes nothing. */
  makeOwnAddress(asked: OwnAddressAsked): Promise<void>;
  /** Gives its word for addresses of before, in order of their ids. Returns the last that it looked at, or null at the end. */
  attestOlder(asked: { readonly chain: ChainName; readonly after: string }): Promise<string | null>;
  /** The same id and plan give the same bytes, whenever asked. Throws SignerRefusal, or SignerSilent when unknown. */
  sign(request: SignRequest): Promise<Signed>;
  stop(): Promise<void>;
};

export type OwnAddressAsked =
  | { readonly purpose: "house" | "hot" | "refill" }
  | { readonly purpose: "change"; readonly subject: string };

/** Where a person asks from, for the activity of the account; robots ask from nowhere. */
type Asked = { readonly from?: CalledFrom | undefined };

/** A wrong password is counted for its user apart for each. */
export type PasswordAsked = Asked & {
  /** A missing user's password is checked at the same cost. */
  readonly userId: string | null;
  readonly password: string;
  readonly purpose: "sign_in" | "prove";
};

/** Verifies users and their addresses where their factors are stored. Throws SignerRefusal signer.busy, or SignerSilent. */
export type Verifier = Attester & {
  /** The reference of a credential with this password: the account that is made with it, within a day, has it. */
  prepareCredential(password: string): Promise<string>;
  /** Whether this is the user's password. Throws SignerRefusal signer.throttled after too many that were wrong. */
  checkPassword(asked: PasswordAsked): Promise<boolean>;
  /** Proofs that the user may spend within a quarter of an hour, in order. Throws SignerRefusal signer.throttled. */
  prove(asked: readonly ProofAsked[]): Promise<ProofOutcome[]>;
  /** What the user has enrolled. */
  factors(userId: string): Promise<Factors>;
  /** What is asked for beside the password at signing in; null where nothing is. */
  secondStep(userId: string): Promise<SecondStep | null>;
  /** Whether what was shown finishes the sign-in. Throws SignerRefusal signer.throttled. */
  checkSecondStep(asked: SecondStepAsked): Promise<SecondStepOutcome>;
  /** The signed-in user approves the sign-in of another browser. Throws SignerRefusal signer.throttled. */
  approveSignIn(asked: ApprovalAsked): Promise<ApprovalOutcome>;
  /** A code for one thing, by text, call, email or push, to where the user has confirmed that they are. */
  sendCode(asked: CodeAsked): Promise<CodeOutcome>;
  /** Holds the user's send-outs for a day. */
  holdSendOuts(held: HoldAsked): Promise<void>;
  /** Signs the head of the chain of staff acts. Throws SignerRefusal signer.audit where it does not follow from the last. */
  signAuditHead(head: AuditHead): Promise<HeadSignature>;
  /** Enrolls or removes something. Throws SignerRefusal signer.throttled. */
  changeFactors(change: FactorChange): Promise<FactorOutcome>;
  /** Another password, after the old one. Throws SignerRefusal signer.throttled. */
  changePassword(change: PasswordChange): Promise<PasswordOutcome>;
  /** Another password, by a link from an email. Throws SignerRefusal signer.throttled. */
  resetPassword(reset: PasswordReset): Promise<PasswordOutcome>;
  finishRecovery(finish: RecoveryFinish): Promise<RecoveryOutcome>;
};

export type CodeCarrier = CodeChannelName | "call";

export type CodeAsked = Asked & {
  readonly userId: string;
  readonly by: CodeCarrier;
  /** The asking session: a code by push goes to the others. None at sign-in. */
  readonly sessionId?: string | undefined;
  readonly for: ProofFor | FactorAct;
};

/**
 * none: the user has not turned it on, or has nowhere for it to go. wait: for the next one. factor: this takes more than such a code.
 * texts_off: they want none by text. landline: none gets there by text.
 */
export type CodeOutcome =
  | { readonly outcome: "sent" | "none" | "factor" | "texts_off" | "landline" }
  | { readonly outcome: "wait"; readonly waitSec: number };

export type HoldAsked = Asked & { readonly userId: string; readonly reason: "new_device" };

export type HoldReason = "new_factor" | "new_device" | "factor_lost" | "new_password";

export type FactorChange = Asked & { readonly userId: string } & (
    | { readonly act: "start_authenticator"; readonly shown: Shown }
    | { readonly act: "confirm_authenticator"; readonly code: string }
    /** A code is sent there, and counts it in once it is shown. */
    | {
        readonly act: "start_channel";
        readonly channel: CodeChannelName;
        readonly shown: Shown;
        readonly sessionId?: string | undefined;
        /** Of texts: the first code is said in a call. */
        readonly isByCall?: boolean | undefined;
        /** Of push the browser, by the hash of its address; without it the only one. */
        readonly device?: string | undefined;
      }
    | {
        readonly act: "confirm_channel";
        readonly channel: CodeChannelName;
        readonly code: string;
        readonly sessionId?: string | undefined;
      }
    | { readonly act: "add_passkey"; readonly name: string; readonly passkey: NewPasskey; readonly shown: Shown }
    | { readonly act: "make_recovery_codes"; readonly shown: Shown }
    | { readonly act: "set_options"; readonly options: FactorOptions; readonly shown: Shown }
    /** None takes them away. */
    | { readonly act: "set_questions"; readonly chosen: readonly Answered[]; readonly shown: Shown }
    /** The factor is "authenticator", "sms", "email", "push", "telegram" or a passkey's id. */
    | { readonly act: "remove"; readonly factor: string; readonly shown: Shown }
  );

export type Answered = { readonly question: QuestionName; readonly answer: string };

/** The acts that require a second factor. */
export type FactorOptions = {
  readonly login: boolean;
  readonly release: boolean;
  readonly sendout: boolean;
  /** No code comes by text; as it is where nothing is said. */
  readonly noTexts?: boolean | undefined;
};

/** wrong and factor as with proofs; unusable: the new passkey is not one that can be verified here. */
export type FactorOutcome =
  | {
      readonly outcome: "done";
      /** Of an authenticator that starts, in base32. */
      readonly secret?: string;
      /** Ten, where they were made: of who turns their first factor on, or asks for new ones. */
      readonly recoveryCodes?: readonly string[];
    }
  /** wait: for the next code. */
  | { readonly outcome: "wait"; readonly waitSec: number }
  /** staff: they are asked everywhere. which: there are several browsers. */
  | {
      readonly outcome:
        | "which"
        | "wrong"
        | "factor"
        | "exists"
        | "none"
        | "full"
        | "unusable"
        | "staff"
        | "texts_off"
        | "landline";
    };

export type ProofAsked = Asked & {
  readonly userId: string;
  readonly for: ProofFor;
  readonly shown: Shown;
};

/**
 * wrong: the proof is not valid. factor: a password of a user who has a stronger factor. nothing: valid, but the act
 * is not the user's to confirm, or no longer.
 */
export type ProofOutcome =
  | { readonly outcome: "proved"; readonly expiresAt: string }
  /** Above the daily limit of a password, with the rest of the limit. */
  | { readonly outcome: "limit"; readonly leftUsd: string }
  /** Send-outs of the user are held until then. */
  | { readonly outcome: "held"; readonly until: string }
  | { readonly outcome: "wrong" | "factor" | "nothing" };

/** Answers the result of a method, or throws as the signer's client does. */
export type AskSigner = (method: string, params: unknown) => Promise<unknown>;

export function verifierOf(ask: AskSigner): Verifier {
  return {
    attestationKey: () => ask("attestation_key", {}) as Promise<string>,
    makeDepositAddress: async (asked) => void (await ask("make_deposit_address", asked)),
    prepareCredential: (password) => ask("prepare_credential", { password }) as Promise<string>,
    checkPassword: (asked) => ask("check_password", asked) as Promise<boolean>,
    prove: (asked) => ask("prove", asked) as Promise<ProofOutcome[]>,
    factors: (userId) => ask("factors", { userId }) as Promise<Factors>,
    secondStep: (userId) => ask("second_step", { userId }) as Promise<SecondStep | null>,
    checkSecondStep: (asked) => ask("check_second_step", asked) as Promise<SecondStepOutcome>,
    approveSignIn: (asked) => ask("approve_sign_in", asked) as Promise<ApprovalOutcome>,
    sendCode: (asked) => ask("send_code", asked) as Promise<CodeOutcome>,
    holdSendOuts: (held) => ask("hold_send_outs", held) as Promise<void>,
    signAuditHead: (head) => ask("sign_audit_head", head) as Promise<HeadSignature>,
    changeFactors: (change) => ask("change_factors", change) as Promise<FactorOutcome>,
    changePassword: (change) => ask("change_password", change) as Promise<PasswordOutcome>,
    resetPassword: (reset) => ask("reset_password", reset) as Promise<PasswordOutcome>,
    finishRecovery: (finish) => ask("finish_recovery", finish) as Promise<RecoveryOutcome>,
  };
}

export function signerOf(ask: AskSigner): Omit<Signer, "stop"> & Verifier {
  return {
    accountKeys: () => ask("account_keys", {}) as Promise<AccountKeys>,
    coldAccount: () => ask("cold_account", {}) as Promise<ColdAccount>,
    makeOwnAddress: async (asked) => void (await ask("make_own_address", asked)),
    attestOlder: (asked) => ask("attest_older", asked) as Promise<string | null>,
    sign: (request) => ask("sign", request) as Promise<Signed>,
    ...verifierOf(ask),
  };
}

/** Its own policy says no. */
export class SignerRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "SignerRefusal";
    this.code = code;
  }
}

/** It gave no answer; asking again with the same id is safe. */
export class SignerSilent extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SignerSilent";
  }
}

/** The first line that the signer reads; nothing of it is in its environment or command line. */
export type SignerSettings = {
  /** Where the seed and the journal of signed payments lie. */
  readonly folder: string;
  /** 64 hex digits that encrypt the seed at rest. */
  readonly key: string | undefined;
  /** What encrypted it until now, where that is another one. */
  readonly keyBefore?: string | undefined;
  /** Its own connection: it reads the ledger, and keeps its own tables. */
  readonly databaseUrl: string;
  readonly bitcoinChain: BitcoinChain;
  readonly ethereumChainId: number;
  /** The dollar token's contract. */
  readonly token: string;
  /** Nodes that it asks itself whether the coins are there; without them it signs no send-out. */
  readonly bitcoinUrl?: string | undefined;
  readonly ethereumUrl?: string | undefined;
  readonly cold?: ColdAccount | undefined;
  /** Where the site's pages come from: a passkey's word is for this site only. */
  readonly origin: string;
};

export type SignerLine = { id: number; result?: unknown; refusal?: { code: string; message: string } };
