/**
 * What the apps share, built once for the whole page: React, and the libraries that stand on it. React is one file under
 * four names: they are always asked for together, and eight small files took two rounds of six on a phone's line.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { build, esmExternalRequirePlugin, type Plugin } from "vite";
import { baseConfig, DIST, LIBRARIES, REACT_MODULES } from "./place.ts";

const require = createRequire(import.meta.url);

/** Returns the import map's `imports`. */
export async function buildVendor(): Promise<Record<string, string>> {
  const react = await buildEntries({ react: "vendor:react" }, [wrappers()]);
  const names = Object.keys(LIBRARIES);
  const external = esmExternalRequirePlugin({ external: [...REACT_MODULES] });
  const libraries = await buildEntries(Object.fromEntries(names.map((name) => [fileName(name), `vendor:${name}`])), [
    wrappers(),
    external,
  ]);
  return Object.fromEntries([
    ...REACT_MODULES.map((name) => [name, fileOf(react, "react")]),
    ...names.map((name) => [name, fileOf(libraries, fileName(name))]),
  ]);
}

type Files = readonly { type: string; isEntry?: boolean; name?: string | undefined; fileName: string }[];

async function buildEntries(input: Record<string, string>, plugins: Plugin[]): Promise<Files> {
  const result = await build(
    baseConfig({
      base: "/vendor/",
      plugins,
      build: {
        outDir: join(DIST, "vendor"),
        rolldownOptions: {
          input,
          preserveEntrySignatures: "exports-only",
          output: { entryFileNames: "[name]-[hash].js", chunkFileNames: "chunk-[hash].js" },
        },
      },
    }),
  );
  return "output" in result ? (result.output as Files) : [];
}

function fileOf(files: Files, name: string): string {
  const entry = files.find((file) => file.type === "chunk" && file.isEntry && file.name === name);
  if (!entry) throw new Error(`the vendor build has no ${name}`);
  return `/vendor/${entry.fileName}`;
}

function fileName(module: string): string {
  return module.replaceAll("/", "-").replace("@", "");
}

/** React ships as CommonJS, so that its exports are named here; the libraries have more than is used. */
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
      return used ? `export { ${used.join(", ")} } from ${JSON.stringify(name)};` : reactUnderOneRoof();
    },
  };
}

/** All exports of React's modules by their names; those with one name in two modules (`version`, `Fragment`) are alike. */
function reactUnderOneRoof(): string {
  const taken = new Set(["default"]);
  const lines = REACT_MODULES.map((module, index) => {
    const names = Object.keys(require(module) as object).filter((name) => !taken.has(name));
    for (const name of names) taken.add(name);
    return `import whole${index} from ${JSON.stringify(module)};
export const { ${names.join(", ")} } = whole${index};`;
  });
  return [...lines, "export default whole0;"].join("\n");
}
