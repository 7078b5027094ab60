/** Settings from files: NAME_FILE is the path of a file with the value of NAME, as containers and systemd hand out secrets. */
import { readFileSync } from "node:fs";
import { ConfigError } from "./setting-forms.ts";

const SUFFIX = "_FILE";

/**
 * The environment with the text of each file in the place of its name. A line break at the end of a file is no part of the
 * value. Throws a ConfigError for a file that cannot be read or is empty, and for a setting that is given both ways.
 */
export function withFiles(env: NodeJS.ProcessEnv, names: ReadonlySet<string>): NodeJS.ProcessEnv {
  const found: NodeJS.ProcessEnv = {};
  for (const [key, path] of Object.entries(env)) {
    const name = key.slice(0, -SUFFIX.length);
    // PLACES_FILE and ANONYMIZERS_FILE are settings themselves.
    if (!path || !key.endsWith(SUFFIX) || names.has(key) || !names.has(name)) continue;
    if (env[name]) throw new ConfigError(`Parley does not start: ${name} and ${key} are given, and only one may be.`);
    found[name] = textOf(key, path);
  }
  return { ...env, ...found };
}

function textOf(key: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new ConfigError(`Parley does not start: ${key}=${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
  if (text === "") throw new ConfigError(`Parley does not start: ${key}=${path}: this file is empty`);
  return text;
}
