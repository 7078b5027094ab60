/**
 * Callbacks of providers. The web process keeps them as they come and judges nothing: it has no provider's secret. A worker verifies the
 * bytes, and asks the provider about the order that a right one names.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Policy } from "../../platform/http/policy.ts";
import { limitOf } from "../../platform/http/entry/rate-limits.ts";
import { openPiece, sealPiece } from "../../platform/sealed-pieces.ts";
import { endMessage, keepMessage, waitingMessages } from "./message-rows.ts";
import type { Provider, ProviderMessage } from "./provider.ts";

const MESSAGES_PATH = "/rest/v1/providers/:provider/messages";
/** Of a provider that signs nothing: the address names the order, with a code. Kept as a header of this name. */
export const ORDER_IN_PATH = ":order";
const POLICY: Policy = { auth: "public", rateLimit: "write", bySignature: true };
const MOST_BYTES = 32_768;
const MOST_HEADER = 400;
const AT_ONCE = 50;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** By name of the provider, the headers by which it signs. */
export type MessageHeaders = Readonly<Record<string, readonly string[]>>;

/** Refuses request.not_found of a provider that is not configured, and request.too_many while too many wait. */
export async function mountProviderMessages(
  fastify: FastifyInstance,
  { db }: Pick<AppPorts, "db">,
  headersOf: MessageHeaders,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body));
    const options = { config: { policy: POLICY, rateLimit: limitOf(POLICY) } as never };
    const keep = async (
      { params: { provider, order }, headers: sent, body }: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
    ) => {
      const names = Object.hasOwn(headersOf, provider) ? headersOf[provider] : undefined;
      const isAsConfigured = names?.includes(ORDER_IN_PATH) === (order !== undefined);
      if (!names || !isAsConfigured || !Buffer.isBuffer(body)) throw new Refusal("request.not_found");
      const all: Readonly<Record<string, unknown>> = {
        ...sent,
        ...(order === undefined ? {} : { [ORDER_IN_PATH]: order }),
      };
      const headers = Object.fromEntries(names.map((name) => [name, String(all[name] ?? "").slice(0, MOST_HEADER)]));
      const packed = Buffer.from(JSON.stringify({ headers, body: body.toString("base64") }));
      const digest = createHash("sha256").update(packed).digest();
      const sealed = sealPiece(placeOf(provider, digest), packed);
      const outcome = await db.tx((tx) => keepMessage(tx, { provider, digest, sealed }));
      if (outcome === "full") throw new Refusal("request.too_many");
      return reply.code(200).send({ status: "success", data: {} });
    };
    scope.post<{ Params: Params }>(MESSAGES_PATH, options, keep);
    scope.post<{ Params: Params }>(`${MESSAGES_PATH}/${ORDER_IN_PATH}`, options, keep);
  });
}

type Params = { readonly provider: string; readonly order?: string };

const placeOf = (provider: string, digest: Buffer) => `provider_messages.sealed:${provider}:${digest.toString("hex")}`;

/** What waits of a provider whose product reads it itself, as it came. */
export async function openMessages(
  { db }: Pick<AppPorts, "db">,
  provider: string,
): Promise<readonly ({ readonly id: bigint } & ProviderMessage)[]> {
  const waiting = await db.read((tx) => waitingMessages(tx, provider, AT_ONCE));
  return waiting.map(({ id, digest, sealed }) => ({ id, ...unpacked(openPiece(placeOf(provider, digest), sealed)) }));
}

function unpacked(packed: Buffer): ProviderMessage {
  const { headers, body } = JSON.parse(packed.toString("utf8")) as { headers: Record<string, string>; body: string };
  return { headers, body: Buffer.from(body, "base64") };
}

/** Verifies what waits, each by itself, so that one that cannot be read keeps none behind it. */
export async function readMessages({ db }: Pick<AppPorts, "db">, provider: Provider<never>): Promise<void> {
  for (const { id, digest, sealed } of await db.read((tx) => waitingMessages(tx, provider.name, AT_ONCE)))
    await db.tx((tx) => {
      const read = readOne(provider, openPiece(placeOf(provider.name, digest), sealed), tx.now);
      return endMessage(tx, { id, ...read });
    });
}

function readOne(provider: Provider<never>, packed: Buffer, now: Date) {
  const read = provider.read(unpacked(packed), now);
  if ("fault" in read) return { found: read.fault };
  if (!UUID.test(read.externalRef) || read.messageId === "") return { found: "unreadable" };
  const { messageId, externalRef, providerRef } = read;
  return { found: "asked", messageId: messageId.slice(0, 200), externalRef, providerRef };
}
