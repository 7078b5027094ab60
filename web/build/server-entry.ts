/** Builds the server's renderer: pages and every screen, in one module that Node imports. */
import { join } from "node:path";
import { build } from "vite";
import { baseConfig, DIST, WEB } from "./place.ts";

export async function buildServerEntry(): Promise<void> {
  await build(
    baseConfig({
      ssr: { noExternal: true, external: ["react", "react-dom", "react-dom/server"] },
      build: {
        ssr: true,
        outDir: join(DIST, "server"),
        rolldownOptions: {
          input: { "entry-server": join(WEB, "pages", "entry-server.ts") },
          output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
        },
      },
    }),
  );
}
