/** The texts of a case, which only its moderators need. */
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";

const ROOM_TEXTS = import.meta.glob<Messages>("../../../../i18n/room/*.json", { import: "default" });
const DISPUTES_TEXTS = import.meta.glob<Messages>("../../../../i18n/disputes/*.json", { import: "default" });

export function useCaseTexts(): { readonly isThere: boolean; readonly isError: boolean } {
  const page = usePage();
  const { data, isError } = usePageQuery({
    queryKey: ["texts", "room"],
    queryFn: async () => {
      await Promise.all([loadTexts(page, "room", ROOM_TEXTS), loadTexts(page, "disputes", DISPUTES_TEXTS)]);
      return true;
    },
  });
  return { isThere: data === true, isError };
}
