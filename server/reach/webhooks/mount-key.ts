/** The public key that signs webhooks, where clients of such markets look for it. */
import type { FastifyInstance } from "fastify";
import { PUBLIC_KEY_PATH } from "#contract/reach/webhooks/names.ts";
import { publicKeys } from "./sign.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;

export function mountKey(fastify: FastifyInstance): void {
  fastify.get(PUBLIC_KEY_PATH, OPEN, (_, reply) =>
    reply.type("application/x-pem-file").header("cache-control", "public, max-age=3600").send(publicKeys()),
  );
}
