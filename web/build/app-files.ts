/** The manifest of an application (app.json), and the sources of its screens. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { APP_NAMES, filesBelow, WEB } from "./place.ts";

export type AppFile = { name: string; sdkVersion: string };

const SCREEN = "-screen.tsx";

export function readAppFile(name: string): AppFile {
  return JSON.parse(readFileSync(join(WEB, "apps", name, "app.json"), "utf8")) as AppFile;
}

/** The source file of each route. */
export function screenFiles(name: string): Record<string, string> {
  const files = filesBelow(join(WEB, "apps", name)).filter((file) => file.endsWith(SCREEN));
  return Object.fromEntries(files.map((file) => [basename(file, SCREEN), file]));
}

export function allScreenFiles(): string[] {
  return APP_NAMES.flatMap((name) => Object.values(screenFiles(name)));
}
