/** Delivery status of an awaited code: polled often at first, then less, and not while the page is hidden. */
import type { SentCode } from "#contract/people/sent-by.ts";
import type { CODE_KINDS } from "#contract/people/sign-in/proofs.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";

const SOON_MS = 2_000;
const LATER_MS = 10_000;
/** Most codes are delivered by then. */
const SOON_FOR_MS = 30_000;
/** A code counts no longer. */
const AT_MOST_MS = 600_000;

type Asked = {
  readonly kind: (typeof CODE_KINDS)[number] | "sign_in";
  readonly id: string;
  /** When it was asked for; 0 for not yet. */
  readonly sentMs: number;
  /** False once it is typed. */
  readonly isAwaited: boolean;
};

/** The sentence about a code that was not sent; undefined while it is on its way, or there. */
export function useLostCode({ kind, id, sentMs, isAwaited }: Asked): string | undefined {
  const page = usePage();
  const t = useT();
  const { data } = usePageQuery<SentCode>({
    queryKey: ["sent-code", kind, id, sentMs],
    queryFn: () => askSentCode(page, { kind, id }),
    enabled: sentMs > 0 && isAwaited,
    refetchInterval: ({ state }) => nextLook({ delivery: state.data?.delivery, forMs: page.nowMs() - sentMs }),
  });
  if (sentMs === 0 || (data?.delivery !== "failed" && data?.delivery !== "dropped")) return undefined;
  const { errorCode } = data;
  const isKnown = errorCode === 1 || errorCode === 3 || errorCode === 5;
  return t(isKnown ? `proof.sent.lost_${errorCode}` : "proof.sent.lost");
}

function nextLook({ delivery, forMs }: { delivery: SentCode["delivery"] | undefined; forMs: number }): number | false {
  if (forMs > AT_MOST_MS || (delivery !== undefined && delivery !== null && delivery !== "waiting")) return false;
  return forMs < SOON_FOR_MS ? SOON_MS : LATER_MS;
}

async function askSentCode(page: PageKit, { kind, id }: Pick<Asked, "kind" | "id">): Promise<SentCode> {
  if (kind === "sign_in") {
    const { getSignInCode } = await import("#contract/people/sign-in/sign-in.ts");
    return (await page.call(getSignInCode, {})).data;
  }
  const { getSentCode } = await import("#contract/people/sign-in/two-factor.ts");
  return (await page.call(getSentCode, { query: { kind, id } })).data;
}
