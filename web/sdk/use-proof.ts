/** What somebody confirms with: what they have enrolled, and the password where that is nothing. */
import { useState } from "react";
import type { TwoFactor } from "#contract/two-factor.ts";
import { usePage } from "./page-kit.ts";
import { usePageQuery } from "./queries.ts";

export type Method = "passkey" | "code" | "password";
/** What is shown; of a passkey the browser asks when it is. */
export type Typed = { readonly method: Method; readonly text: string; readonly passkeyIds: readonly string[] };

export type Proof = {
  /** The first is the one to offer; empty until it is known. */
  readonly methods: readonly Method[];
  readonly method: Method | undefined;
  readonly choose: (method: Method) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Of the day, in dollars; null for who has better. */
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
      const { getTwoFactor } = await import("#contract/two-factor.ts");
      return (await page.call(getTwoFactor, {})).data;
    },
  });
}

/** `isLost` offers the password beside what is enrolled: for taking away what one has no more. */
export function useProof({ isLost = false } = {}): Proof {
  const { data, isError } = useTwoFactor();
  const methods = data ? methodsOf(data, isLost) : isError ? (["password"] as const) : [];
  return useProofBy({
    methods,
    passkeyIds: data?.passkeys.map(({ id }) => id) ?? [],
    limit: data?.limit ?? null,
  });
}

/** What is enrolled, beside a password that is asked for anyway: no method where that is nothing. */
export function useFactor(): Proof & { readonly isKnown: boolean } {
  const { data, isError } = useTwoFactor();
  const methods = data ? methodsOf(data, false).filter((one) => one !== "password") : [];
  const proof = useProofBy({ methods, passkeyIds: data?.passkeys.map(({ id }) => id) ?? [], limit: null });
  return { ...proof, isKnown: data !== undefined || isError };
}

type Known = Pick<Proof, "methods" | "limit"> & { readonly passkeyIds: readonly string[] };

/** Of what is known already. */
export function useProofBy({ methods, passkeyIds, limit }: Known): Proof {
  const [chosen, choose] = useState<Method>();
  const [text, setText] = useState("");
  const method = chosen && methods.includes(chosen) ? chosen : methods[0];
  const isReady = method === "passkey" || (method === "code" ? text.length === 6 : text !== "");
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
    typed: method && isReady ? { method, text, passkeyIds } : null,
  };
}

function methodsOf({ passkeys, authenticator }: TwoFactor, isLost: boolean): readonly Method[] {
  const better: Method[] = [];
  if (passkeys.length > 0) better.push("passkey");
  if (authenticator) better.push("code");
  return better.length === 0 || isLost ? [...better, "password"] : better;
}
