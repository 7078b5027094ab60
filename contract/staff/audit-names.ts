/** The names of staff acts: screens need the names without the code that parses requests. */

/** Every act of the chain; one that was only proposed ends with `.propose`. */
export const STAFF_ACTS = [
  ...["person.look", "person.look_missed", "audit.read", "avatar.remove", "sessions.end", "send_out.stop"],
  ...["trades.close", "trades.open"],
  ...["restriction.set", "restriction.keep", "restriction.lift", "restriction.allow_last_send_out"],
  ...["verification.look", "verification.demand", "verification.approve_first", "verification.approve"],
  ...[
    "verification.reject",
    "verification.corrupted",
    "verification.readable",
    "screening.somebody_else",
    "screening.listed",
  ],
  ...["recovery.look", "recovery.approve", "recovery.reject"],
  ...["dispute.take", "dispute.ask", "dispute.propose", "dispute.decide", "dispute.appeal", "dispute.place"],
  ...["support.take", "support.join", "support.look", "support.answer", "support.note", "support.hand_over"],
  ...["support.solve", "support.merge", "support.reply_set", "support.reply_remove", "support.feature"],
  ...["chargeback.take", "chargeback.decide"],
  ...["partner_case.dismissed", "partner_case.confirmed"],
  ...["ambassador.note", "ambassador.interview", "ambassador.declined", "ambassador.set.propose", "ambassador.set"],
  ...["order.end.propose", "order.end", "cards.end.propose", "cards.end"],
  ...["lightning.accept.propose", "lightning.accept"],
  ...["offer.approve", "offer.reject", "offer.feature", "offer.unfeature"],
  ...["otc.quote", "otc.close"],
  ...["message_report.look", "message_report.upheld", "message_report.dismissed"],
  ...["cashback.give.propose", "cashback.give", "perk.give.propose", "perk.give", "perk.take"],
  ...["badge.give.propose", "badge.give", "badge.take"],
  ...["role.grant.propose", "role.grant", "role.revoke", "admin.create"],
  ...["level.set.propose", "level.set", "halt.lift.propose", "halt.lift", "halt.set"],
  ...["setting.set.propose", "setting.set", "flag.set", "flag.set_for"],
  ...["journal.post.propose", "journal.post", "exposure.done", "exposure.dismissed"],
  ...["announcement.set", "announcement.end", "incident.update", "events.retry", "act.erase"],
  "banks.import",
] as const;
export type StaffActName = (typeof STAFF_ACTS)[number];
