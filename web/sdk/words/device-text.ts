/** A browser and its system in the reader's language: the server names them as "Firefox on Linux". */
import type { Translate } from "./t.ts";

export function deviceText(t: Translate, device: string): string {
  const [name = "", system] = device.split(" on ");
  const browser = name === "" || name === "Unknown browser" ? t("account.sessions.unknown") : name;
  return system === undefined ? browser : t("account.sessions.on", { browser, system });
}
