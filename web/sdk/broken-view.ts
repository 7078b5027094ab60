/** The content of an element whose screen did not load or broke while open: the user can load the page anew. */
import type { PageKit } from "./page-kit.ts";

export function brokenView({ t }: Pick<PageKit, "t">): HTMLElement {
  const view = document.createElement("div");
  view.setAttribute("role", "alert");
  view.className =
    "my-6 grid justify-items-center gap-3 rounded-xl border border-line bg-raised p-8 text-center text-muted";
  const title = document.createElement("p");
  title.className = "text-lg font-semibold text-ink";
  title.textContent = t("shell.fallback.title");
  const text = document.createElement("p");
  text.textContent = t("shell.fallback.text");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "min-h-11 rounded-lg bg-brand px-4 text-sm font-semibold text-on-brand hover:bg-brand-hover";
  button.textContent = t("shell.modal.reload");
  button.addEventListener("click", () => location.reload());
  view.append(title, text, button);
  return view;
}
