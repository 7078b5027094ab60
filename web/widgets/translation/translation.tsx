/** A text of somebody else in the reader's language, below the original and marked as made by a program. */
import { useEffect, useId, useRef, useState } from "react";
import type { Pair } from "#contract/reach/translations/pairs.ts";
import type { TranslationState } from "#contract/reach/translations/translations.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Select } from "#ui/forms/input.tsx";
import { type Offered, offeredFor } from "./offered.ts";

const TRANSLATION_TEXTS = import.meta.glob<Messages>("../../i18n/translation/*.json", { import: "default" });

export type TranslationProps = {
  readonly text: string;
  readonly of:
    | { readonly trade: string; readonly part: "terms" | "details" }
    | { readonly trade: string; readonly messageId: string }
    | { readonly offer: string };
};

export function Translation({ text, of }: TranslationProps) {
  const page = usePage();
  const { data: state } = usePageQuery<TranslationState>({
    queryKey: ["translations"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { getTranslations } = await import("#contract/reach/translations/translations.ts");
      const [{ data }] = await Promise.all([
        page.call(getTranslations, {}),
        loadTexts(page, "translation", TRANSLATION_TEXTS),
      ]);
      return data;
    },
  });
  const offered = state && offeredFor(text, { installed: state.pairs, locale: page.locale });
  if (!offered) return null;
  return <Offer of={of} offered={offered} isAccepted={state.isContentTransfer3rdPartyAutoTranslationAccepted} />;
}

type OfferProps = { readonly of: TranslationProps["of"]; readonly offered: Offered; readonly isAccepted: boolean };

function Offer({ of, offered: { pairs, first, isGuessed }, isAccepted }: OfferProps) {
  const page = usePage();
  const t = useT();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [pair, setPair] = useState(first);
  const [shown, setShown] = useState<string | null>(null);
  const names = new Intl.DisplayNames([page.locale], { type: "language" });
  const nameOf = ({ from }: Pair) => names.of(from) ?? from;
  const translate = useAction(
    async (chosen: Pair) => {
      setShown(null);
      setShown(await askFor(page, of, chosen));
    },
    { quiet: true },
  );
  const begin = (chosen: Pair | undefined) => {
    setPair(chosen);
    if (chosen && isAccepted) void translate.run(chosen);
  };
  const press = () => {
    setIsOpen(!isOpen);
    if (!isOpen && shown === null) begin(pair);
  };
  // In a chat it is opened at the lower edge.
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows with what is shown.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, shown, translate.refusal]);
  const label = first && isGuessed ? t("translation.use.from", { language: nameOf(first) }) : t("translation.use.any");
  return (
    <>
      {/* Higher than its row, which does not move when it comes. */}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-busy={translate.isRunning || undefined}
        onClick={press}
        className="-my-2 rounded py-2 text-xs font-medium text-brand hover:underline aria-busy:opacity-70"
      >
        {isOpen ? t("translation.use.hide") : label}
      </button>
      {isOpen && (
        <div
          ref={box}
          className="mt-2 grid w-full basis-full gap-2 rounded-lg border border-dashed border-edge bg-raised p-3 text-sm text-ink"
        >
          {!isAccepted && <AskToAccept />}
          {isAccepted && pair && <Shown text={shown} pair={pair} name={nameOf(pair)} />}
          {translate.refusal && (
            <p role="alert" className="text-warn">
              {translate.refusal.message}
            </p>
          )}
          {isAccepted && pairs.length > 1 && (
            <div className="grid gap-1">
              <label htmlFor={id} className="text-xs text-muted">
                {t("translation.use.language")}
              </label>
              <Select
                id={id}
                value={pair?.from ?? ""}
                onChange={({ target }) => begin(pairs.find(({ from }) => from === target.value))}
              >
                {!pair && <option value="">{t("translation.use.choose")}</option>}
                {pairs.map((one) => (
                  <option key={one.from} value={one.from}>
                    {nameOf(one)}
                  </option>
                ))}
              </Select>
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** The original is above and stays. */
function Shown({ text, pair, name }: { readonly text: string | null; readonly pair: Pair; readonly name: string }) {
  const t = useT();
  if (text === null) return null;
  return (
    <div role="status" className="grid gap-1">
      <p className="text-xs font-semibold text-muted">{t("translation.use.marked", { language: name })}</p>
      <p lang={pair.to} dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
      <p className="text-xs text-muted">{t("translation.use.note")}</p>
    </div>
  );
}

function AskToAccept() {
  const page = usePage();
  const t = useT();
  return (
    <p>
      {t("translation.use.accept")}{" "}
      <a className="font-medium text-brand underline" href={`${page.href("accountPrivacy", undefined)}#translation`}>
        {t("translation.use.settings")}
      </a>
    </p>
  );
}

async function askFor(page: PageKit, of: TranslationProps["of"], pair: Pair): Promise<string> {
  const { translateInTrade, translateOfferTerms } = await import("#contract/reach/translations/translations.ts");
  const { from, to } = pair;
  if ("offer" in of)
    return (await page.call(translateOfferTerms, { params: { id: of.offer }, query: { from, to } })).data.text;
  const part = "part" in of ? { part: of.part } : { part: "message" as const, message_id: of.messageId };
  const { data } = await page.call(translateInTrade, { params: { id: of.trade }, query: { ...part, from, to } });
  return data.text;
}
