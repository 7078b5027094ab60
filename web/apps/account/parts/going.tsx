/** Ways between pages and steps, pictures, and what lies over the page. */
import { type ComponentProps, lazy, Suspense, useEffect, useId, useState } from "react";
import { BRAND } from "#contract/platform/brand.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Menu, MenuButton, MenuLink, MenuTitle } from "#ui/dialogs/menu.tsx";
import { PickerDialog } from "#ui/forms/picker/dialog.tsx";
import { Stepper } from "#ui/forms/stepper.tsx";
import { Icon } from "#ui/icon.tsx";
import { bell, chevronDown, shieldCheck, user } from "#ui/icons/shapes.ts";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { Flag } from "#ui/pictures/flag.tsx";
import { Logo, Mark } from "#ui/pictures/logo.tsx";
import { MethodIcon } from "#ui/pictures/method-icon.tsx";
import { Qr } from "#ui/pictures/qr.tsx";
import { Segments } from "#ui/segments.tsx";
import { SideLinks } from "#ui/side-links.tsx";
import { Part, State, Wide } from "./pane.tsx";

/** A file of its own, which this page has no place for at its start. */
const Questions = lazy(() => import("#ui/questions.tsx").then((module) => ({ default: module.Questions })));

function LateQuestions(props: ComponentProps<typeof Questions>) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted ? (
    <Suspense fallback={null}>
      <Questions {...props} />
    </Suspense>
  ) : null;
}

export function WayParts() {
  const t = useT();
  const panel = useId();
  const [tab, choose] = useState("open");
  const steps = [t("parts.word.step_1"), t("parts.word.step_2"), t("parts.word.step_3")];
  const words = ["open", "paid", "ended"] as const;
  const segments = words.map((key) => ({ key, label: t(`parts.word.${key}`), href: "#parts-ways" }));
  const links = [
    { key: "settings", href: "#parts-ways", label: t("parts.word.settings"), shape: user },
    { key: "security", href: "#parts-ways", label: t("parts.word.security"), shape: shieldCheck },
    { key: "notifications", href: "#parts-ways", label: t("parts.word.long"), shape: bell },
  ];
  return (
    <>
      <Part name="Segments">
        <Wide>
          <Segments label={t("parts.word.open")} chosen="paid" segments={segments} />
          <Segments label={t("parts.word.open")} chosen={tab} segments={segments} controls={panel} onChoose={choose} />
          <p id={panel} role="tabpanel" className="text-sm text-muted">
            {t("parts.word.sentence")}
          </p>
        </Wide>
      </Part>
      <Part name="SideLinks">
        <State is="usual">
          <SideLinks here="security" links={links} />
        </State>
        <State is="small">
          <SideLinks isDense here="settings" links={links} />
        </State>
      </Part>
      <Part name="Stepper, NumberedSteps">
        <Wide>
          {[-1, 0, 1, 3].map((current) => (
            <Stepper key={current} label={t("parts.word.step_1")} steps={steps} current={current} />
          ))}
          <NumberedSteps steps={steps} />
        </Wide>
      </Part>
      <Part name="Questions">
        <Wide>
          <LateQuestions
            questions={[
              { key: "when", question: t("parts.word.question"), answer: t("parts.word.sentence") },
              { key: "long", question: t("parts.word.long"), answer: t("parts.word.sentence") },
            ]}
          />
        </Wide>
      </Part>
    </>
  );
}

export function PictureParts() {
  const t = useT();
  return (
    <Part name="Avatar, Coin, Flag, Logo, Mark, MethodIcon, Qr">
      <State is="usual">
        <Avatar name="alba_exchange" size={48} />
      </State>
      <State is="usual">
        <span className="flex gap-2">
          {CRYPTO_CODES.map((code) => (
            <Coin key={code} code={code} size={28} />
          ))}
        </span>
      </State>
      <State is="usual">
        <Flag iso="KE" />
      </State>
      <State is="usual">
        <Logo name={BRAND} />
      </State>
      <State is="small">
        <Mark size={20} />
      </State>
      <State is="usual">
        <span className="flex gap-2">
          {["bank-transfers", "gift-cards", "mobile-money", "other"].map((group) => (
            <MethodIcon key={group} name={t("parts.word.name")} group={group} />
          ))}
        </span>
      </State>
      <State is="usual">
        <Qr text="bitcoin:bcrt1qparts" label={t("parts.word.copy")} size={112} />
      </State>
    </Part>
  );
}

type Open = "dialog" | "sheet" | "locked" | "picker" | null;

export function OverParts() {
  const t = useT();
  const [open, show] = useState<Open>(null);
  const close = () => show(null);
  const words = { closeLabel: t("parts.word.close"), title: t("parts.word.settings") };
  const button = (name: NonNullable<Open>, state: "usual" | "small" | "locked" | "chosen") => (
    <State is={state}>
      <Button look="secondary" onClick={() => show(name)}>
        {t("parts.word.open")}
      </Button>
    </State>
  );
  return (
    <>
      <Part name="Dialog, PickerDialog">
        {button("dialog", "usual")}
        {button("sheet", "small")}
        {button("locked", "locked")}
        {button("picker", "chosen")}
      </Part>
      <Part name="Menu, MenuLink, MenuButton, MenuTitle">
        <State is="usual">
          <Menu
            align="start"
            label={t("parts.word.menu")}
            button={
              <>
                {t("parts.word.menu")} <Icon shape={chevronDown} />
              </>
            }
          >
            <MenuTitle>{t("parts.word.settings")}</MenuTitle>
            <MenuLink href="#parts-over" isCurrent>
              {t("parts.word.security")}
            </MenuLink>
            <MenuLink href="#parts-over">{t("parts.word.notifications")}</MenuLink>
            <MenuButton onPress={close}>{t("parts.word.close")}</MenuButton>
          </Menu>
        </State>
      </Part>
      <Dialog
        {...words}
        isOpen={open !== null && open !== "picker"}
        isSheet={open === "sheet"}
        isLocked={open === "locked"}
        onClose={close}
        footer={<Button onClick={close}>{t("parts.word.save")}</Button>}
      >
        <p className="text-sm">{t(open === "locked" ? "parts.word.locked" : "parts.word.sentence")}</p>
      </Dialog>
      <PickerDialog
        {...words}
        isOpen={open === "picker"}
        onClose={close}
        searchLabel={t("parts.word.search")}
        emptyText={t("parts.word.nothing")}
        items={[
          { key: "one", label: t("parts.word.name") },
          { key: "two", label: t("parts.word.long") },
        ]}
        chosen="one"
        onPick={close}
      />
    </>
  );
}
