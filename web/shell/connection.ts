/** The line that says that live news do not come, and goes away when they come again. */
import type { PageKit } from "#sdk/page-kit.ts";

export function watchConnection({ live, t }: PageKit): void {
  let line: HTMLElement | undefined;
  live.onConnection((isConnected) => {
    line?.remove();
    line = undefined;
    if (isConnected) return;
    line = document.createElement("div");
    line.setAttribute("role", "status");
    line.textContent = t("shell.connection.off");
    line.className = "bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn";
    // In the head, which stays on top: it covers nothing, such as the field of a message at the foot of the screen.
    const head = document.querySelector("header");
    if (head) head.append(line);
    else document.body.prepend(line);
  });
}
