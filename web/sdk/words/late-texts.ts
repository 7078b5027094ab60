/** Texts that few readers of a page need: they come with what they are for, not with the page. */
import type { PageKit } from "../page-kit.ts";
import type { Messages } from "./t.ts";

/** Of each language, by the name of its file: `import.meta.glob` where they are needed, so that no other page has the list. */
export type TextFiles = Readonly<Record<string, () => Promise<Messages>>>;

/** Before anything of the namespace is drawn; a second call asks for nothing. */
export async function loadTexts(
  { locale, t }: Pick<PageKit, "locale" | "t">,
  namespace: string,
  files: TextFiles,
): Promise<void> {
  const name = Object.keys(files).find((file) => file.endsWith(`/${locale}.json`));
  const load = files[name ?? ""];
  if (!load) throw new Error(`there are no texts ${namespace} in ${locale}`);
  t.add(namespace, await load());
}
