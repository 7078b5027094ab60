/** Keeps a text in local storage. A full one keeps nothing: that is reported, and hinders nobody. */
import { report } from "./report.ts";

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    report(error);
  }
}
