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
    line.className =
      "fixed inset-x-0 bottom-0 z-50 bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn max-lg:bottom-16";
    line.textContent = t("shell.connection.off");
    document.body.append(line);
  });
}
