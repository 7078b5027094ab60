/** Handling of a picture that failed to load: the element reports only the failure, the server gives the reason. */

export type Reason = { readonly status: number; readonly code: string | undefined };

/** Undefined where the server gave no answer. */
export async function reasonOf(url: string): Promise<Reason | undefined> {
  const answer = await fetch(url, { headers: { accept: "application/json" } }).catch(() => undefined);
  if (!answer) return undefined;
  const body = answer.ok ? {} : ((await answer.json().catch(() => ({}))) as { errors?: { code?: string } });
  return { status: answer.status, code: body.errors?.code };
}

/** A machine that reads many files is free again soon. */
const PAUSES_MS = [3000, 6000, 12_000];

/** After so many looks: it is lost, it is asked for again after a pause, or its reader is asked to. */
export function nextLook(reason: Reason | undefined, looks: number): "lost" | "stop" | { readonly afterMs: number } {
  if (reason?.code === "verification.corrupted") return "lost";
  const mayCome = reason === undefined || reason.status < 400 || reason.status >= 500;
  const afterMs = PAUSES_MS[looks];
  return mayCome && afterMs !== undefined ? { afterMs } : "stop";
}
