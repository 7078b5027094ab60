/** The user's ways to confirm: the enrolled ones, and the password without any. */
import { useState } from "react";
import type { CODE_KINDS } from "#contract/people/sign-in/proofs.ts";
import type { TwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { usePage } from "../page-kit.ts";
import { usePageQuery } from "./queries.ts";

export type SentMethod = "sms_code" | "push_code" | "telegram_code" | "email_code";
/** A recovery code signs in, and takes away what is lost. */
export type Method = "passkey" | "code" | "password" | "recovery_code" | SentMethod;
/** The action that a code would confirm; null while unknown. */
export type CodesFor = {
  readonly kind: (typeof CODE_KINDS)[number] | "sign_in";
  readonly id: string;
  /** A code for it has just left. */
  readonly onSent?: () => void;
} | null;
/** The shown method; the browser itself asks for a passkey. */
export type Typed = { readonly method: Method; readonly text: string; readonly passkeyIds: readonly string[] };

export type Proof = {
  /** The first is the one to offer; empty until it is known. */
  readonly methods: readonly Method[];
  readonly method: Method | undefined;
  readonly choose: (method: Method) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly codesFor: CodesFor;
  /** Codes come by text, and not in a call alone. */
  readonly takesTexts: boolean;
  /** The daily limit in dollars; null for a user with a stronger factor. */
  readonly limit: TwoFactor["limit"];
  /** null while something is to be typed. */
  readonly typed: Typed | null;
};

export const TWO_FACTOR = ["two-factor"] as const;

/** Asked for once a page. */
export function useTwoFactor() {
  const page = usePage();
  return usePageQuery<TwoFactor>({
    queryKey: [...TWO_FACTOR],
    queryFn: async () => {
      const { getTwoFactor } = await import("#contract/people/sign-in/two-factor.ts");
      return (await page.call(getTwoFactor, {})).data;
    },
  });
}

type Wish = { readonly isLost?: boolean; readonly codesFor?: CodesFor };

/**
 * `isLost` also offers the password, to remove a lost factor. Codes by text and email are offered if the call names
 * their purpose.
 */
export function useProof({ isLost = false, codesFor }: Wish = {}): Proof {
  const { data, isError } = useTwoFactor();
  const hasCodes = codesFor !== undefined;
  const methods = data
    ? methodsOf(data, { isLost, hasCodes, kind: codesFor?.kind })
    : isError
      ? (["password"] as const)
      : [];
  return useProofBy({
    methods,
    passkeyIds: data?.passkeys.map(({ id }) => id) ?? [],
    limit: data?.limit ?? null,
    codesFor: codesFor ?? null,
    takesTexts: data?.takesTexts ?? true,
  });
}

/** The enrolled methods in addition to a required password; none if there is none. */
export function useFactor(): Proof & { readonly isKnown: boolean } {
  const { data, isError } = useTwoFactor();
  const methods = data ? methodsOf(data, {}).filter((one) => one !== "password") : [];
  const proof = useProofBy({
    methods,
    passkeyIds: data?.passkeys.map(({ id }) => id) ?? [],
    limit: null,
    codesFor: null,
    takesTexts: true,
  });
  return { ...proof, isKnown: data !== undefined || isError };
}

type Known = Pick<Proof, "methods" | "limit" | "codesFor" | "takesTexts"> & { readonly passkeyIds: readonly string[] };

/** Of what is known already. */
export function useProofBy({ methods, passkeyIds, limit, codesFor, takesTexts }: Known): Proof {
  const [chosen, choose] = useState<Method>();
  const [text, setText] = useState("");
  // A code that did not get to Telegram may come by email; the server says whether it may.
  const isInstead = chosen === "email_code" && methods.includes("telegram_code");
  const method = chosen && (isInstead || methods.includes(chosen)) ? chosen : methods[0];
  const isReady = method !== undefined && isTyped(method, text);
  return {
    methods,
    method,
    choose: (next) => {
      choose(next);
      setText("");
    },
    text,
    setText,
    limit,
    codesFor,
    takesTexts,
    typed: method && isReady ? { method, text, passkeyIds } : null,
  };
}

const CODE_DIGITS = 6;
const RECOVERY_LETTERS = 10;

function isTyped(method: Method, text: string): boolean {
  if (method === "passkey") return true;
  if (method === "password") return text !== "";
  if (method === "recovery_code") return text.replaceAll(/[ -]/g, "").length === RECOVERY_LETTERS;
  return text.length === CODE_DIGITS;
}

const ON = 1;

const TURNED_OFF = 2;
type Asked = { readonly isLost?: boolean; readonly hasCodes?: boolean; readonly kind?: string | undefined };

/** Whether its owner has chosen to confirm this by the password. */
function isOff({ release, sendout }: TwoFactor["uses"], kind: string | undefined): boolean {
  if (kind === "release") return release.state === TURNED_OFF && release.type !== "none";
  return kind === "send_out" && sendout.state === TURNED_OFF && sendout.type !== "none";
}

function methodsOf(
  { passkeys, authenticator, channels, uses, recoveryCodesLeft }: TwoFactor,
  { isLost = false, hasCodes = false, kind }: Asked,
): readonly Method[] {
  const better: Method[] = [];
  // Nothing takes pushes, and no chat takes codes, any more.
  const standsIn = channels.email.state === ON && channels.email.addedAt === null;
  if (passkeys.length > 0) better.push("passkey");
  if (authenticator) better.push("code");
  if (better.length === 0 && hasCodes) {
    if (channels.sms.state === ON) better.push("sms_code");
    if (channels.push.state === ON && !standsIn) better.push("push_code");
    if (channels.telegram.state === ON && !standsIn) better.push("telegram_code");
    if (channels.email.state === ON) better.push("email_code");
  }
  if (isOff(uses, kind)) return ["password", ...better];
  if (isLost && better.length > 0 && recoveryCodesLeft) better.push("recovery_code");
  return better.length === 0 || isLost ? [...better, "password"] : better;
}
