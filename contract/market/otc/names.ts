/** The words of the OTC desk, which pages load without its calls. */
export const OTC_STATUSES = ["open", "asked", "quoted", "accepted", "cancelled", "closed", "expired"] as const;
export type OtcStatus = (typeof OTC_STATUSES)[number];

/** Those that wait for somebody. */
export const OTC_LIVE = ["open", "asked", "quoted"] as const satisfies readonly OtcStatus[];
export const isOtcLive = (status: OtcStatus): boolean => OTC_LIVE.some((one) => one === status);

export const OTC_QUOTE_STATUSES = [
  "asked",
  "agreed",
  "accepted",
  "declined",
  "refused",
  "expired",
  "withdrawn",
] as const;
export type OtcQuoteStatus = (typeof OTC_QUOTE_STATUSES)[number];

export const OTC_LISTS = ["open", "asked", "ended"] as const;

export const OTC_LIMITS = {
  methods: 5,
  note: 1000,
  minutesLeast: 10,
  minutesMost: 1440,
  minutesUsual: 60,
  whyLeast: 3,
  whyMost: 500,
} as const;
