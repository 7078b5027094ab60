/**
 * What the apps share, built once for the whole page: React and the libraries that stand on it. Each entry is a generated
 * wrapper that names its exports (React ships as CommonJS, the libraries have more than is used); they share their insides.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { baseConfig, DIST, LIBRARIES, VENDOR_MODULES } from "./place.ts";

const require = createRequire(import.meta.url);

/** Returns the import map's `imports`. */
export async function buildVendor(): Promise<Record<string, string>> {
  const result = await build(
    baseConfig({
      base: "/vendor/",
      plugins: [wrappers()],
      build: {
        outDir: join(DIST, "vendor"),
        rolldownOptions: {
          input: Object.fromEntries(VENDOR_MODULES.map((name) => [fileName(name), `vendor:${name}`])),
          preserveEntrySignatures: "exports-only",
          output: { entryFileNames: "[name]-[hash].js", chunkFileNames: "chunk-[hash].js" },
        },
      },
    }),
  );
  const output = "output" in result ? result.output : [];
  const imports: Record<string, string> = {};
  for (const name of VENDOR_MODULES) {
    const chunk = output.find((file) => file.type === "chunk" && file.isEntry && file.name === fileName(name));
    if (!chunk) throw new Error(`the vendor build has no ${name}`);
    imports[name] = `/vendor/${chunk.fileName}`;
  }
  return imports;
}

function fileName(module: string): string {
  return module.replaceAll("/", "-").replace("@", "");
}

function wrappers(): Plugin {
  return {
    name: "parley:vendor",
    resolveId(id) {
      return id.startsWith("vendor:") ? `\0${id}` : null;
    },
    load(id) {
      if (!id.startsWith("\0vendor:")) return null;
      const name = id.slice("\0vendor:".length);
      const used = (LIBRARIES as Record<string, readonly string[]>)[name];
      if (used) return `export { ${used.join(", ")} } from ${JSON.stringify(name)};`;
      const names = Object.keys(require(name) as object).filter((key) => key !== "default");
      return `import whole from ${JSON.stringify(name)};
export default whole;
export const { ${names.join(", ")} } = whole;`;
    },
  };
}
