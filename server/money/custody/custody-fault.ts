/** What cannot be done for the operator, in a sentence that says why. */
export class CustodyFault extends Error {}
