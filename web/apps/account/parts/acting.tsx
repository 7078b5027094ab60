/** What is pressed, what marks a thing, and what the page says. */
import { useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import { Alert, type AlertKind } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button, type ButtonLook, IconButton, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Chip, ChipLink } from "#ui/chip.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { bell, check, close, info } from "#ui/icons/shapes.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { FOCUSED, Part, State, Wide } from "./pane.tsx";

const LOOKS: readonly ButtonLook[] = ["primary", "secondary", "quiet", "danger", "buy", "sell"];
/** As in the part: the pointer cannot be in two places. */
const UNDER_POINTER: Partial<Record<ButtonLook, string>> = {
  primary: "bg-brand-hover",
  secondary: "bg-sunken",
  quiet: "bg-brand-soft",
  danger: "opacity-90",
};

export function ButtonParts() {
  const t = useT();
  const save = t("parts.word.save");
  return (
    <>
      {LOOKS.map((look) => (
        <Part key={look} name={`Button ${look}`}>
          <State is="usual">
            <Button look={look}>{save}</Button>
          </State>
          {UNDER_POINTER[look] && (
            <State is="hover">
              <Button look={look} className={UNDER_POINTER[look]}>
                {save}
              </Button>
            </State>
          )}
          <State is="focus">
            <Button look={look} className={FOCUSED}>
              {save}
            </Button>
          </State>
          <State is="disabled">
            <Button look={look} disabled>
              {save}
            </Button>
          </State>
          <State is="busy">
            <Button look={look} isBusy>
              {save}
            </Button>
          </State>
          <State is="small">
            <Button look={look} size="sm">
              {save}
            </Button>
          </State>
        </Part>
      ))}
      <Part name="LinkButton, IconButton, CopyButton">
        <State is="usual">
          <LinkButton look="secondary" href="#parts-buttons">
            {save}
          </LinkButton>
        </State>
        <State is="long">
          <Button wide>{t("parts.word.long")}</Button>
        </State>
        <State is="usual">
          <IconButton label={t("parts.word.close")}>
            <Icon shape={close} />
          </IconButton>
        </State>
        <State is="usual">
          <CopyButton text={save} label={t("parts.word.copy")} doneLabel={t("parts.word.copied")} />
        </State>
      </Part>
    </>
  );
}

const TONES: readonly Tone[] = ["neutral", "brand", "good", "warn", "bad", "info", "buy", "sell"];

export function TagParts() {
  const t = useT();
  const [isOn, turn] = useState(true);
  return (
    <>
      <Part name="Badge">
        <Wide>
          <p className="flex flex-wrap gap-2">
            {TONES.map((tone) => (
              <Badge key={tone} tone={tone}>
                {t("parts.word.paid")}
              </Badge>
            ))}
            <Badge tone="good" icon={check}>
              {t("parts.word.paid")}
            </Badge>
          </p>
        </Wide>
        <State is="long">
          <Badge tone="info">{t("parts.word.long")}</Badge>
        </State>
      </Part>
      <Part name="Chip, ChipLink">
        <State is="usual">
          <Chip isOn={!isOn} onClick={() => turn(!isOn)}>
            {t("parts.word.open")}
          </Chip>
        </State>
        <State is="chosen">
          <Chip isOn={isOn} onClick={() => turn(!isOn)}>
            {t("parts.word.paid")}
          </Chip>
        </State>
        <State is="focus">
          <Chip isOn={false} className={FOCUSED}>
            {t("parts.word.ended")}
          </Chip>
        </State>
        <State is="disabled">
          <Chip isOn={false} disabled>
            {t("parts.word.ended")}
          </Chip>
        </State>
        <State is="usual">
          <ChipLink isOn={false} href="#parts-tags">
            {t("parts.word.open")}
          </ChipLink>
        </State>
        <State is="long">
          <ChipLink isOn href="#parts-tags">
            <bdi className="truncate">{t("parts.word.long")}</bdi>
          </ChipLink>
        </State>
      </Part>
      <Part name="Icon, Spinner, Skeleton, Countdown">
        <State is="usual">
          <Icon shape={bell} label={t("parts.word.notifications")} />
        </State>
        <State is="busy">
          <Spinner />
        </State>
        <State is="loading">
          <Skeleton />
        </State>
        {([0.9, 0.2, 0.05, 0] as const).map((share) => (
          <State key={share} is="usual">
            <Countdown
              leftMs={share * 1_800_000}
              totalMs={1_800_000}
              label={t("parts.word.time")}
              spoken={(left) => `${t("parts.word.time")}: ${left}`}
            />
          </State>
        ))}
      </Part>
    </>
  );
}

const KINDS: readonly AlertKind[] = ["primary", "info", "success", "warning", "danger", "light"];

export function MessageParts() {
  const t = useT();
  return (
    <>
      <Part name="Alert">
        <Wide>
          {KINDS.map((kind) => (
            <Alert key={kind} kind={kind} title={t("parts.word.paid")}>
              {t("parts.word.sentence")}
            </Alert>
          ))}
          <Alert kind="info" size="sm" action={<Button size="sm">{t("parts.word.save")}</Button>}>
            {t("parts.word.long")}
          </Alert>
          <Alert kind="light" size="lg" dismissId="parts" dismissLabel={t("parts.word.dismiss")}>
            {t("parts.word.sentence")}
          </Alert>
        </Wide>
      </Part>
      <Part name="EmptyState">
        <Wide>
          <EmptyState
            shape={info}
            title={t("parts.word.nothing")}
            action={<Button look="secondary">{t("parts.word.search")}</Button>}
          >
            {t("parts.word.sentence")}
          </EmptyState>
        </Wide>
      </Part>
      <Part name="Card">
        <Wide>
          <Card className="p-5">{t("parts.word.sentence")}</Card>
        </Wide>
      </Part>
    </>
  );
}
