/** The page's client, loaded when the page is idle, because the first render makes no calls. */
import type { CallHooks } from "./call.ts";
import { lazily } from "../lazily.ts";
import type { Call } from "../page-kit.ts";

const REST_MS = 1500;

export function lazyCall(hooks: CallHooks): Call {
  const caller = lazily(() => import("./call.ts").then(({ createCall }) => createCall(hooks)));
  // Early, so that a cut line later finds it here and can say so.
  setTimeout(() => void caller().catch(() => undefined), REST_MS);
  return async (endpoint, input) => (await caller())(endpoint, input);
}
