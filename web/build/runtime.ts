/**
 * The bundler keeps its few helpers in a file of their own. The files that a page waits for get a copy instead: half a
 * kilobyte is quicker than one more way there and back.
 */
import type { Plugin } from "vite";

const IMPORT = /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";/;

export function runtimeWithin(names: readonly string[]): Plugin {
  return {
    name: "parley:runtime-within",
    enforce: "post",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const runtime = chunks.find(({ name }) => name === "rolldown-runtime");
      if (!runtime) throw new Error("the bundler keeps its helpers elsewhere now");
      for (const chunk of chunks.filter(({ name }) => names.includes(name))) {
        chunk.code = chunk.code.replace(IMPORT, (_, taken: string) => copyOf(runtime.code, taken));
        chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName);
      }
    },
  };
}

/** `s as n,l as r` of the helpers' exports and `n as e` of an import, as one constant each. */
function copyOf(code: string, taken: string): string {
  const [body = "", exported = ""] = code.trim().replace(/\};?$/, "").split("export{");
  const inside = new Map(pairs(exported).map(([local, name]) => [name, local]));
  const made = pairs(taken).map(([name, local]) => [inside.get(name) ?? name, local] as const);
  return `const{${made.map(([helper, local]) => `${helper}:${local}`).join(",")}}=(()=>{${body}return{${made.map(([helper]) => helper).join(",")}}})();`;
}

function pairs(list: string): [from: string, to: string][] {
  return list.split(",").map((one) => {
    const [from = "", to = from] = one.trim().split(" as ");
    return [from, to];
  });
}
