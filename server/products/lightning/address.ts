/**
 * Lightning Addresses: any wallet pays `username@host`. LUD-16 says where a wallet asks, LUD-06 what it gets: a first answer with the bounds,
 * then an invoice for a sum, whose description is the hash of the first answer's metadata.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import { BRAND } from "#contract/platform/brand.ts";
import { LN_MEMO_MAX } from "#contract/products/lightning/names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { ids } from "../../platform/ids.ts";
import { hasLightning } from "./here.ts";
import { askInvoice, findInvoice, findPayee, seenNode } from "./rows.ts";

const LEAST_MSAT = 1000n;
/** For which an invoice lives that a wallet asked for. */
const LIFE_SEC = 600;
/** The process makes invoices several times a second; a wallet waits some seconds. */
const LOOK_MS = 100;
const MOST_LOOKS = 60;

const NAME = z.string().regex(/^[A-Za-z0-9_-]{3,20}$/);
const ASKED = z.object({
  amount: z.string().regex(/^[1-9][0-9]{0,14}$/),
  comment: z.string().max(LN_MEMO_MAX).optional(),
});

const PUBLIC = { config: { policy: { auth: "public", rateLimit: "write" } } } as const;
type Asking = { Params: { username: string } };
type Ports = Pick<AppPorts, "db" | "config">;

export function mountAddresses(fastify: FastifyInstance, { db, config }: Ports): void {
  if (!hasLightning()) return;
  const { origin, host } = config.publicUrl;
  fastify.get<Asking>("/.well-known/lnurlp/:username", PUBLIC, async (request, reply) => {
    const name = NAME.safeParse(request.params.username);
    const found = name.success
      ? await db.read(async (tx) => ({ payee: await findPayee(tx, name.data), node: await seenNode(tx) }))
      : undefined;
    if (!found?.payee) return refuse(reply.code(404), "There is no such user.");
    if (!found.node?.is_here) return refuse(reply, "Lightning is unavailable at the moment.");
    return open(reply).send({
      tag: "payRequest",
      callback: `${origin}/lnurlp/${request.params.username}`,
      minSendable: Number(LEAST_MSAT),
      maxSendable: Number(found.node.receivable_msat),
      metadata: metadataOf(request.params.username, host),
      commentAllowed: LN_MEMO_MAX,
    });
  });
  fastify.get<Asking>("/lnurlp/:username", PUBLIC, async (request, reply) => {
    const name = NAME.safeParse(request.params.username);
    const asked = ASKED.safeParse(request.query);
    if (!name.success) return refuse(reply.code(404), "There is no such user.");
    if (!asked.success) return refuse(reply, "The amount is missing, or the comment is too long.");
    const msat = BigInt(asked.data.amount);
    if (msat < LEAST_MSAT || msat % 1000n !== 0n) return refuse(reply, "The amount has to be whole satoshi.");
    const made = await ask(db, { username: name.data, host, msat, memo: asked.data.comment ?? "" });
    if (made === undefined) return refuse(reply, "Lightning is unavailable at the moment.");
    return open(reply).send({ pr: made, routes: [] });
  });
}

/** As LUD-06 wants it: a text of JSON, byte for byte what is hashed. */
function metadataOf(username: string, host: string): string {
  return JSON.stringify([
    ["text/identifier", `${username}@${host}`],
    ["text/plain", `${username} on ${BRAND}`],
  ]);
}

type Wanted = { readonly username: string; readonly host: string; readonly msat: bigint; readonly memo: string };

/** The invoice, once the node has made it; undefined where it does not come, or the user may have no more. */
async function ask(db: AppPorts["db"], { username, host, msat, memo }: Wanted): Promise<string | undefined> {
  const hash = ids.hash();
  const descriptionHash = createHash("sha256").update(metadataOf(username, host)).digest("hex");
  const payee = await db.tx(async (tx) => {
    const [userId, node] = [await findPayee(tx, username), await seenNode(tx)];
    if (userId === undefined || !node?.is_here || msat > node.receivable_msat) return undefined;
    const outcome = await askInvoice(tx, { hash, userId, msat, memo, seconds: LIFE_SEC, descriptionHash });
    return outcome === "asked" ? userId : undefined;
  });
  for (let looks = 0; payee !== undefined && looks < MOST_LOOKS; looks += 1) {
    const made = await db.read((tx) => findInvoice(tx, payee, hash));
    if (made?.bolt11) return made.bolt11;
    await pause(LOOK_MS);
  }
  return undefined;
}

/** Wallets in browsers ask from anywhere. */
const open = (reply: FastifyReply) => reply.header("access-control-allow-origin", "*");

const refuse = (reply: FastifyReply, reason: string) => open(reply).send({ status: "ERROR", reason });
