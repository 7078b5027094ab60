/** Users: who they are, what restricts them, what they chose. */
export { module } from "./module.ts";
/** Replaces the name of a closed account. */
export { sealedNobody } from "./nobody.ts";
/** For the archive of their own data. */
export { openSealedLine } from "./open-line.ts";
export { birthDateOf, mayName } from "./name-rows.ts";
export { createUser, type Person } from "./create-user.ts";
/** Levels of verification and their meaning. */
export { ADDRESS_LEVEL, EMAIL_LEVEL, ID_LEVEL, levelToCome, UNLIMITED_LEVEL } from "./standing/levels.ts";
export {
  confirmEmail,
  emailMark,
  findUserByEmailMark,
  findReferral,
  findUserById,
  findUserIdByExternalId,
  findUserIdByUsername,
  findUsersByEmail,
  findUsersById,
  grantLevel,
  hasCompletedTour,
  hasDemoUsers,
  isEmailOfOther,
  lockUser,
  openPersonal,
  opensEmails,
  phraseOf,
  READER_COLUMNS,
  type ReaderRow,
  recordLastSeen,
  replaceEmail,
  touchLastSeen,
  unconfirmedWithEmail,
  type UserRow,
} from "./rows.ts";
/** Whether the standing restrictions leave an action open. */
export { mayAct } from "./standing/restrictions.ts";
export { companyNameOf, companyShownAs, sealCompanyName } from "./company-name.ts";
export { chooseBusinessName, legalNames, usersLike } from "./company-rows.ts";
/** For names that look alike, and names that pass for one of the staff. */
export { lookOf, namesStaff, skeletonOf } from "./looks.ts";
export { keepClosedCountries } from "./standing/closed-countries.ts";
export { blockOf, refusalByBlock } from "./standing/blocks.ts";
export { blockedKycActions } from "./standing/kyc-actions.ts";
export { refuseClosedTrade } from "./standing/closed-trades.ts";
export { areTradesClosedTo, blockTradeView } from "./standing/trade-view-rows.ts";
/** For the start of a market whose secret was exchanged. */
export { sealAllAnew } from "./seal-anew.ts";
/** Emails in the reader's language. */
export { languageOfUser, languagesOf } from "./language-rows.ts";
export { languageOf, letterTo, supportLine } from "./letter.ts";
export { bioLimits, isTimezone, mostMinutes, saveSettings } from "./save-settings.ts";
export { renamesLeft } from "./set-username.ts";
export { lastSeenOf, shownName } from "./user.ts";
export { LACKS, type Restriction, standingRestrictions, standingsOf } from "./standing/standing-rows.ts";
export { timezoneOf } from "./timezone-rows.ts";
export { isRouteWord } from "./username.ts";
export { noteCountries } from "./standing/country-rows.ts";
export { grantRole, revokeRole, rolesOf } from "./standing/role-rows.ts";
