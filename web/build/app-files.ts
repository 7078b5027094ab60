/** The manifest of an application (app.json), and the sources of its screens (screens.ts). */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WEB } from "./place.ts";

export type AppFile = { name: string; sdkVersion: string; routes: string[] };

export function readAppFile(name: string): AppFile {
  return JSON.parse(readFileSync(join(WEB, "apps", name, "app.json"), "utf8")) as AppFile;
}

/** The source file of each route, as screens.ts imports it. */
export function screenFiles(name: string): Record<string, string> {
  const file = join(WEB, "apps", name, "screens.ts");
  const lines = readFileSync(file, "utf8").matchAll(/^\s*"?([\w-]+)"?: \(\) => import\("([^"]+)"\)/gm);
  return Object.fromEntries([...lines].map(([, route = "", path = ""]) => [route, join(dirname(file), path)]));
}
