/** The menu of the signed-in user. */
import type { MessageKey } from "#i18n/keys.ts";
import type { SessionUser } from "#contract/platform/page.ts";
import { leave } from "#sdk/state/leave.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import {
  arrowDown,
  arrowEnd,
  bell,
  chat,
  heart,
  home,
  offers,
  phone,
  scale,
  send,
  shieldCheck,
  sliders,
  swap,
  user,
  wallet,
  zap,
  gift,
} from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Menu, MenuButton, MenuLink } from "#ui/dialogs/menu.tsx";
import { CountBadge } from "./count-badge.tsx";
import { useUnreadChats } from "./use-unread-chats.ts";

export function AccountMenu({ session }: { session: SessionUser }) {
  const page = usePage();
  const t = useT();
  const unread = useUnreadChats(session);
  const unreadText = `${t("shell.nav.messages")}: ${unread}`;
  const signOut = useAction(async () => {
    const { logout } = await import("#contract/people/sign-in/auth.ts");
    const { data } = await page.call(logout, {});
    await leave(data.redirectTo || "/");
  });
  return (
    <Menu
      label={t("shell.nav.account", { name: session.username })}
      button={
        <>
          <span className="relative">
            <Avatar name={session.username} url={session.avatarUrl} size={30} />
            {unread > 0 && (
              <span className="absolute -end-2 -top-2">
                <CountBadge count={unread} label={unreadText} />
              </span>
            )}
          </span>
          <bdi className="max-w-28 truncate xl:max-w-52 max-sm:hidden">{session.username}</bdi>
        </>
      }
    >
      <Item shape={home} href={page.href("userDashboard", undefined)} text="shell.nav.dashboard" />
      <Item shape={user} href={page.href("user", { username: session.username })} text="shell.nav.profile" />
      {!session.isBanned && (
        <MenuLink href={page.href("messages", undefined)}>
          <Icon shape={chat} />
          {t("shell.nav.messages")}
          {unread > 0 && (
            <span className="ms-auto">
              <CountBadge count={unread} label={unreadText} />
            </span>
          )}
        </MenuLink>
      )}
      <Item shape={offers} href={page.href("createOffer", undefined)} text="shell.nav.create_offer" />
      <Products />
      <Item shape={heart} href={page.href("favorites", undefined)} text="shell.nav.favorites" />
      <Item shape={sliders} href={page.href("accountSettings", undefined)} text="shell.nav.settings" />
      <Item shape={shieldCheck} href={page.href("kycVerification", undefined)} text="shell.nav.verification" />
      <Item shape={chat} href={page.href("support", undefined)} text="shell.nav.support" />
      {session.roles.length > 0 && (
        <Item shape={scale} href={page.href("staffDisputes", undefined)} text="shell.nav.staff" />
      )}
      {page.isDemo && <Item shape={bell} href={page.href("demoInbox", undefined)} text="shell.nav.inbox" />}
      {page.isDemo && session.roles.length > 0 && (
        <Item shape={shieldCheck} href={page.href("demoCodes", undefined)} text="shell.nav.demo_codes" />
      )}
      <MenuButton onPress={() => void signOut.run()}>
        <Icon shape={arrowEnd} className="rtl:-scale-x-100" />
        {t("shell.nav.sign_out")}
      </MenuButton>
    </Menu>
  );
}

/** What there is besides trades with other users: the text, the page, the picture, and the flag without which it is not there. */
const PRODUCTS = [
  ["spot", "spotTrading", swap],
  ["lightning", "lightning", zap, "isLightningEnabled"],
  ["hedging", "hedging", shieldCheck],
  ["on_ramp", "onramp", arrowDown, "isOnRampEnabled"],
  ["off_ramp", "offRamp", send, "isOfframpEnabled"],
  ["top_up", "mobileTopUp", phone, "isMobileTopUpEnabled"],
  ["gift_card_store", "giftCardStore", gift, "isGiftCardStoreEnabled"],
  ["virtual_cards", "virtualCard", wallet, "isVirtualCardEnabled"],
] as const;

function Products() {
  const { flags, href } = usePage();
  return PRODUCTS.map(([text, page, shape, flag]) =>
    flag && !flags[flag] ? null : (
      <Item
        key={page}
        shape={shape}
        href={href(page === "giftCardStore" && flags.isGiftCardStoreLocal ? "giftCardStoreLocal" : page, undefined)}
        text={`shell.nav.${text}`}
      />
    ),
  );
}

function Item({ shape, href, text }: { shape: string; href: string; text: MessageKey }) {
  return (
    <MenuLink href={href}>
      <Icon shape={shape} />
      {useT()(text)}
    </MenuLink>
  );
}
