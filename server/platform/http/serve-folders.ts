/** The built files, with their compressed twins; names with a hash never change. */
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const HASHED = /-[A-Za-z0-9_-]{8}\.(?:js|css|svg|woff2)(?:\.br)?$/;

export async function serveFolders(fastify: FastifyInstance, distDir: string): Promise<void> {
  for (const [index, folder] of ["shell", "vendor", "apps"].entries()) {
    await fastify.register(fastifyStatic, {
      root: join(distDir, folder),
      prefix: `/${folder}/`,
      decorateReply: index === 0,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders(reply, path) {
        if (/\.svg(?:\.br)?$/.test(path)) reply.header("content-type", "image/svg+xml; charset=utf-8");
        // It shows notifications for the whole site, so its scope must be wider than its own path.
        if (/\/push-worker\.js(?:\.br)?$/.test(path)) reply.header("service-worker-allowed", "/");
        reply.header("cache-control", HASHED.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=60");
      },
    });
  }
}
