/** How a program reads what comes: the challenge, the signatures with a sample in four languages, and the list of what it missed. */
import { useId, useState } from "react";
import {
  CHALLENGE_HEADER,
  KEPT_DAYS,
  PUBLIC_KEY_PATH,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from "#contract/reach/webhooks/names.ts";
import { SAMPLE, SAMPLE_CODE, type SampleLanguage } from "#contract/reach/webhooks/sample.ts";
import { useT } from "#sdk/page-kit.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Segments } from "#ui/segments.tsx";

const LANGUAGES = Object.keys(SAMPLE_CODE) as SampleLanguage[];

const REQUEST = `POST ${new URL(SAMPLE.url).pathname} HTTP/1.1
content-type: application/json
${SIGNATURE_HEADER}: ${SAMPLE.signature}
${TIMESTAMP_HEADER}: ${SAMPLE.timestamp}
webhook-id: ${SAMPLE.id}
webhook-timestamp: ${SAMPLE.timestamp}
webhook-signature: ${SAMPLE.standardSignature}

${SAMPLE.body}`;

export function HowTo() {
  const t = useT();
  const panel = useId();
  const [language, setLanguage] = useState<SampleLanguage>("Node.js");
  const code = SAMPLE_CODE[language];
  return (
    <section id="how-to" className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg font-semibold">{t("webhooks.how")}</h2>
      <ol className="grid list-decimal gap-2 ps-5 text-sm">
        <li>{t("webhooks.how_challenge", { header: CHALLENGE_HEADER })}</li>
        <li>
          {t("webhooks.how_signature", { header: SIGNATURE_HEADER })}{" "}
          <a dir="ltr" className="underline" href={PUBLIC_KEY_PATH}>
            {PUBLIC_KEY_PATH}
          </a>
        </li>
        <li>{t("webhooks.how_standard")}</li>
        <li>{t("webhooks.how_once")}</li>
        <li>{t("webhooks.how_missed", { days: KEPT_DAYS })}</li>
      </ol>
      <h3 className="text-sm font-semibold">{t("webhooks.sample")}</h3>
      <p className="text-sm text-muted">{t("webhooks.sample_text")}</p>
      <Code text={REQUEST} />
      <Code text={SAMPLE.publicKey.trim()} />
      <Segments
        label={t("webhooks.sample_code")}
        controls={panel}
        chosen={language}
        onChoose={(key) => setLanguage(key as SampleLanguage)}
        segments={LANGUAGES.map((key) => ({ key, label: key }))}
      />
      <div id={panel} role="tabpanel" aria-label={language} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <Code text={code} />
        <CopyButton text={code} label={t("webhooks.copy")} doneLabel={t("webhooks.copied")} />
      </div>
      <h3 className="text-sm font-semibold">{t("webhooks.missed")}</h3>
      <Code text={"GET /rest/v1/webhooks/messages?after=12345\nAuthorization: Bearer parley_key_…"} />
    </section>
  );
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre dir="ltr" tabIndex={0} className="overflow-x-auto rounded-lg bg-sunken p-4 text-xs">
      {text}
    </pre>
  );
}
