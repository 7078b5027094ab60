/** Pictures that the server draws for staff: a busy machine draws them later, and their page asks for them again. */
import type { Locator } from "playwright-core";

/** Returns once each of these is whole, as the reader sees it. */
export async function drawn(pictures: Locator): Promise<void> {
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    const isWhole = () =>
      picture.evaluate((one) => {
        const { complete, naturalWidth } = one as unknown as { complete: boolean; naturalWidth: number };
        return complete && naturalWidth > 0;
      });
    for (let looks = 0; looks < 240 && !(await isWhole()); looks++) await picture.page().waitForTimeout(250);
    if (!(await isWhole())) throw new Error(`a picture was not drawn: ${await picture.getAttribute("alt")}`);
  }
}
