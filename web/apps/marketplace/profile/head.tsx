/** The user: name, age of the account, verifications, and the buttons for trust and block. */
import { useState } from "react";
import type { UserProfile } from "#contract/people/accounts.ts";
import { pictureOf } from "#contract/people/avatar.ts";
import { seenLevel, seenText } from "#sdk/words/ago.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { Translate } from "#sdk/words/t.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { check, close, shieldCheck, star } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { RemovePicture } from "./remove-picture.tsx";
import { ChatLine } from "./chat-line.tsx";
import type { Relation } from "./use-relation.ts";

const DOTS = { success: "bg-good", warning: "bg-accent", default: "bg-edge" } as const;

/** `registered` is how long ago: years, months and days. The largest of them says enough. */
function ageText(t: Translate, { year, month, day }: UserProfile["registered"]): string {
  if (year > 0) return t("profile.since.years", { count: year });
  if (month > 0) return t("profile.since.months", { count: month });
  return day > 0 ? t("profile.since.days", { count: day }) : t("profile.since.today");
}

/** Signed-in users also see its kind and country. */
function phoneText(t: Translate, { type, info }: UserProfile["phone"]): string {
  const kind = type && t(`profile.line.${type}`);
  return [t("profile.proof.phone"), kind, info].filter(Boolean).join(" · ");
}

export function ProfileHead({ user, relation }: { user: UserProfile; relation: Relation | null }) {
  const page = usePage();
  const t = useT();
  const [face, setFace] = useState(user.avatarUrl);
  const isStaff = (useSession()?.roles.length ?? 0) > 0;
  const ageMs = page.madeAtMs - Date.parse(user.lastSeen.at);
  return (
    <Card className="flex flex-wrap items-start gap-5 p-5">
      <Avatar name={user.username} url={face} size={72} />
      <div className="grid min-w-0 grow basis-52 gap-2">
        <h1 className="flex flex-wrap items-center gap-2 text-2xl font-bold tracking-tight">
          <bdi className="break-all">{user.username}</bdi>
          {user.badge !== "no_badge" && <Badge tone="brand">{t.maybe(`offers.badge.${user.badge}`, user.badge)}</Badge>}
          {user.company && (
            <Badge tone={user.company.isVerified ? "good" : "neutral"}>
              {t(user.company.isVerified ? "profile.company.verified" : "profile.company.unverified")}
            </Badge>
          )}
          {user.isMerchant && <Badge tone="brand">{t("profile.merchant")}</Badge>}
          {user.isDemo && <Badge tone="info">{t("offers.row.demo")}</Badge>}
        </h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            <span className={cx("size-2.5 rounded-full", DOTS[seenLevel(ageMs)])} />
            {seenText(t, ageMs)}
          </span>
          {user.country && <span>{user.country.localizedName}</span>}
          {user.ipLocation && user.ipLocation.iso !== user.country?.iso && (
            <span>{t("profile.seen_in", { country: user.ipLocation.localizedName })}</span>
          )}
          <span>{ageText(t, user.registered)}</span>
          {user.fullName && <bdi>{user.fullName}</bdi>}
        </p>
        <ul className="flex flex-wrap gap-2">
          <Proof isThere={user.verification.id} text={t("profile.proof.id")} />
          <Proof isThere={user.verification.email} text={t("profile.proof.email")} />
          <Proof isThere={user.phone.active} text={phoneText(t, user.phone)} />
        </ul>
        {user.bio && (
          <p dir="auto" className="max-w-2xl text-sm break-words whitespace-pre-line">
            {user.bio}
          </p>
        )}
        {user.chat && <ChatLine chat={user.chat} username={user.username} />}
      </div>
      {isStaff && !user.isSelf && pictureOf(face) && <RemovePicture username={user.username} onRemoved={setFace} />}
      {relation && <RelationButtons name={user.username} relation={relation} />}
    </Card>
  );
}

function Proof({ isThere, text }: { isThere: boolean; text: string }) {
  const t = useT();
  return (
    <li>
      <Badge tone={isThere ? "good" : "neutral"} icon={isThere ? check : close}>
        {text}
        {!isThere && <span> · {t("profile.proof.missing")}</span>}
      </Badge>
    </li>
  );
}

function RelationButtons({ name, relation }: { name: string; relation: Relation }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const block = async () => {
    await relation.change("blocked");
    setAsking(false);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="secondary"
        aria-pressed={relation.isTrusted}
        disabled={relation.isBlocked}
        onClick={relation.toggleTrust}
      >
        <Icon
          shape={relation.isTrusted ? shieldCheck : star}
          className={relation.isTrusted ? "text-good" : undefined}
        />
        {t(relation.isTrusted ? "profile.trusted" : "profile.trust")}
      </Button>
      <Button
        look="quiet"
        isBusy={relation.isRunning}
        onClick={() => (relation.isBlocked ? void relation.change("unblocked") : setAsking(true))}
      >
        {t(relation.isBlocked ? "profile.unblock" : "profile.block")}
      </Button>
      <Dialog
        isOpen={isAsking}
        isSheet
        onClose={() => setAsking(false)}
        title={t("profile.block_title", { name })}
        closeLabel={t("shell.close")}
        footer={
          <>
            <Button look="quiet" onClick={() => setAsking(false)}>
              {t("profile.keep")}
            </Button>
            <Button look="danger" isBusy={relation.isRunning} onClick={() => void block()}>
              {t("profile.block")}
            </Button>
          </>
        }
      >
        <p className="text-sm">{t("profile.block_text")}</p>
      </Dialog>
    </div>
  );
}
