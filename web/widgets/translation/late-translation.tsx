/** The translation of a text of somebody else: its script is loaded for signed-in readers of a market that has a translator. */
import { usePage, useSession } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import type { TranslationProps } from "./translation.tsx";

const load = async () => (await import("./translation.tsx")).Translation;
const nothing = () => null;

/** For a row that wraps: the button is in the row, the translation below it. A page without this script lacks nothing that it needs. */
export function LateTranslation(props: TranslationProps) {
  const isOffered = usePage().flags.isContentTransfer3rdPartyAutoTranslationEnabled;
  return useSession() && isOffered ? (
    <Late key={props.text} load={load} props={props} loading={null} failed={nothing} />
  ) : null;
}
