/** Pictures that the server draws for staff: a busy machine draws them later, and their page asks for them again. */
import type { Locator } from "playwright-core";

const LAST_MS = 60_000;

/** Returns once each of these is whole, as the reader sees it. A picture that is asked for again may be another element. */
export async function drawn(pictures: Locator): Promise<void> {
  const until = Date.now() + LAST_MS;
  for (let missing = await missingOf(pictures); missing.length > 0; missing = await missingOf(pictures)) {
    if (Date.now() > until) throw new Error(`pictures were not drawn: ${missing.join(", ")}`);
    await pictures.first().page().waitForTimeout(250);
  }
}

/** Images of these that are not loaded yet; each is scrolled into view, because images out of view are not loaded. */
async function missingOf(pictures: Locator): Promise<string[]> {
  return pictures.evaluateAll((all) =>
    all.flatMap((one) => {
      const { alt, complete, naturalWidth } = one as unknown as {
        alt: string;
        complete: boolean;
        naturalWidth: number;
      };
      if (complete && naturalWidth > 0) return [];
      (one as unknown as { scrollIntoView(): void }).scrollIntoView();
      return [alt];
    }),
  );
}
