/** The manifest of an application (app.json), and the sources of its screens. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { APP_NAMES, filesBelow, WEB } from "./place.ts";

export type AppFile = { name: string; sdkVersion: string; routes?: readonly string[] };

const SCREEN = "-screen.tsx";

export function readAppFile(name: string): AppFile {
  return JSON.parse(readFileSync(join(WEB, "apps", name, "app.json"), "utf8")) as AppFile;
}

/** The source file of each route. */
export function screenFiles(name: string): Record<string, string> {
  const { routes } = readAppFile(name);
  return Object.fromEntries(
    filesOfScreens(name).flatMap((file) => (routes ?? [basename(file, SCREEN)]).map((route) => [route, file])),
  );
}

export function allScreenFiles(): string[] {
  return APP_NAMES.flatMap(filesOfScreens);
}

const filesOfScreens = (name: string) => filesBelow(join(WEB, "apps", name)).filter((file) => file.endsWith(SCREEN));
