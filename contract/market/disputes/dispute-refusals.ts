/** Refusals about disputes, their evidence and appeals. */
export const DISPUTE_REFUSALS = {
  "dispute.too_early": {
    status: 422,
    text: "A dispute can be opened in {minutes} min, if the trade is still open then.",
  },
  "dispute.none": { status: 404, text: "There is no dispute in this trade." },
  "dispute.reason_unknown": { status: 422, text: "Select one of the reasons." },
  "dispute.text_needed": { status: 422, text: "Describe what happened in {min} to {max} characters." },
  "dispute.taken": { status: 409, text: "Another moderator has taken this case." },
  "dispute.not_taken": { status: 409, text: "Take the case before you resolve it." },
  "dispute.not_in_place": {
    status: 409,
    text: "This side can do that without our staff, or staff may not do it for them.",
  },
  "dispute.day_limit": {
    status: 409,
    text: "You have reached today's award limit. Another moderator must decide this case.",
  },
  "dispute.other_award": {
    status: 409,
    text: "This differs from the proposed award. Confirm the same award, or ask the moderator of the case to change it.",
  },
  "dispute.evidence_over": { status: 422, text: "The time to submit evidence is over." },
  "dispute.evidence_full": { status: 422, text: "You have submitted the maximum amount of evidence." },
  "dispute.appeal_not_yours": {
    status: 403,
    text: "You got everything in this dispute, or it was settled: there is nothing to appeal.",
  },
  "dispute.appeal_expired": { status: 422, text: "The time to appeal is over." },
  "dispute.appealed": { status: 409, text: "You have appealed this decision already." },
  "dispute.appeal_off": { status: 403, text: "Appeals are not available at the moment." },
  "dispute.appeal_gone": { status: 404, text: "This appeal is not open." },
  "dispute.appeal_not_judge": { status: 403, text: "Another moderator must decide this appeal." },
  "dispute.appeal_out_of_range": { status: 422, text: "Enter at most the amount that the side did not get." },
} as const;
