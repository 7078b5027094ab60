/** Builds the server's renderer: pages and every screen, in one module that Node imports. */
import { join } from "node:path";
import { build } from "vite";
import { baseConfig, DIST, WEB } from "./place.ts";

export async function buildServerEntry(): Promise<void> {
  await build(
    baseConfig({
      ssr: { noExternal: true },
      // Left alone, a server build asks the environment, and takes React's slow development half with it.
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: {
        ssr: true,
        outDir: join(DIST, "server"),
        rolldownOptions: {
          // What the browser loads later is in this one file from the beginning.
          checks: { ineffectiveDynamicImport: false },
          input: { "entry-server": join(WEB, "pages", "entry-server.ts") },
          output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
        },
      },
    }),
  );
}
