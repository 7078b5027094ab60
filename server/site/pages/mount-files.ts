/** Files of pages that no build made: avatars, marks of methods, flags, and uploads for users with access. */
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { actsAsStaff } from "../../platform/http/policy.ts";
import { findReadableUpload } from "../../market/chat/index.ts";
import { findDirectFile } from "../../reach/messenger/index.ts";
import { avatarFile, avatarSvg } from "../profiles/index.ts";
import { GENERATED, PICTURE_FOLDERS } from "./generated.ts";

/** Their letters are what they say in this encoding and in no other. */
const SVG = "image/svg+xml; charset=utf-8";
const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;
const MEMBER = {
  config: {
    policy: {
      auth: "session",
      rateLimit: "read",
      objects: { hash: { kind: "upload", relations: ["owner", "buyer", "seller", "member", "staff"] } },
    },
  },
} as const;

/** Even if a decoder misreads it, it runs nothing and cannot be framed. */
const UPLOAD_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

export async function mountFiles(fastify: FastifyInstance, { db, files }: AppPorts): Promise<void> {
  for (const folder of PICTURE_FOLDERS) {
    await fastify.register(fastifyStatic, {
      root: join(GENERATED, folder),
      prefix: `/assets/${folder}/`,
      decorateReply: false,
      index: false,
      maxAge: 86_400_000,
      setHeaders: (reply) => void reply.header("content-type", SVG),
    });
  }
  fastify.get("/avatars/:file", OPEN, async (request, reply) => {
    const { file } = request.params as { file: string };
    const picture = /^([A-Za-z0-9_-]{43})\.jpg$/.exec(file)?.[1];
    const key = picture && (await db.read((tx) => avatarFile(tx, picture)));
    if (key)
      return (
        reply
          .type("image/jpeg")
          .header("content-security-policy", UPLOAD_POLICY)
          // Its name is of this picture alone; a week, so that one that was taken away goes from browsers as well.
          .header("cache-control", "public, max-age=604800, immutable")
          .send(Buffer.from(await files.get(key)))
      );
    const name = /^([A-Za-z0-9_-]{3,20})\.svg$/.exec(file)?.[1];
    if (!name) throw new Refusal("request.not_found");
    return reply.type(SVG).header("cache-control", "public, max-age=86400").send(avatarSvg(name));
  });
  for (const part of ["whole", "thumbnail"] as const) {
    fastify.get(part === "whole" ? "/uploads/:hash" : "/uploads/:hash/thumbnail", MEMBER, async (request, reply) => {
      const { hash } = request.params as { hash: string };
      const viewerId = request.viewer?.userId ?? 0n;
      const isStaff = request.viewer !== undefined && actsAsStaff(request.viewer);
      const kept = await db.read(
        async (tx) =>
          (await findReadableUpload(tx, { hash, viewerId, isStaff })) ?? findDirectFile(tx, { hash, viewerId }),
      );
      const key = part === "whole" ? kept?.file_key : kept?.thumb_key;
      if (!kept || !key) throw new Refusal("upload.not_found");
      const isPicture = kept.mime_type !== "application/pdf";
      return (
        reply
          .type(part === "whole" ? kept.mime_type : "image/jpeg")
          .header(
            "content-disposition",
            `${isPicture ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(kept.name)}`,
          )
          .header("content-security-policy", UPLOAD_POLICY)
          // Proof of a payment has no place in a browser that another person uses next.
          .header("cache-control", "no-store")
          .send(Buffer.from(await files.get(key)))
      );
    });
  }
}
