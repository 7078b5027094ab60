/** All message keys, from the English files. A new namespace is one line here. */
import type account from "./account/en.json";
import type apikeys from "./apikeys/en.json";
import type auth from "./auth/en.json";
import type cardcheck from "./cardcheck/en.json";
import type console from "./console/en.json";
import type dashboard from "./dashboard/en.json";
import type disputes from "./disputes/en.json";
import type notices from "./notices/en.json";
import type proof from "./proof/en.json";
import type profile from "./profile/en.json";
import type moderation from "./moderation/en.json";
import type myoffers from "./myoffers/en.json";
import type home from "./home/en.json";
import type inbox from "./inbox/en.json";
import type giftcards from "./giftcards/en.json";
import type listing from "./listing/en.json";
import type offer from "./offer/en.json";
import type offers from "./offers/en.json";
import type pages from "./pages/en.json";
import type wallet from "./wallet/en.json";
import type trade from "./trade/en.json";
import type recovery from "./recovery/en.json";
import type restrictions from "./restrictions/en.json";
import type given from "./given/en.json";
import type payments from "./payments/en.json";
import type program from "./program/en.json";
import type rules from "./rules.json";
import type shell from "./shell/en.json";
import type staff from "./staff/en.json";
import type verification from "./verification/en.json";

type Namespaces = {
  account: typeof account;
  apikeys: typeof apikeys;
  auth: typeof auth;
  cardcheck: typeof cardcheck;
  console: typeof console;
  dashboard: typeof dashboard;
  disputes: typeof disputes;
  notices: typeof notices;
  profile: typeof profile;
  proof: typeof proof;
  home: typeof home;
  moderation: typeof moderation;
  myoffers: typeof myoffers;
  giftcards: typeof giftcards;
  inbox: typeof inbox;
  listing: typeof listing;
  offer: typeof offer;
  offers: typeof offers;
  pages: typeof pages;
  given: typeof given;
  payments: typeof payments;
  program: typeof program;
  recovery: typeof recovery;
  restrictions: typeof restrictions;
  rules: typeof rules;
  shell: typeof shell;
  staff: typeof staff;
  trade: typeof trade;
  verification: typeof verification;
  wallet: typeof wallet;
};

type Paths<T> = { [K in keyof T & string]: T[K] extends string | { en: string } ? K : `${K}.${Paths<T[K]>}` }[keyof T &
  string];

export type MessageKey = Paths<Namespaces>;
