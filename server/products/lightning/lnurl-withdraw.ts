/** LNURL-withdraw (LUD-03): what a wallet that scanned the code of a withdrawal asks, and the invoice that it brings. */
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import { BRAND } from "#contract/platform/brand.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { hasLightning } from "./here.ts";
import { findWithdrawal, type WithdrawalRow } from "./withdrawal-rows.ts";
import { collect } from "./withdrawals.ts";

const K1 = z.string().regex(/^[0-9a-f]{64}$/);
const BROUGHT = z.object({ k1: K1, pr: z.string().max(4000) });

const PUBLIC = { config: { policy: { auth: "public", rateLimit: "write" } } } as const;
const OVER = "This code was used, canceled or has expired.";

/** What a wallet shows to its user. */
const REASONS: Partial<Record<RefusalCode, string>> = {
  "lightning.unknown": OVER,
  "lightning.withdrawal_over": OVER,
  "lightning.other_amount": "The invoice is for another amount.",
  "lightning.invoice_form": "This is not a Lightning invoice.",
  "lightning.other_network": "The invoice is of another network.",
  "lightning.invoice_over": "The invoice has expired.",
  "lightning.own_invoice": "The invoice is of the same account.",
  "lightning.paid": "The invoice was paid before.",
  "lightning.in_flight": "The invoice is being paid.",
  "lightning.no_capacity": "The node cannot send this amount at the moment.",
};
const AWAY = "Payments are not possible at the moment. The code stays valid until its time is over.";

export function mountWithdrawals(fastify: FastifyInstance, { db, config }: Pick<AppPorts, "db" | "config">): void {
  if (!hasLightning()) return;
  fastify.get<{ Params: { k1: string } }>("/lnurlw/:k1", PUBLIC, async (request, reply) => {
    const k1 = K1.safeParse(request.params.k1);
    const given = k1.success ? await db.read((tx) => findOpen(tx, k1.data)) : undefined;
    if (!given) return refuse(reply, OVER);
    const msat = Number(given.got_units * 1000n);
    return open(reply).send({
      tag: "withdrawRequest",
      callback: `${config.publicUrl.origin}/lnurlw`,
      k1: given.k1,
      defaultDescription: BRAND,
      minWithdrawable: msat,
      maxWithdrawable: msat,
    });
  });
  fastify.get("/lnurlw", PUBLIC, async (request, reply) => {
    const brought = BROUGHT.safeParse(request.query);
    if (!brought.success) return refuse(reply, "The invoice or the key is missing.");
    const { k1, pr: invoice } = brought.data;
    try {
      await db.tx((tx) => collect(tx, { k1, invoice }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(reply, REASONS[error.code] ?? AWAY);
    }
    return open(reply).send({ status: "OK" });
  });
}

async function findOpen(tx: ReadTx, k1: string): Promise<WithdrawalRow | undefined> {
  const given = await findWithdrawal(tx, { k1 });
  return given?.status === "open" && given.expires_at > tx.now ? given : undefined;
}

/** Wallets in browsers ask from anywhere; what they hear is of this moment. */
const open = (reply: FastifyReply) =>
  reply.header("access-control-allow-origin", "*").header("cache-control", "no-store");

const refuse = (reply: FastifyReply, reason: string) => open(reply).send({ status: "ERROR", reason });
