/** The translation of a text of somebody else: its script and texts are loaded for signed-in readers of a market that has a translator. */
import { useCallback } from "react";
import { usePage, useSession } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import type { TranslationProps } from "./translation.tsx";

const TRANSLATION_TEXTS = import.meta.glob<Messages>("../../i18n/translation/*.json", { import: "default" });

/** Stands in a row that wraps: the button in the row, the translation below it. */
export function LateTranslation(props: TranslationProps) {
  const page = usePage();
  const isSignedIn = useSession() !== null;
  const load = useCallback(async () => {
    const [{ Translation }] = await Promise.all([
      import("./translation.tsx"),
      loadTexts(page, "translation", TRANSLATION_TEXTS),
    ]);
    return Translation;
  }, [page]);
  if (!isSignedIn || page.flags.isContentTransfer3rdPartyAutoTranslationEnabled !== true) return null;
  // Another text is another translation. A page without this script lacks nothing that it needs.
  return <Late key={props.text} load={load} props={props} loading={null} failed={() => null} />;
}
