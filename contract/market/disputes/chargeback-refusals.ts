/** Refusals about chargebacks. */
export const CHARGEBACK_REFUSALS = {
  "chargeback.not_verified": {
    status: 422,
    text: "Agree to every statement to send the report. If one of them is not true for you, contact support.",
  },
  "chargeback.not_yours": { status: 403, text: "Only the seller of a released trade can report a chargeback." },
  "chargeback.method": { status: 422, text: "Chargebacks cannot be reported for this payment method." },
  "chargeback.expired": { status: 422, text: "The time to report a chargeback is over." },
  "chargeback.reported": { status: 409, text: "A chargeback was reported for this trade already." },
  "chargeback.not_confirmed": { status: 409, text: "This report is not confirmed, or was already compensated." },
  "chargeback.gone": { status: 404, text: "This report is not open." },
  "chargeback.not_judge": { status: 403, text: "Another member of staff must decide this report." },
  "chargeback.out_of_range": { status: 422, text: "Enter the amount sold plus its fee, or less." },
} as const;
