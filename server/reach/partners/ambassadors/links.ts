/** The link of an ambassador: their code with our mark, so that nobody makes one for a code that they know. */
import { PATHS } from "#contract/platform/paths.ts";
import { isSigned, signed } from "../../../platform/sealed.ts";
import { publicLink } from "../view-program.ts";

const PURPOSE = "assign an ambassador";

export const linkOfAmbassador = (code: string): string =>
  publicLink(PATHS.assignAmbassador.replace(":id", `${code}-${signed(code, PURPOSE)}`));

/** The code of a link that we made. */
export function codeOfLink(id: string): string | undefined {
  const cut = id.indexOf("-");
  const [code, mark] = [id.slice(0, cut), id.slice(cut + 1)];
  return cut > 0 && isSigned(mark, { text: code, purpose: PURPOSE }) ? code : undefined;
}
