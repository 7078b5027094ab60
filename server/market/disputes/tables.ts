/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  disputes: [],
  dispute_evidence: [],
  dispute_appeals: [],
  chargeback_methods: [],
  chargeback_reports: [],
  staff_acts: ["id", "staff_id", "act", "subject", "reason", "at", "salt"],
} as const;
