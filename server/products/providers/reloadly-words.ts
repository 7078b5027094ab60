/** What the products of Reloadly have in common: its numbers and its callbacks. */
import { isFromReloadly } from "../../platform/outside/providers/reloadly.ts";
import { ProviderFault, type ProviderMessage, type ReadMessage } from "./provider.ts";

export const RELOADLY_HEADERS = ["x-reloadly-signature", "x-reloadly-request-timestamp"] as const;

/** A webhook that is older is no news. */
const MESSAGE_MS = 10 * 60_000;

/** JSON has its amounts as numbers; the digits of the currency are what counts of them. */
export function reloadlyUnits(value: number | undefined, digits: number): bigint {
  if (value === undefined || !Number.isFinite(value)) throw new ProviderFault("Reloadly answers without an amount");
  return BigInt(value.toFixed(digits).replace(".", ""));
}

export function readReloadlyMessage(
  secret: string | undefined,
  { headers, body }: ProviderMessage,
  now: Date,
): ReadMessage {
  const [signature = "", timestamp = ""] = RELOADLY_HEADERS.map((name) => headers[name]);
  if (!secret || !isFromReloadly(body, { secret, signature, timestamp })) return { fault: "unsigned" };
  if (Math.abs(now.getTime() - Number(timestamp)) > MESSAGE_MS) return { fault: "unsigned" };
  try {
    const said = JSON.parse(body.toString("utf8")) as {
      type?: unknown;
      data?: { transactionId?: unknown; status?: unknown; customIdentifier?: unknown };
    };
    const { transactionId, status, customIdentifier } = said.data ?? {};
    if (typeof customIdentifier !== "string") return { fault: "unreadable" };
    return {
      messageId: `${String(said.type)}:${String(transactionId)}:${String(status)}`,
      externalRef: customIdentifier,
    };
  } catch {
    // Signed, and no JSON: there is nothing to ask about.
    return { fault: "unreadable" };
  }
}
